package serve

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"theriac/internal/store"
)

// figure is a number that is looked at now and then.
type figure struct{ n atomic.Int64 }

func (f *figure) value() float64 { return float64(f.n.Load()) }

// health is how the store was when it was last looked at.
type health struct {
	ready, damages figure
	known          map[store.Damage]bool // said already; of the one loop that looks
}

const lookFor = 10 * time.Second

// look asks the store how it is, and says what is new.
func (h *health) look(house context.Context, s store.Health, log *slog.Logger) {
	ctx, cancel := context.WithTimeout(house, lookFor)
	defer cancel()
	switch err := s.Ready(ctx); {
	case err == nil:
		h.ready.n.Store(1)
	case house.Err() != nil:
		return // the house closes
	default:
		h.ready.n.Store(0)
		log.Warn("the store takes no writes", "err", err)
	}
	list, err := s.Damages(ctx)
	if err != nil {
		return // not ready, and that was said
	}
	h.damages.n.Store(int64(len(list)))
	if h.known == nil {
		h.known = map[store.Damage]bool{}
	}
	for _, d := range list {
		if !h.known[d] {
			h.known[d] = true
			log.Error("the store has lost something", "where", d.Where, "what", d.What)
		}
	}
}
