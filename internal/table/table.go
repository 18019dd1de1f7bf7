package table

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"theriac/internal/store"
)

// Table is one game in this node's memory. Any node may serve any table: the log
// decides who wrote first.
type Table struct {
	ID       string
	registry *Registry
	state    atomic.Pointer[State]

	write chan struct{} // held while writing or catching up
	// Guarded by write.
	place      uint64         // where the newest entry is in the log
	keys       map[string]int // the entry of each key
	snapshotAt int            // the last entry of the snapshot
	archived   bool           // it is in the archive: its log is gone
	uncleared  bool           // it was loaded from the archive, and has a log all the same
	unsure     bool           // the log may have an entry of this node that it has not seen

	broken atomic.Pointer[BrokenError]
	held   atomic.Int32 // how many callers have it open
	used   atomic.Int64 // when it was last released

	mu          sync.Mutex
	alarm       func() // stops the timer of the clock
	unsubscribe func() // ends the subscription
	dropped     bool   // the registry has dropped it

	loaded chan struct{} // closed once it is loaded, or cannot be
	failed error
}

// State is the newest state that this node knows.
func (t *Table) State() *State { return t.state.Load() }

// Damaged says why the table is read-only, or nil: its log is damaged (ErrDamaged),
// or a newer version has played on (ErrNewer).
func (t *Table) Damaged() error {
	if b := t.broken.Load(); b != nil {
		return b
	}
	return nil
}

// Receipt says which entry a command became.
type Receipt struct {
	N     int
	State *State // at that entry or later
	Again bool   // it was applied before
}

// Do applies a command and returns once its entry is on disk. The key names the
// command: a repeat with the same key does not apply it again. While the store cannot
// say whether an entry was written, Do repeats until ctx ends; the error then wraps
// store.ErrUncertain, and the caller can repeat with the same key.
func (t *Table) Do(ctx context.Context, key string, c Command) (Receipt, error) {
	if err := t.lock(ctx); err != nil {
		return Receipt{}, err
	}
	defer t.unlock()
	for try := 0; ; try++ {
		r, err := t.attempt(ctx, key, c)
		if err == nil {
			if _, promised := r.State.nextStandingPass(); promised && !r.State.Over {
				if more, err := t.attempt(ctx, "promise-"+strconv.Itoa(r.N+1), playStanding{}); err == nil {
					r.State = more.State
				}
			}
			return r, nil
		}
		if _, refused := errors.AsType[*Refusal](err); refused {
			// This node may be behind: what the command answers, or the command itself, may
			// have been written by way of another one.
			at := t.place
			if fresh := t.fresh(ctx); fresh != nil {
				return Receipt{}, fresh
			}
			if t.place != at && try < 20 {
				continue
			}
			return Receipt{}, err
		}
		if !errors.Is(err, store.ErrConflict) && !errors.Is(err, store.ErrUncertain) {
			return Receipt{}, err
		}
		if ctx.Err() != nil || try > 1000 {
			if t.unsure {
				t.registry.enqueue(task{table: t.ID, what: taskRefresh})
			}
			return Receipt{}, err
		}
		if try > 2 {
			t.registry.pause(ctx, try)
		}
		// Somebody else wrote, or nobody knows: read what is there and decide again.
		err = t.catchUp(ctx)
		if _, written := t.keys[key]; written && key != "" {
			continue // whatever follows it: the command was carried out
		}
		if err != nil && !temporary(err) {
			return Receipt{}, err
		}
	}
}

// temporary says whether to try again.
func temporary(err error) bool {
	return errors.Is(err, store.ErrUnavailable) || errors.Is(err, store.ErrUncertain) || errors.Is(err, store.ErrConflict)
}

// attempt tries a command once, on the newest state known here.
func (t *Table) attempt(ctx context.Context, key string, c Command) (Receipt, error) {
	s := t.State()
	if n, done := t.keys[key]; done && key != "" {
		e, err := decode(s.bodies[n])
		if err != nil || !c.matches(e) {
			return Receipt{}, &Refusal{ID: RefusedKey, What: key}
		}
		return Receipt{N: n, State: s, Again: true}, nil
	}
	if err := t.Damaged(); err != nil {
		return Receipt{}, err
	}
	if t.archived {
		return Receipt{}, &Refusal{ID: RefusedOver}
	}
	if s.Away() {
		switch c.(type) {
		case TakeAlong, Return, timeUp:
		default:
			return Receipt{}, &Refusal{ID: RefusedAway}
		}
	}
	e, err := c.draft(s)
	if err != nil {
		return Receipt{}, err
	}
	if e == nil {
		return Receipt{N: s.N, State: s}, nil // nothing to do
	}
	e.Key = key
	e.note(s, t.registry.writes)
	next, data, err := s.draft(e, t.registry.clock.Now().UnixMilli(), t.registry.wishesOf(ctx, t.ID))
	if err != nil {
		return Receipt{}, err
	}
	began := t.registry.clock.Now()
	// The caller may go away meanwhile; this node must know the fate of the entry all
	// the same.
	whole, cancel := t.registry.within(context.WithoutCancel(ctx))
	place, err := t.registry.log.Append(whole, t.ID, t.place, next.chain.String(), data)
	cancel()
	if err != nil {
		t.unsure = errors.Is(err, store.ErrUncertain)
		return Receipt{}, err
	}
	t.unsure = false
	t.registry.observe.Appended(t.registry.clock.Now().Sub(began))
	t.advance(next, place, key, true)
	return Receipt{N: e.N, State: next}, nil
}

// advance makes a state the newest one. own says that this node wrote it, and so does
// what has to be done once.
func (t *Table) advance(next *State, place uint64, key string, own bool) {
	before := t.State()
	t.place = place
	if key != "" {
		t.keys[key] = next.N
	}
	next.history.lru.Store(t.registry.histories)
	if before != nil && before.history != next.history {
		t.registry.histories.drop(before.history)
	}
	t.state.Store(next)
	if before != nil && before.next != nil {
		close(before.next)
	}
	t.setAlarm(next)
	if own {
		t.registry.wrote(t, before, next)
	}
}

// catchUp reads what others wrote. It holds write.
func (t *Table) catchUp(ctx context.Context) error {
	if t.archived {
		return nil
	}
	items, err := t.registry.log.After(ctx, t.ID, t.place)
	switch {
	case errors.Is(err, store.ErrDamaged):
		// A log that is being cleared, because the game is in the archive, looks damaged
		// for a moment.
		if found, archived := t.fromArchive(ctx); found {
			return archived
		}
		return t.readError(err)
	case err != nil:
		return err
	case len(items) == 0:
		t.unsure = false
		return t.checkArchive(ctx)
	}
	before := t.State()
	next, place, err := foldItems(before, items, t.place)
	if err != nil && before != nil && before.Pos != nil {
		// An entry that does not follow here may follow an earlier one: a repair can
		// leave out sound entries. What was read must have the entry: a replica that is
		// behind would make the table look sound.
		if all, reading := t.registry.log.After(ctx, t.ID, 0); reading == nil {
			if again, at, folding := foldItems(begin(t.ID), all, 0); folding == nil && at >= items[len(items)-1].At {
				next, place, err = again, at, nil
			}
		}
	}
	if next != before {
		t.learnKeys(next, 0)
		t.advance(next, place, "", false)
	}
	if err != nil {
		return t.markBroken(err)
	}
	t.unsure = false
	t.broken.Store(nil)
	return nil
}

// foldItems folds the items behind a place. A repair further on may have left out
// what is damaged. With an error comes the last sound state.
func foldItems(s *State, items []store.Item, place uint64) (*State, uint64, error) {
	for i := 0; i < len(items); i++ {
		if items[i].At <= place {
			continue
		}
		next, err := s.fold(items[i].Data)
		if err != nil {
			repair := repairOf(s, items, i)
			if repair < 0 {
				return s, place, err
			}
			i = repair
			if next, err = s.fold(items[i].Data); err != nil {
				return s, place, err
			}
		}
		s, place = next, items[i].At
	}
	return s, place, nil
}

// checkArchive checks whether a log without news has moved to the archive.
func (t *Table) checkArchive(ctx context.Context) error {
	if s := t.State(); s == nil || !s.Over {
		if _, err := t.registry.log.Last(ctx, t.ID, true); !errors.Is(err, store.ErrAbsent) {
			return nil
		}
	}
	found, err := t.fromArchive(ctx)
	if !found && t.State() != nil {
		return nil // it is still in the log, or will be found the next time
	}
	return err
}

// fromArchive loads the game from the archive, if it is there.
func (t *Table) fromArchive(ctx context.Context) (found bool, err error) {
	data, err := t.registry.log.Archived(ctx, t.ID)
	if errors.Is(err, store.ErrAbsent) {
		return false, nil // it is still in the log
	}
	if err != nil {
		return false, err
	}
	s, _, err := foldSnapshot(t.ID, data)
	if err != nil && (!errors.Is(err, ErrNewer) || s == nil || s.Pos == nil) {
		return true, t.markBroken(err)
	}
	t.archived = true
	if now := t.State(); now == nil || s.N > now.N {
		t.learnKeys(s, 0)
		t.advance(s, 0, "", false)
	}
	if err != nil { // it can be read as far as this program knows it
		return true, t.markBroken(err)
	}
	return true, nil
}

// learnKeys notes the keys of the entries from some number on.
func (t *Table) learnKeys(s *State, from int) {
	for n, key := range s.keys[from:] {
		if key != "" {
			t.keys[key] = from + n
		}
	}
}

// markBroken makes the table read-only and raises the alarm.
func (t *Table) markBroken(err error) error {
	var b *BrokenError
	if !errors.As(err, &b) {
		return err
	}
	if t.broken.Swap(b) == nil {
		t.registry.observe.Broken(t.ID, b)
		if s := t.State(); s != nil && s.next != nil { // watchers must learn of it
			again := *s
			again.next = make(chan struct{})
			t.state.Store(&again)
			close(s.next)
		}
	}
	return b
}

func (t *Table) readError(err error) error {
	if errors.Is(err, store.ErrDamaged) {
		n := 0
		if s := t.State(); s != nil {
			n = s.N + 1
		}
		return t.markBroken(&BrokenError{N: n, Why: "it cannot be read back"})
	}
	return err
}

// Fresh brings the table up to the newest entry that anybody got acknowledged before
// the call.
func (t *Table) Fresh(ctx context.Context) error {
	if err := t.lock(ctx); err != nil {
		return err
	}
	defer t.unlock()
	return t.fresh(ctx)
}

// fresh is Fresh for who holds write.
func (t *Table) fresh(ctx context.Context) error {
	if t.registry.alone && !t.unsure {
		return nil // nobody else writes
	}
	if t.archived {
		return nil
	}
	for try := 0; ; try++ {
		err := t.registry.log.Confirm(ctx, t.ID, t.place)
		if !errors.Is(err, store.ErrConflict) {
			return err
		}
		if try > 1 {
			t.registry.pause(ctx, try)
		}
		if ctx.Err() != nil {
			return fmt.Errorf("%w: %w", store.ErrUnavailable, ctx.Err())
		}
		if err := t.catchUp(ctx); err != nil || t.archived {
			return err
		}
	}
}

// Refresh brings the table up to the newest entry that the store reports, without
// writing anything. An entry that a cut-off node acknowledged may be missing.
func (t *Table) Refresh(ctx context.Context) error {
	if t.registry.alone {
		return nil
	}
	return t.registry.refresh(ctx, t.ID, true)
}

// Expire plays for the seats whose time is up, unless this node does not know what
// time it is.
func (t *Table) Expire(ctx context.Context) error {
	if t.registry.clockSuspect() {
		return nil
	}
	now := t.registry.clock.Now().UnixMilli()
	_, err := t.Do(ctx, "", timeUp{now})
	if refused, ok := errors.AsType[*Refusal](err); ok && refused.ID == RefusedOver {
		return nil // nobody's time runs at a game that is over
	}
	return err
}

// suspectRetry is how long a timer waits that fired while the clock could not be
// trusted.
const suspectRetry = 5 * time.Second

// setAlarm sets the timer for the next deadline.
func (t *Table) setAlarm(s *State) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.alarm != nil {
		t.alarm()
		t.alarm = nil
	}
	at := s.Deadline()
	if at == 0 || t.archived || t.dropped {
		return
	}
	wait := time.UnixMilli(at).Sub(t.registry.clock.Now())
	if wait <= 0 && t.registry.clockSuspect() {
		wait = suspectRetry
	}
	t.alarm = t.registry.clock.AfterFunc(max(wait, 0)+time.Millisecond, func() {
		if !t.registry.hold(t) {
			return // it was dropped: its reminder will fire
		}
		defer t.Release()
		ctx, cancel := t.registry.within(t.registry.ctx)
		defer cancel()
		if t.registry.clockSuspect() {
			if t.lock(ctx) == nil {
				t.setAlarm(t.State())
				t.unlock()
			}
			return
		}
		if err := t.Expire(ctx); err != nil && t.Damaged() == nil {
			t.registry.observe.Failed("play for absent seats at", t.ID, err)
		}
	})
}

// Release says that the caller no longer needs the table.
func (t *Table) Release() {
	t.used.Store(t.registry.clock.Now().UnixMilli())
	t.held.Add(-1)
}
