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

	"theriac/internal/formats"
	"theriac/internal/lobby"
	"theriac/internal/metrics"
	"theriac/internal/notices"
	"theriac/internal/store"
	"theriac/internal/table"
	"theriac/internal/wire"
)

// How often the background tasks run.
const (
	dueEvery  = 2 * time.Second
	tendEvery = time.Hour
	// eveningsEvery is how often it looks whether people meet now.
	eveningsEvery = 2 * time.Second
	// watchPause is how long the lobby waits after a failure before it subscribes to its lists again.
	watchPause = time.Second
	// dealsEvery is how often the server checks that deals for the coming days exist.
	dealsEvery = 10 * time.Minute
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
	clock     *clusterClock // nil if there are no other nodes
	gate      *formats.Gate

	guestsAt   string // id of the last idle guest that was examined
	guestsGone atomic.Int64

	stop    context.CancelFunc
	running sync.WaitGroup

	closing sync.Once
	mu      sync.Mutex
	err     error
	failing chan struct{} // closed when a listener fails
	failed  sync.Once
	ended   chan struct{} // closed when all parts have stopped
}

// Start starts a server and returns when it is ready. Until then, its listeners answer that the server is
// starting. ctx limits only the start.
func Start(ctx context.Context, o Options, log *slog.Logger) (*Server, error) {
	o = o.withDefaults()
	if err := o.Validate(); err != nil {
		return nil, err
	}
	s := &Server{opts: o, log: log, meters: metrics.New(o.Version), failing: make(chan struct{}), ended: make(chan struct{})}
	s.health.now, s.health.standalone = realTime{}.Now, !o.clustered()
	if o.clustered() {
		s.clock = newClusterClock(o.clock, o.Node)
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
	s.running.Go(func() { s.services.order.Run(run) })
	s.running.Go(func() { s.services.api.Run(run) })
	s.running.Go(func() { s.services.daily.Run(run, dealsEvery) })
	s.running.Go(func() { s.services.notices.Run(run) })
	s.running.Go(func() { releaseMemory(run) })
	s.running.Go(func() { s.gate.Run(run) })
	if s.clock != nil {
		s.running.Go(func() { s.clock.run(run, s.storage.peers, s.log) })
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
		s.tend(run)
		every(run, tendEvery, func() { s.tend(run) })
	})
	s.running.Go(func() { every(run, eveningsEvery, func() { s.tendEvenings(run) }) })
	s.running.Go(func() {
		every(run, guestsEvery, func() {
			if err := s.expireGuests(run); err != nil && run.Err() == nil {
				s.meters.Failed("guests")
				s.log.Warn("could not look for guests who never came back", "err", err)
			}
		})
	})
	if err := s.startBots(run); err != nil {
		return nil, errors.Join(err, s.close(ctx))
	}
	s.listeners.gate.open(s.services.api.HandlerFor(s.opts.hosts()))
	return s, nil
}

// open opens the store and creates the services that use it.
func (s *Server) open(ctx context.Context) (err error) {
	if s.storage, err = OpenStorage(s.opts, s.log); err != nil {
		return err
	}
	s.health.problem = s.storage.problem
	s.listeners.gate.problem.Store(&s.health.problem) // a node may need its operator before it can become ready
	key, err := operatorKey(s.opts, s.storage.Folder)
	if err != nil {
		return err
	}
	if s.storage.node == nil {
		s.listeners.cluster.open(http.NotFoundHandler())
	} else {
		s.listeners.cluster.open(clusterHandler(s.storage.node, key))
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

// enter tells the other nodes which formats this program can read.
func (s *Server) enter(ctx context.Context) (err error) {
	c := formats.Config{
		KV: s.storage.Store.KV(notices.BucketServer), ID: "alone", Name: s.opts.Node, Version: s.opts.Version,
		Supported: slices.Concat(table.Formats(), lobby.Formats()), Standalone: !s.opts.clustered(), Logger: s.log,
	}
	if s.clock != nil {
		c.ID = s.clock.self
	}
	s.gate, err = formats.Enter(ctx, c)
	return err
}

// registerMetrics registers the metrics whose values are computed when they are read.
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
	s.meters.Gauge("theriac_formats_unknown", "Formats of data in use that this program does not know: it is too old for some of the games.", func() float64 { return float64(len(s.gate.Unknown())) })
	s.meters.Gauge("theriac_clock_ahead_seconds", "How far this node's clock is ahead of that of most nodes.", s.clock.ahead)
	s.meters.Gauge("theriac_clock_apart", "1 while no seat's time runs out here, because this node's clock differs too much from the others'.", func() float64 {
		if s.clock.apart() {
			return 1
		}
		return 0
	})
	s.meters.Counter("theriac_guests_expired_total", "Guests who never came back and were forgotten by this node.", func() float64 { return float64(s.guestsGone.Load()) })
	s.meters.Gauge("theriac_certificate_expires_seconds", "Unix time at which the server's certificate ends; 0 while it has none.",
		func() float64 { return unix(expiry(s.opts.certificateFile())) })
	s.meters.Gauge("theriac_nats_certificate_expires_seconds", "Unix time at which this node's certificate for NATS ends; 0 if it has none.",
		func() float64 { return unix(expiry(s.opts.Peers.Certificate)) })
	s.meters.Gauge("theriac_last_backup_seconds", "Unix time of the last backup of this node that succeeded; 0 for never.", func() float64 { return unix(lastBackup(s.storage.Folder.Path)) })
	folder := &folderSize{path: s.storage.Folder.Path}
	s.meters.Gauge("theriac_store_bytes", "Size of the data folder.", func() float64 { return float64(folder.bytesAt(realTime{}.Now())) })
	s.meters.Counter("theriac_node_copies_total", "How often this node has replaced its data with a copy of another node's.", func() float64 { return float64(s.storage.counts().Copies) })
	s.meters.Counter("theriac_node_renamed_total", "How often this node had to take a new name in its cluster, because its folder was an older one.", func() float64 { return float64(s.storage.counts().Renamed) })
	s.meters.Counter("theriac_node_failures_total", "How often this node's part of the cluster has started again after a failure.", func() float64 { return float64(s.storage.counts().Failed) })
}

// unix returns the seconds since 1970, or 0 for the zero time.
func unix(t time.Time) float64 {
	if t.IsZero() {
		return 0
	}
	return float64(t.Unix())
}

// hearFired passes the reminders that other nodes have already handled to the registry.
func (s *Server) hearFired(run context.Context) {
	stop, err := wire.SubscribeFired(s.storage.peers, func(node string, list []store.Reminder) {
		if node != s.clock.self {
			s.services.registry.ReminderFired(list)
		}
	})
	if err != nil { // without this subscription, this node handles all reminders too, a little later
		s.log.Error("cannot subscribe to the reminders that other nodes fire", "err", err)
		return
	}
	defer stop()
	<-run.Done()
}

// every calls do repeatedly, with a pause in between, until the server closes.
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

// tend completes interrupted starts, and closes deserted public tables.
func (s *Server) tend(ctx context.Context) {
	if err := s.services.lobby.Tend(ctx); err != nil && ctx.Err() == nil {
		s.meters.Failed("tend")
		s.log.Warn("could not tend the open tables", "err", err)
	}
}

// tendEvenings begins the evenings whose time has come.
func (s *Server) tendEvenings(ctx context.Context) {
	if err := s.services.evenings.Tend(ctx); err != nil && ctx.Err() == nil {
		s.meters.Failed("evenings")
		s.log.Warn("could not tend the evenings", "err", err)
	}
}

// fail records the error of a listener that failed.
func (s *Server) fail(err error) {
	s.failed.Do(func() {
		s.mu.Lock()
		s.err = fmt.Errorf("a listener failed: %w", err)
		s.mu.Unlock()
		close(s.failing)
	})
}

// Origin returns the URL that people use to reach the server: the configured URL, a URL with the configured
// domain, or the most likely address of this machine.
func (s *Server) Origin() string {
	switch {
	case s.opts.Origin != "":
		return s.opts.Origin
	case s.opts.Domain != "":
		return "https://" + s.opts.Domain
	}
	return s.Addresses()[0]
}

// Addresses returns the URLs of the server, the most likely one first.
func (s *Server) Addresses() []string { return addresses(s.listeners.publicAt.Addr(), s.opts.tls()) }

// URL returns the server's URL for programs on this machine.
func (s *Server) URL() string {
	list := s.Addresses()
	return list[len(list)-1]
}

// PrivateURL returns the URL of metrics and profiles, or "" if no private address is configured.
func (s *Server) PrivateURL() string {
	if s.listeners.privateAt == nil {
		return ""
	}
	list := addresses(s.listeners.privateAt.Addr(), false)
	return list[len(list)-1]
}

// Wait returns nil once the server has shut down. If the server cannot continue, Wait returns the reason, and
// the caller must call Shutdown.
func (s *Server) Wait() error {
	select {
	case <-s.ended:
	case <-s.failing:
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// Shutdown stops the server. The server reports that it is not ready, asks streams to reconnect elsewhere, lets
// requests finish, and stops its services, the store last. When ctx ends, the listeners close immediately and
// calls no longer wait for the store, which hands nothing over to other nodes.
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
	// When ctx ends, calls that still wait for the store fail.
	late := context.AfterFunc(ctx, s.storage.kill)
	defer late()
	s.stop()
	s.services.bots.Close()
	s.services.stories.Close()
	s.running.Wait()
	s.services.daily.Close()
	s.services.registry.Close()
	s.storage.closeWithin(ctx)
	s.listeners.close()
	return err
}

// notReady makes /readyz report that the server is not ready. A balancer then sends clients elsewhere, while
// the server still serves connected ones.
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
