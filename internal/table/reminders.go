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

// Every node reads every reminder, but only one node fires it, because loading the table is expensive. The
// table's ID and the set of live nodes determine which. When that node has fired the reminder, it sends a
// message to the others. If that message does not arrive, the next node fires the reminder itself. So every
// reminder fires despite failed nodes and lost messages, though perhaps late or twice.

const (
	// standIn is how long a node waits for each node that comes before it.
	standIn = 10 * time.Second
	// fireMemory is how long a node remembers that another node has fired a reminder. It must be longer than
	// the few seconds between two reads of the reminders.
	fireMemory = time.Minute
)

// reminders holds the due reminders that this node has read.
type reminders struct {
	rank  func(table string) int
	fired func([]store.Reminder)

	mu       sync.Mutex
	seq      int
	later    map[string]delayed       // reminders that another node is expected to fire, or that could not be fired
	byOthers map[string]firedReminder // reminders that other nodes have fired
}

// delayed is a reminder that this node fires later, at the time when.
type delayed struct {
	at, when time.Time
	seq      int // reminders fire in the order of arrival
}

// firedReminder is the newest reminder of a table that another node has fired, and when this node learned that.
type firedReminder struct {
	at, when time.Time
}

func newReminders(rank func(string) int, fired func([]store.Reminder)) reminders {
	if rank == nil {
		rank = func(string) int { return 0 }
	}
	if fired == nil {
		fired = func([]store.Reminder) {}
	}
	return reminders{rank: rank, fired: fired, later: map[string]delayed{}, byOthers: map[string]firedReminder{}}
}

// ReminderFired records reminders that another node has fired, so that this node does not fire them again.
func (reg *Registry) ReminderFired(list []store.Reminder) {
	r, now := &reg.reminders, reg.clock.Now()
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, f := range list {
		if !f.At.Before(r.byOthers[f.Table].at) {
			r.byOthers[f.Table] = firedReminder{f.At, now}
		}
		if d, ok := r.later[f.Table]; ok && !d.at.After(f.At) {
			delete(r.later, f.Table)
		}
	}
}

// turn adds due reminders to r, and removes and returns those that this node must fire now, in order.
func (r *reminders) turn(due []store.Reminder, now time.Time) []store.Reminder {
	ranks := make([]int, len(due))
	for i, d := range due {
		ranks[i] = r.rank(d.Table)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, d := range due {
		if t, ok := r.byOthers[d.Table]; ok && !d.At.After(t.at) {
			continue
		}
		r.put(d, now.Add(time.Duration(ranks[i])*standIn))
	}
	maps.DeleteFunc(r.byOthers, func(_ string, t firedReminder) bool { return now.Sub(t.when) > fireMemory })
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

// put stores a reminder that this node fires at the given time.
func (r *reminders) put(f store.Reminder, when time.Time) {
	r.seq++
	r.later[f.Table] = delayed{f.At, when, r.seq}
}

// again stores a reminder that could not be fired, so that this node retries it in the next round.
func (r *reminders) again(f store.Reminder, now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, ok := r.later[f.Table]; !ok {
		r.put(f, now)
	}
}

// FireDue handles all tables whose reminder is due: it makes moves for seats whose time has run out, and
// archives finished games. A table has only one reminder at a time; handling it sets the next one.
func (reg *Registry) FireDue(ctx context.Context) error {
	if reg.clockSuspect() {
		return nil // leave all reminders to nodes with a sound clock
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
		case errors.Is(err, ErrNoTable), errors.Is(err, ErrDamaged), errors.Is(err, ErrNewer): // leave it to other nodes, which may have the missing entries or know the newer format
		default: // retry, because the store reports a reminder only once
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
