package serve

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"theriac/internal/metrics"
	"theriac/internal/store"
)

// How often a node checks its store, and how long it tolerates failures.
const (
	readyEvery   = 3 * time.Second
	damageEvery  = 30 * time.Second
	checkTimeout = 10 * time.Second
	// cutOffFor is how long a node may go without a successful write before it reports that it cannot serve. An
	// election takes up to 10 seconds and affects all nodes, so meanwhile no other node could serve better.
	cutOffFor = 20 * time.Second
)

// health is the last known state of the store. Reading it costs the store nothing.
type health struct {
	standalone bool          // no other node could serve instead
	problem    func() string // returns why the cluster's node cannot serve, or ""; nil until the store is open

	mu      sync.Mutex
	now     func() time.Time
	wrote   time.Time // when the last successful write began; zero if there was none
	lost    error     // an error that waiting does not fix
	damages int
	known   map[store.Damage]bool // damage that was already logged
}

// check makes one test write to the store and records the result.
func (h *health) check(run context.Context, s store.Health, meters *metrics.Meters, log *slog.Logger) {
	ctx, cancel := context.WithTimeout(run, checkTimeout)
	defer cancel()
	h.mu.Lock()
	began := h.now()
	h.mu.Unlock()
	err := s.Ready(ctx)
	if run.Err() != nil {
		return // the server is closing
	}
	h.note(began, err)
	if err != nil {
		log.Warn("the store takes no writes", "err", err)
	}
	leaders, err := s.Leaders(ctx)
	if err != nil {
		return // already logged above
	}
	for _, l := range leaders {
		meters.Led(l.Stream, l.Known, l.Here, l.Lag)
	}
}

// note records the result of a test write. A node that has lost its own store cannot recover, and neither can a
// single node whose disk is full. Any other error may be due to an election, so note tolerates it for a while.
func (h *health) note(began time.Time, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.lost = nil
	switch {
	case err == nil:
		h.wrote = began
	case errors.Is(err, store.ErrLost), h.standalone && errors.Is(err, store.ErrFull):
		h.lost = err
	}
}

// unready returns a one-word reason why this node cannot serve, or "".
func (h *health) unready() string {
	if h.problem != nil {
		if why := h.problem(); why != "" {
			return why
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.lost != nil || h.wrote.IsZero() || h.now().Sub(h.wrote) > cutOffFor {
		return "store"
	}
	return ""
}

// ready returns the value of a metric: 1 if this node can serve, and 0 otherwise.
func (h *health) ready() float64 {
	if h.unready() != "" {
		return 0
	}
	return 1
}

func (h *health) damageCount() float64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return float64(h.damages)
}

// checkDamage asks the store which data it has lost, and logs new losses. It can take long if streams have no
// leader.
func (h *health) checkDamage(ctx context.Context, s store.Health, log *slog.Logger) {
	list, err := s.Damages(ctx)
	if err != nil {
		return // the store is not ready; check logs that
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.damages = len(list)
	if h.known == nil {
		h.known = map[store.Damage]bool{}
	}
	for _, d := range list {
		if !h.known[d] {
			h.known[d] = true
			log.Error("the store has lost data", "where", d.Where, "what", d.What)
		}
	}
}
