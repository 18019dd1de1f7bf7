package live

import (
	"context"
	"encoding/json"
	"time"

	"theriac/engine"
	"theriac/internal/httpapi/wire"
)

// presenceWait is how long to wait for other nodes to report who is connected to them.
const presenceWait = 500 * time.Millisecond

// Present returns the seats of a table whose holders are connected to any node.
func (h *Hub) Present(ctx context.Context, table string) engine.Seats {
	seats, known := h.Connected(table)
	if known || h.conf.Standalone {
		return seats
	}
	// No holder is connected to this node: ask the other nodes.
	h.ask(ctx, table, func(p presence) { seats |= p.Seats })
	return seats
}

// maxNodes is larger than the number of nodes in any cluster.
const maxNodes = 64

func (es *eventStream) appendPresence(out []byte) []byte {
	seats, watchers := es.topic.present()
	seats &^= es.apart
	data, err := json.Marshal(Presence{Seats: wire.SeatList(seats), Watchers: watchers})
	if err != nil {
		return out
	}
	return appendEvent(out, "presence", data)
}

// present returns the seats whose holders are connected to any node, and the number of spectators.
func (r *topic) present() (seats engine.Seats, watchers int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for node, p := range r.nodes {
		if node != r.hub.node && r.hub.conf.Now().Sub(p.at) > presenceLasts {
			continue
		}
		seats |= p.Seats
		watchers += p.Watchers
	}
	return seats, watchers
}

// Connected returns the seats of a table whose holders are connected. known is false if no stream
// of the table is open on this node.
func (h *Hub) Connected(table string) (seats engine.Seats, known bool) {
	h.mu.Lock()
	r := h.topics[table]
	h.mu.Unlock()
	if r == nil {
		return 0, false
	}
	seats, _ = r.present()
	return seats, true
}

// Attended reports whether the table's host or a seated person is connected to this node.
func (h *Hub) Attended(table string) bool {
	h.mu.Lock()
	r := h.topics[table]
	h.mu.Unlock()
	if r == nil {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for s := range r.subscribers {
		s.mu.Lock()
		there := s.host || !s.seats.Empty()
		s.mu.Unlock()
		if there {
			return true
		}
	}
	return false
}
