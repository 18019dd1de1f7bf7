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

// How often a node checks its store, and what follows.
const (
	readyEvery   = 3 * time.Second
	damageEvery  = 30 * time.Second
	checkTimeout = 10 * time.Second
	// cutOffFor is how long a node may go without a successful write before it says
	// that it cannot serve. An election takes up to 10 seconds: in that time every node
	// is in the same position, and no other would serve better.
	cutOffFor = 20 * time.Second
)

// health is the last known state of the store. Reading it costs nothing.
type health struct {
	alone bool // no other node could serve instead

	mu      sync.Mutex
	now     func() time.Time
	wrote   time.Time // when the last write began that succeeded; zero for never
	lost    error     // an error that waiting does not heal
	damages int
	known   map[store.Damage]bool // logged already
}

// check tries the store once and remembers the result.
func (h *health) check(run context.Context, s store.Health, meters *metrics.Meters, log *slog.Logger) {
	ctx, cancel := context.WithTimeout(run, checkTimeout)
	defer cancel()
	h.mu.Lock()
	began := h.now()
	h.mu.Unlock()
	err := s.Ready(ctx)
	if run.Err() != nil {
		return // the server closes
	}
	h.note(began, err)
	if err != nil {
		log.Warn("the store takes no writes", "err", err)
	}
	leaders, err := s.Leaders(ctx)
	if err != nil {
		return // which is logged above
	}
	for _, l := range leaders {
		meters.Led(l.Stream, l.Known, l.Here, l.Lag)
	}
}

// note records how an attempt to write went. A node that has lost its own store
// cannot serve from now on, and neither can one without others whose disk is full;
// anything else may be an election, which gets time.
func (h *health) note(began time.Time, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.lost = nil
	switch {
	case err == nil:
		h.wrote = began
	case errors.Is(err, store.ErrLost), h.alone && errors.Is(err, store.ErrFull):
		h.lost = err
	}
}

// unready says in a word why this node cannot serve, or nothing.
func (h *health) unready() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.lost != nil || h.wrote.IsZero() || h.now().Sub(h.wrote) > cutOffFor {
		return "store"
	}
	return ""
}

// ready is 1 when this node can serve.
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

// checkDamage asks the store what it has lost and logs what is new. It may take long
// where streams have no leader.
func (h *health) checkDamage(ctx context.Context, s store.Health, log *slog.Logger) {
	list, err := s.Damages(ctx)
	if err != nil {
		return // not ready, which is logged
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
