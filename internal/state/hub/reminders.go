package hub

import (
	"sync"
	"time"

	"theriac/internal/state"
	"theriac/internal/store"
)

// grace is how long a reminder stays after it was named: a node that dies before it acted
// names it again at its next start.
const grace = 5 * time.Minute

// Reminders is what a node has named of the reminders that are due, and when.
type Reminders struct {
	mu    sync.Mutex
	named map[state.Done]time.Time
}

// Set notes that a reminder is set anew, and is to be named anew.
func (r *Reminders) Set(table string, at int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.named, state.Done{Table: table, At: at})
}

// Name names those that are due and were not named, in their order. Past are those that
// were named so long ago that they can go.
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
