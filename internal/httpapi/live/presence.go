package live

import (
	"context"
	"encoding/json"
	"time"

	"theriac/engine"
	"theriac/internal/store"
)

// presenceWait is how long other nodes have to say who is connected to them.
const presenceWait = 500 * time.Millisecond

// Present is the seats of a table whose holders follow it now, on whatever node.
func (h *Hub) Present(ctx context.Context, table string) engine.Seats {
	seats, known := h.Connected(table)
	if known || h.conf.Alone {
		return seats
	}
	// Nobody is connected here: ask the others.
	came := make(chan engine.Seats, maxNodes)
	stop, err := h.conf.Feed.Subscribe(table, func(n store.News) {
		var p presence
		if n.Kind == newsPresence && json.Unmarshal(n.Data, &p) == nil {
			select {
			case came <- p.Seats:
			default:
			}
		}
	})
	if err != nil {
		return 0
	}
	defer stop()
	if h.conf.Feed.Publish(table, newsWho, nil) != nil {
		return 0
	}
	wait := time.NewTimer(presenceWait)
	defer wait.Stop()
	for {
		select {
		case s := <-came:
			seats |= s
		case <-wait.C:
			return seats
		case <-ctx.Done():
			return seats
		}
	}
}

// maxNodes is more than any cluster has.
const maxNodes = 64
