package serve

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"theriac/internal/metrics"
)

// How often a house looks after what nobody asks for.
const (
	dueEvery  = 2 * time.Second
	mendEvery = time.Hour
	// watchPause is how long the lobby waits before it watches its lists again.
	watchPause = time.Second
	longStart  = 10 * time.Second
)

// House is a running server.
type House struct {
	opts   Options
	log    *slog.Logger
	meters *metrics.Meters
	doors  *doors
	vault  *Vault
	rooms  *rooms
	health health
	clocks *clocks // nil where there are no other nodes

	stop    context.CancelFunc
	running sync.WaitGroup

	closing sync.Once
	mu      sync.Mutex
	err     error
	failing chan struct{} // closed when a door failed
	failed  sync.Once
	ended   chan struct{} // closed when everything has stopped
}

// Start opens a house and returns once it is ready for people. Until then its
// doors say that it is starting. The context bounds the start only.
func Start(ctx context.Context, o Options, log *slog.Logger) (*House, error) {
	o, err := o.filled()
	if err != nil {
		return nil, err
	}
	h := &House{opts: o, log: log, meters: metrics.New(o.Version), failing: make(chan struct{}), ended: make(chan struct{})}
	h.health.now, h.health.alone = realTime{}.Now, o.alone()
	if !o.alone() {
		name := "" // in a store elsewhere nobody sees to it that names differ
		if o.clustered() {
			name = o.Node
		}
		h.clocks = newClocks(o.clock, name)
	}
	if h.doors, err = listen(o, h.meters.Handler(), log); err != nil {
		return nil, err
	}
	h.doors.serve(h.fail)
	if err := h.furnish(ctx); err != nil {
		h.doors.close()
		if h.rooms != nil {
			h.rooms.registry.Close()
		}
		if h.vault != nil {
			h.vault.Close()
		}
		return nil, err
	}
	run, stop := context.WithCancel(context.Background())
	h.stop = stop
	h.running.Go(func() { h.rooms.lobby.Run(run, watchPause) })
	h.running.Go(func() { h.rooms.registry.Run(run, dueEvery) })
	h.running.Go(func() { h.rooms.api.Run(run) })
	h.running.Go(func() { tidy(run) })
	if h.clocks != nil {
		h.running.Go(func() { h.clocks.run(run, h.vault.Store, h.log) })
	}
	h.health.look(ctx, h.vault.Store.Health(), h.meters, h.log)
	h.running.Go(func() {
		every(run, readyEvery, func() { h.health.look(run, h.vault.Store.Health(), h.meters, h.log) })
	})
	h.running.Go(func() {
		h.health.lookForDamage(run, h.vault.Store.Health(), h.log)
		every(run, damageEvery, func() { h.health.lookForDamage(run, h.vault.Store.Health(), h.log) })
	})
	h.running.Go(func() {
		h.mend(run)
		every(run, mendEvery, func() { h.mend(run) })
	})
	h.doors.front.open(h.rooms.api.Handler())
	return h, nil
}

// furnish opens the store and builds the rooms on it.
func (h *House) furnish(ctx context.Context) (err error) {
	// A node of a cluster waits for the others, and should not do so in silence.
	long := time.AfterFunc(longStart, func() { h.log.Warn("the store is not open yet; a node of a cluster waits for a majority") })
	defer long.Stop()
	if h.vault, err = OpenVault(ctx, h.opts, h.log); err != nil {
		return err
	}
	key, err := operatorKey(h.opts, h.vault.Folder)
	if err != nil {
		return err
	}
	if h.rooms, err = newRooms(h.opts, h.vault.Store, key, h.Origin(), h.health.unready, h.clocks, h.meters, h.log); err != nil {
		return err
	}
	h.count()
	return nil
}

// count registers what can be asked for at any time.
func (h *House) count() {
	h.meters.Gauge("theriac_tables_live", "Tables in memory.", func() float64 { return float64(h.rooms.registry.Live()) })
	h.meters.Gauge("theriac_tables_broken", "Tables that are read-only because their log is broken, as far as this node has met them.", h.rooms.saw.count)
	h.meters.Gauge("theriac_tables_newer", "Tables that a newer version of the program has played on, which can only be read here, as far as this node has met them.", h.rooms.saw.newerCount)
	h.meters.Counter("theriac_operator_wrong_keys_total", "How often somebody tried a wrong operator's key.",
		func() float64 { return float64(h.rooms.people.WrongKeys()) })
	h.meters.Gauge("theriac_webhooks_waiting", "Notices that wait for the receiver of a webhook.",
		func() float64 { return float64(h.rooms.api.HooksWaiting()) })
	h.meters.Gauge("theriac_store_ready", "1 when this node can write to the store, as /readyz says.", h.health.ready)
	h.meters.Gauge("theriac_store_damages", "What the store knows to be lost or unreadable. Anything above 0 is an alarm.", h.health.lostCount)
	h.meters.Gauge("theriac_clock_ahead_seconds", "How far this node's clock is ahead of that of most nodes.", h.clocks.ahead)
	h.meters.Gauge("theriac_clock_apart", "1 while no seat's time runs out here, because this node's clock differs too much from the others'.", func() float64 {
		if h.clocks.apart() {
			return 1
		}
		return 0
	})
	if h.opts.embedded() {
		folder := &weighed{path: h.vault.Folder.Path}
		h.meters.Gauge("theriac_store_bytes", "Size of the data folder.", func() float64 { return float64(folder.size(realTime{}.Now())) })
	}
}

// every does something again and again until the house closes.
func every(house context.Context, pause time.Duration, do func()) {
	t := time.NewTicker(pause)
	defer t.Stop()
	for {
		select {
		case <-house.Done():
			return
		case <-t.C:
			do()
		}
	}
}

// mend mends the lobby's lists.
func (h *House) mend(ctx context.Context) {
	if err := h.rooms.lobby.Mend(ctx); err != nil && ctx.Err() == nil {
		h.meters.Failed("mend")
		h.log.Warn("the list of open tables could not be mended", "err", err)
	}
}

// fail notes that a door does not answer any more.
func (h *House) fail(err error) {
	h.failed.Do(func() {
		h.mu.Lock()
		h.err = fmt.Errorf("a listener failed: %w", err)
		h.mu.Unlock()
		close(h.failing)
	})
}

// Origin is how people reach the house: as its operator says, by its domain, or
// at the likeliest address of this machine.
func (h *House) Origin() string {
	switch {
	case h.opts.Origin != "":
		return h.opts.Origin
	case h.opts.Domain != "":
		return "https://" + h.opts.Domain
	}
	return h.Addresses()[0]
}

// Addresses are where the house can be reached, the likeliest first.
func (h *House) Addresses() []string { return addresses(h.doors.publicAt.Addr(), h.opts.tls()) }

// URL is where the house can be reached from this machine.
func (h *House) URL() string {
	list := h.Addresses()
	return list[len(list)-1]
}

// PrivateURL is where its operator finds metrics and profiles; "" if nowhere.
func (h *House) PrivateURL() string {
	if h.doors.privateAt == nil {
		return ""
	}
	list := addresses(h.doors.privateAt.Addr(), false)
	return list[len(list)-1]
}

// Wait returns when the house has been shut down, or with the reason when it
// cannot go on. It must be shut down then too.
func (h *House) Wait() error {
	select {
	case <-h.ended:
	case <-h.failing:
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.err
}

// Shutdown closes the house: it says that it is not ready, asks the streams to
// come back elsewhere, lets requests finish, and stops what runs behind them, the
// store last. Where the context ends first, the doors are shut at once; the store
// is still closed in order.
func (h *House) Shutdown(ctx context.Context) error {
	var err error
	h.closing.Do(func() {
		err = h.close(ctx)
		close(h.ended)
	})
	<-h.ended
	return err
}

func (h *House) close(ctx context.Context) error {
	if h.opts.DrainFor > 0 {
		h.notReady()
		sleep(ctx, h.opts.DrainFor)
	}
	h.rooms.api.Drain(ctx)
	err := h.doors.public.Shutdown(ctx)
	h.stop()
	h.running.Wait()
	h.rooms.registry.Close()
	h.vault.Close()
	h.doors.close()
	return err
}

// notReady answers /readyz itself, so that a balancer looks elsewhere while
// everybody who is here is still served.
func (h *House) notReady() {
	house := h.rooms.api.Handler()
	h.doors.front.open(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/readyz" {
			w.Header().Set("Cache-Control", "no-store")
			http.Error(w, "draining", http.StatusServiceUnavailable)
			return
		}
		house.ServeHTTP(w, r)
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
