package table

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"theriac/internal/store"
)

// Every node reads every reminder, and one of them fires it: to load a table costs more
// than all else about a reminder. Which one follows from the table and the nodes that
// live; the others wait for its word, and stand in for it where none comes. So whatever
// happens to nodes and messages, a reminder fires, perhaps late, perhaps twice.

const (
	// standIn is how long a node waits for the one before it.
	standIn = 10 * time.Second
	// fireMemory is how long a node remembers what others fired, before it has read that
	// reminder itself. It reads them every few seconds.
	fireMemory = time.Minute
)

// reminders are those that this node knows to be due.
type reminders struct {
	rank  func(table string) int
	fired func([]store.Reminder)

	mu    sync.Mutex
	seq   int
	later map[string]delayed // that other nodes fire, or that could not be fired
	told  map[string]told    // what other nodes fired
}

// delayed is a reminder and when this node fires it.
type delayed struct {
	at, when time.Time
	seq      int // they fire in the order in which they came
}

// told is up to which reminder another node has fired, and when it said so.
type told struct {
	at, when time.Time
}

func newReminders(rank func(string) int, fired func([]store.Reminder)) reminders {
	if rank == nil {
		rank = func(string) int { return 0 }
	}
	if fired == nil {
		fired = func([]store.Reminder) {}
	}
	return reminders{rank: rank, fired: fired, later: map[string]delayed{}, told: map[string]told{}}
}

// ReminderFired notes that another node has fired reminders.
func (reg *Registry) ReminderFired(list []store.Reminder) {
	r, now := &reg.reminders, reg.clock.Now()
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, f := range list {
		if !f.At.Before(r.told[f.Table].at) {
			r.told[f.Table] = told{f.At, now}
		}
		if d, ok := r.later[f.Table]; ok && !d.at.After(f.At) {
			delete(r.later, f.Table)
		}
	}
}

// turn takes in what is due, and returns what this node fires now, in order.
func (r *reminders) turn(due []store.Reminder, now time.Time) []store.Reminder {
	ranks := make([]int, len(due))
	for i, d := range due {
		ranks[i] = r.rank(d.Table)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, d := range due {
		if t, ok := r.told[d.Table]; ok && !d.At.After(t.at) {
			continue
		}
		r.put(d, now.Add(time.Duration(ranks[i])*standIn))
	}
	maps.DeleteFunc(r.told, func(_ string, t told) bool { return now.Sub(t.when) > fireMemory })
	var out []store.Reminder
	for table, d := range r.later {
		if !d.when.After(now) {
			out = append(out, store.Reminder{Table: table, At: d.at})
		}
	}
	slices.SortFunc(out, func(a, b store.Reminder) int { return r.later[a.Table].seq - r.later[b.Table].seq })
	for _, f := range out {
		delete(r.later, f.Table)
	}
	return out
}

// put keeps a reminder until this node fires it.
func (r *reminders) put(f store.Reminder, when time.Time) {
	r.seq++
	r.later[f.Table] = delayed{f.At, when, r.seq}
}

// again keeps a reminder that could not be fired for the next round.
func (r *reminders) again(f store.Reminder, now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, ok := r.later[f.Table]; !ok {
		r.put(f, now)
	}
}

// FireDue handles the tables whose reminder is due: it plays for seats whose time is
// up, and archives games that are over. A table has one reminder; each sets the next.
func (reg *Registry) FireDue(ctx context.Context) error {
	if reg.clockSuspect() {
		return nil // the other nodes fire them
	}
	now := reg.clock.Now()
	due, err := reg.log.Due(ctx, now)
	if err != nil {
		return err
	}
	var fired []store.Reminder
	for _, f := range reg.reminders.turn(due, now) {
		whole, cancel := reg.within(ctx)
		err := reg.fireReminder(whole, f.Table)
		cancel()
		switch {
		case err == nil:
			fired = append(fired, f)
		case errors.Is(err, ErrNoTable), errors.Is(err, ErrDamaged), errors.Is(err, ErrNewer): // another node may know better
		default: // the store names it once: try again later
			reg.observe.Failed("fire the reminder of", f.Table, err)
			reg.reminders.again(f, now)
		}
	}
	if len(fired) > 0 {
		reg.reminders.fired(fired)
	}
	return nil
}

func (reg *Registry) fireReminder(ctx context.Context, id string) error {
	t, err := reg.Open(ctx, id)
	if err != nil {
		return err
	}
	defer t.Release()
	if err := t.Expire(ctx); err != nil {
		return err
	}
	s := t.State()
	if s.Over {
		return reg.archive(ctx, id)
	}
	reg.remind(ctx, s)
	return nil
}
