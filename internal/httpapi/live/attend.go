package live

import (
	"context"
	"encoding/json"
	"time"

	"theriac/engine"
	"theriac/internal/lobby"
	"theriac/internal/store"
)

// Each node with streams of a table records there who comes and who goes. Others decide without a person who has
// been away for some time, and another person becomes host.

// note stores the newest record of the table that a stream has read.
func (r *topic) note(t lobby.Table) {
	if old := r.record.Load(); old == nil || !t.Updated.Before(old.Updated) {
		r.record.Store(&t)
	}
}

// attendance returns what this node knows about who is at the table.
func (r *topic) attendance() lobby.Attendance {
	now := r.hub.conf.Now()
	a := lobby.Attendance{Seen: map[string]time.Time{}, From: r.opened, Grace: lobby.Grace}
	r.mu.Lock()
	defer r.mu.Unlock()
	for node, p := range r.nodes {
		if node != r.hub.node && now.Sub(p.at) > presenceLasts {
			continue
		}
		for _, person := range p.People {
			r.seen[person] = now
		}
	}
	for person, at := range r.seen {
		a.Seen[person] = at
	}
	return a
}

// attend updates the table's record if people have come or gone, and lets those present decide without the absent.
// It does so in the background, and does nothing while an earlier call is at work.
func (r *topic) attend(ctx context.Context) {
	t := r.record.Load()
	if t == nil || !t.Status.Running() || !r.voting() && !t.Attended(r.attendance(), r.hub.conf.Now()) || !r.attending.CompareAndSwap(false, true) {
		return
	}
	ctx = context.WithoutCancel(ctx)
	go func() {
		defer r.attending.Store(false)
		defer func() {
			if fault := recover(); fault != nil {
				r.hub.conf.Gate.Panicked(ctx, fault)
			}
		}()
		ctx, cancel := context.WithTimeout(ctx, viewTimeout)
		defer cancel()
		now, err := r.hub.conf.Lobby.Attend(ctx, r.table, r.attendance())
		if err == nil && now.Status == lobby.Playing && r.hub.conf.Recount != nil {
			_ = r.hub.conf.Recount(ctx, now) // the next visit tries again
		}
	}()
}

// voting reports whether people at the table have a decision to take or to carry out.
func (r *topic) voting() bool {
	t := r.record.Load()
	r.mu.Lock()
	defer r.mu.Unlock()
	for s := range r.subscribers {
		s.mu.Lock()
		game := s.game
		s.mu.Unlock()
		if game == nil {
			continue
		}
		state := game.State()
		for i := range t.Seats {
			if g := state.Granted(engine.Seat(i)); g.N > t.Seats[i].Granted {
				return true
			}
		}
		return state.Ask != nil
	}
	return false
}

// Attend records who is at a table now, as far as all nodes know, and returns the record. The given person is there.
func (h *Hub) Attend(ctx context.Context, t lobby.Table, person string) (lobby.Table, error) {
	h.mu.Lock()
	r := h.topics[t.ID]
	h.mu.Unlock()
	now := h.conf.Now()
	if r != nil {
		r.mu.Lock()
		r.seen[person] = now
		r.mu.Unlock()
		return h.conf.Lobby.Attend(ctx, t.ID, r.attendance())
	}
	// Without streams, this node does not know when people were here. So they are away from now on, unless they
	// are connected to another node.
	a := lobby.Attendance{Seen: map[string]time.Time{person: now}, From: now.Add(-lobby.Grace), Grace: lobby.Grace}
	if !h.conf.Standalone {
		h.ask(ctx, t.ID, func(p presence) {
			for _, person := range p.People {
				a.Seen[person] = now
			}
		})
	}
	return h.conf.Lobby.Attend(ctx, t.ID, a)
}

// ask asks the other nodes who is connected to them, and calls hear with their answers.
func (h *Hub) ask(ctx context.Context, table string, hear func(presence)) {
	came := make(chan presence, maxNodes)
	stop, err := h.conf.Feed.Subscribe(table, func(n store.News) {
		var p presence
		if n.Kind == newsPresence && json.Unmarshal(n.Data, &p) == nil {
			select {
			case came <- p:
			default:
			}
		}
	})
	if err != nil {
		return
	}
	defer stop()
	if h.conf.Feed.Publish(table, newsWho, nil) != nil {
		return
	}
	wait := time.NewTimer(presenceWait)
	defer wait.Stop()
	for {
		select {
		case p := <-came:
			hear(p)
		case <-wait.C:
			return
		case <-ctx.Done():
			return
		}
	}
}
