package serve

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"theriac/internal/forms"
	"theriac/internal/jetstream"
	"theriac/internal/lobby"
	"theriac/internal/metrics"
	"theriac/internal/notices"
	"theriac/internal/store"
	"theriac/internal/table"
)

// How often background tasks run.
const (
	dueEvery         = 2 * time.Second
	repairListsEvery = time.Hour
	// packEvery is how often old games are packed.
	packEvery = time.Hour
	// watchPause is how long the lobby waits before it watches its lists again.
	watchPause = time.Second
	// dealsEvery is how often the secrets of the coming days are looked after.
	dealsEvery = 10 * time.Minute
	// bucketEvery is how often a node looks whether it reaches the bucket of packed games.
	bucketEvery = 30 * time.Second
)

// Server is a running server.
type Server struct {
	opts      Options
	log       *slog.Logger
	meters    *metrics.Meters
	listeners *listeners
	storage   *Storage
	services  *services
	health    health
	clock     *clusterClock // nil where there are no other nodes
	gate      *forms.Gate

	guestsAt   uint64 // version up to which idle guests were looked at
	guestsGone atomic.Int64
	bucketAway bool // as checkBucket has logged it

	stop    context.CancelFunc
	running sync.WaitGroup

	closing sync.Once
	mu      sync.Mutex
	err     error
	failing chan struct{} // closed when a listener failed
	failed  sync.Once
	ended   chan struct{} // closed when everything has stopped
}

// Start starts a server and returns once it is ready. Until then its listeners answer
// that it is starting. The context bounds the start only.
func Start(ctx context.Context, o Options, log *slog.Logger) (*Server, error) {
	o = o.withDefaults()
	if err := o.Validate(); err != nil {
		return nil, err
	}
	s := &Server{opts: o, log: log, meters: metrics.New(o.Version), failing: make(chan struct{}), ended: make(chan struct{})}
	s.health.now, s.health.alone = realTime{}.Now, o.alone()
	if !o.alone() {
		name := "" // nobody makes sure that the names in an external store differ
		if o.clustered() {
			name = o.Node
		}
		s.clock = newClusterClock(o.clock, name)
	}
	var err error
	if s.listeners, err = listen(o, s.meters.Handler(), log); err != nil {
		return nil, err
	}
	s.listeners.serve(s.fail)
	if err := s.open(ctx); err != nil {
		s.listeners.close()
		if s.services != nil {
			s.services.bots.Close()
			s.services.stories.Close()
			s.services.daily.Close()
			s.services.registry.Close()
		}
		if s.storage != nil {
			s.storage.Close()
		}
		return nil, err
	}
	run, stop := context.WithCancel(context.Background())
	s.stop = stop
	s.running.Go(func() { s.services.lobby.Run(run, watchPause) })
	s.running.Go(func() { s.services.registry.Run(run, dueEvery) })
	s.running.Go(func() { s.services.api.Run(run) })
	s.running.Go(func() { s.services.daily.Run(run, dealsEvery) })
	s.running.Go(func() { s.services.notices.Run(run) })
	s.running.Go(func() { releaseMemory(run) })
	s.running.Go(func() { s.gate.Run(run) })
	if s.clock != nil {
		s.running.Go(func() { s.clock.run(run, s.storage.Shared, s.log) })
		s.running.Go(func() { s.hearFired(run) })
	}
	s.health.check(ctx, s.storage.Store.Health(), s.meters, s.log)
	s.running.Go(func() {
		every(run, readyEvery, func() { s.health.check(run, s.storage.Store.Health(), s.meters, s.log) })
	})
	s.running.Go(func() {
		s.health.checkDamage(run, s.storage.Store.Health(), s.log)
		every(run, damageEvery, func() { s.health.checkDamage(run, s.storage.Store.Health(), s.log) })
	})
	s.running.Go(func() {
		s.repairLists(run)
		every(run, repairListsEvery, func() { s.repairLists(run) })
	})
	s.running.Go(func() {
		every(run, guestsEvery, func() {
			if err := s.expireGuests(run); err != nil && run.Err() == nil {
				s.meters.Failed("guests")
				s.log.Warn("could not look for guests who never came back", "err", err)
			}
		})
	})
	if s.storage.Bucket != nil {
		s.running.Go(func() {
			s.checkBucket(run)
			every(run, bucketEvery, func() { s.checkBucket(run) })
		})
	}
	if s.opts.PackAfter > 0 && s.storage.Shared != nil { // a row of a file takes no memory
		s.running.Go(func() { every(run, packEvery, func() { s.pack(run); s.compact(run) }) })
	}
	if err := s.startBots(run); err != nil {
		return nil, errors.Join(err, s.close(ctx))
	}
	s.listeners.gate.open(s.services.api.HandlerFor(s.opts.hosts()))
	return s, nil
}

// open opens the store and builds the services on it.
func (s *Server) open(ctx context.Context) (err error) {
	if s.storage, err = OpenStorage(ctx, s.opts, s.log); err != nil {
		return err
	}
	key, err := operatorKey(s.opts, s.storage.Folder)
	if err != nil {
		return err
	}
	if err = s.enter(ctx); err != nil {
		return err
	}
	if s.services, err = newServices(ctx, s.opts, s.storage, key, s.Origin(), s.health.unready, s.clock, s.gate, s.meters, s.log); err != nil {
		return err
	}
	s.registerMetrics()
	return nil
}

// enter tells the other nodes what this program can read.
func (s *Server) enter(ctx context.Context) (err error) {
	c := forms.Config{
		KV: s.storage.Store.KV(notices.BucketServer), ID: "alone", Name: s.opts.Node, Version: s.opts.Version,
		Knows: slices.Concat(table.Forms(), lobby.Forms(), jetstream.Forms()), Alone: s.opts.alone(), Logger: s.log,
	}
	if s.clock != nil {
		c.ID, c.Passing = s.clock.self, !s.opts.clustered()
	}
	s.gate, err = forms.Enter(ctx, c)
	return err
}

// registerMetrics registers the metrics that are computed on demand.
func (s *Server) registerMetrics() {
	s.meters.Gauge("theriac_tables_live", "Tables in memory.", func() float64 { return float64(s.services.registry.Live()) })
	s.meters.Counter("theriac_table_loads_total", "Tables that this node read from the store.", func() float64 { return float64(s.services.registry.Loads()) })
	s.meters.Gauge("theriac_bot_tables_awake", "Tables at which bots play now: a person is there.", func() float64 {
		tables, _ := s.services.bots.Awake()
		return float64(tables)
	})
	s.meters.Gauge("theriac_bots_awake", "Bots that play now.", func() float64 {
		_, bots := s.services.bots.Awake()
		return float64(bots)
	})
	s.meters.Gauge("theriac_bot_questions_waiting", "Questions of this node that wait for a worker's answer.", func() float64 { return float64(s.services.bots.Waiting()) })
	s.meters.Gauge("theriac_http_requests_open", "Requests that are being answered, without event streams.", func() float64 {
		answering, _ := s.services.api.Pressure()
		return float64(answering)
	})
	s.meters.Gauge("theriac_busy", "1 while new tables, new people and whole games are refused, because moves take long or too many requests are being answered.", func() float64 {
		_, busy := s.services.api.Pressure()
		if busy {
			return 1
		}
		return 0
	})
	s.meters.Gauge("theriac_tables_broken", "Tables that are read-only because their log is broken, of those that this node has opened.", s.services.observer.brokenCount)
	s.meters.Gauge("theriac_tables_newer", "Tables that are read-only because a newer version of the program has played on, of those that this node has opened.", s.services.observer.newerCount)
	s.meters.Counter("theriac_operator_wrong_keys_total", "Attempts with a wrong operator's key.",
		func() float64 { return float64(s.services.people.WrongKeys()) })
	s.meters.Gauge("theriac_webhooks_waiting", "Webhook deliveries that wait.",
		func() float64 { return float64(s.services.api.Hooks.Waiting()) })
	s.meters.Counter("theriac_tasks_dropped_total", "Background tasks of tables that were dropped because too many waited: snapshots, archiving, reminders. They are made up for.",
		func() float64 { return float64(s.services.registry.Dropped()) })
	s.meters.Gauge("theriac_notices_waiting", "People who are going to be told that a table waits for them, if they do not answer before.",
		func() float64 { return float64(s.services.notices.Waiting()) })
	s.meters.Gauge("theriac_store_ready", "1 when this node can write to the store, as /readyz says.", s.health.ready)
	s.meters.Gauge("theriac_store_damages", "Pieces of data that the store knows to be lost or unreadable. Anything above 0 is an alarm.", s.health.damageCount)
	s.meters.Gauge("theriac_forms_unknown", "Forms of data in use that this program does not know: it is too old for some of the games.", func() float64 { return float64(len(s.gate.Beyond())) })
	s.meters.Gauge("theriac_clock_ahead_seconds", "How far this node's clock is ahead of that of most nodes.", s.clock.ahead)
	s.meters.Gauge("theriac_clock_apart", "1 while no seat's time runs out here, because this node's clock differs too much from the others'.", func() float64 {
		if s.clock.apart() {
			return 1
		}
		return 0
	})
	s.meters.Counter("theriac_guests_expired_total", "Guests who never came back and were forgotten by this node.", func() float64 { return float64(s.guestsGone.Load()) })
	s.meters.Gauge("theriac_bucket_reachable", "1 unless the bucket of packed games failed to answer the last request; 1 where there is none.", func() float64 {
		if s.storage.remark() != "" {
			return 0
		}
		return 1
	})
	if s.opts.embedded() {
		folder := &folderSize{path: s.storage.Folder.Path}
		s.meters.Gauge("theriac_store_blocks_waiting", "Blocks of the store on this node's disk that wait to be read and checked; a single node's file has none.", func() float64 {
			if s.storage.Shared == nil {
				return 0
			}
			_, waiting := s.storage.server.Checked()
			return float64(waiting)
		})
		s.meters.Gauge("theriac_store_bytes", "Size of the data folder.", func() float64 { return float64(folder.bytesAt(realTime{}.Now())) })
	}
}

// hearFired hears which reminders other nodes have fired.
func (s *Server) hearFired(run context.Context) {
	stop, err := s.storage.Shared.SubscribeFired(func(node string, list []store.Reminder) {
		if node != s.clock.self {
			s.services.registry.ReminderFired(list)
		}
	})
	if err != nil { // this node stands in for all of them, a little later
		s.log.Error("cannot subscribe to the reminders that other nodes fire", "err", err)
		return
	}
	defer stop()
	<-run.Done()
}

// compact moves the records of tables that were over long ago into volumes, once every node can
// read those.
func (s *Server) compact(ctx context.Context) {
	mine, release, err := s.storage.Shared.Lease(ctx, "compact")
	if err != nil || !mine {
		return // another node does it, or the next hour
	}
	defer release()
	n, err := s.services.lobby.Compact(ctx, s.opts.clock.Now().Add(-s.opts.PackAfter))
	if n > 0 {
		s.log.Info("records of finished tables were moved into volumes", "tables", n)
	}
	if err != nil && ctx.Err() == nil {
		s.meters.Failed("compact")
		s.log.Warn("records of finished tables could not be moved into volumes", "err", err)
	}
}

// pack packs the games that ended long ago, once every node can read packs.
func (s *Server) pack(ctx context.Context) {
	if !s.gate.On(jetstream.FormPack) || s.storage.Bucket != nil && !s.gate.On(jetstream.FormNote) {
		return
	}
	n, err := s.storage.Shared.Pack(ctx, s.opts.clock.Now().Add(-s.opts.PackAfter))
	if n > 0 {
		s.log.Info("finished games were packed", "games", n)
	}
	if err != nil && ctx.Err() == nil {
		s.meters.Failed("pack")
		s.log.Warn("finished games could not be packed; they stay in the store, and it is tried again in an hour", "err", err)
	}
}

// checkBucket looks whether the bucket of packed games answers, and says when that changes.
func (s *Server) checkBucket(ctx context.Context) {
	err := s.storage.Bucket.Check(ctx)
	switch {
	case ctx.Err() != nil:
	case err != nil && !s.bucketAway:
		s.bucketAway = true
		s.log.Error("the bucket of packed games does not answer: those games cannot be read, and no more are packed; everything else goes on", "err", err)
	case err == nil && s.bucketAway:
		s.bucketAway = false
		s.log.Info("the bucket of packed games answers again", "bucket", s.storage.Bucket.Where())
	}
}

// every repeats something until the server closes.
func every(run context.Context, pause time.Duration, do func()) {
	t := time.NewTicker(pause)
	defer t.Stop()
	for {
		select {
		case <-run.Done():
			return
		case <-t.C:
			do()
		}
	}
}

// repairLists repairs the lobby's lists.
func (s *Server) repairLists(ctx context.Context) {
	if err := s.services.lobby.RepairLists(ctx); err != nil && ctx.Err() == nil {
		s.meters.Failed("mend")
		s.log.Warn("could not repair the list of open tables", "err", err)
	}
}

// fail notes that a listener has failed.
func (s *Server) fail(err error) {
	s.failed.Do(func() {
		s.mu.Lock()
		s.err = fmt.Errorf("a listener failed: %w", err)
		s.mu.Unlock()
		close(s.failing)
	})
}

// Origin is how people reach the server: as the operator says, by its domain, or at
// the likeliest address of this machine.
func (s *Server) Origin() string {
	switch {
	case s.opts.Origin != "":
		return s.opts.Origin
	case s.opts.Domain != "":
		return "https://" + s.opts.Domain
	}
	return s.Addresses()[0]
}

// Addresses are the URLs of the server, the likeliest first.
func (s *Server) Addresses() []string { return addresses(s.listeners.publicAt.Addr(), s.opts.tls()) }

// URL is the server's URL on this machine.
func (s *Server) URL() string {
	list := s.Addresses()
	return list[len(list)-1]
}

// PrivateURL is where the operator finds metrics and profiles; "" if nowhere.
func (s *Server) PrivateURL() string {
	if s.listeners.privateAt == nil {
		return ""
	}
	list := addresses(s.listeners.privateAt.Addr(), false)
	return list[len(list)-1]
}

// Wait returns when the server has shut down, or with the reason when it cannot go
// on. It must be shut down then too.
func (s *Server) Wait() error {
	select {
	case <-s.ended:
	case <-s.failing:
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// Shutdown stops the server: it reports not ready, asks streams to reconnect
// elsewhere, lets requests finish, and stops what runs behind them, the store last.
// Where the context ends first, the listeners close at once and nothing waits for the
// store any more; it still closes in order, and hands nothing over to other nodes.
func (s *Server) Shutdown(ctx context.Context) error {
	var err error
	s.closing.Do(func() {
		err = s.close(ctx)
		close(s.ended)
	})
	<-s.ended
	return err
}

func (s *Server) close(ctx context.Context) error {
	if s.opts.DrainFor > 0 {
		s.notReady()
		sleep(ctx, s.opts.DrainFor)
	}
	s.services.api.Drain(ctx)
	err := s.listeners.public.Shutdown(ctx)
	// Whoever still waits for the store once the time is up, waits in vain.
	late := context.AfterFunc(ctx, s.storage.Store.Close)
	defer late()
	s.stop()
	s.services.bots.Close()
	s.services.stories.Close()
	s.running.Wait()
	s.services.daily.Close()
	s.services.registry.Close()
	_ = s.gate.Leave(ctx) // the others notice within a day
	s.storage.closeWithin(ctx)
	s.listeners.close()
	return err
}

// notReady answers /readyz itself, so that a balancer looks elsewhere while everybody
// who is connected is still served.
func (s *Server) notReady() {
	api := s.services.api.Handler()
	s.listeners.gate.open(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/readyz" {
			w.Header().Set("Cache-Control", "no-store")
			http.Error(w, "draining", http.StatusServiceUnavailable)
			return
		}
		api.ServeHTTP(w, r)
	}))
}

func sleep(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}
