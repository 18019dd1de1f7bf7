package hub

import (
	"sync"
	"time"

	"theriac/internal/state"
	"theriac/internal/store"
)

// grace is how long a reminder stays stored after this node has reported it. If the node crashes before it
// acts, it reports the reminder again after its restart.
const grace = 5 * time.Minute

// Reminders remembers which due reminders this node has reported, and when.
type Reminders struct {
	mu    sync.Mutex
	named map[state.Done]time.Time
}

// Set records that a table's reminder was set again, so that Name reports it again.
func (r *Reminders) Set(table string, at int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.named, state.Done{Table: table, At: at})
}

// Name returns the due reminders that it has not returned before, in their order. It also returns operations to
// remove the reminders that it returned more than the grace period ago.
func (r *Reminders) Name(due []state.Done, now time.Time) (list []store.Reminder, past []state.Op) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.named == nil {
		r.named = map[state.Done]time.Time{}
	}
	for _, d := range due {
		when, known := r.named[d]
		switch {
		case !known:
			list = append(list, store.Reminder{Table: d.Table, At: time.UnixMilli(d.At)})
			r.named[d] = now
		case now.Sub(when) >= grace:
			past = append(past, d)
		}
	}
	for d, when := range r.named {
		if now.Sub(when) >= 2*grace {
			delete(r.named, d)
		}
	}
	return list, past
}
