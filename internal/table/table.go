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

// Live is a table in this node's memory. Any node can serve any table: if two nodes write at the same time, the
// log accepts only one of the writes.
type Live struct {
	ID       string
	registry *Registry
	state    atomic.Pointer[State]

	write chan struct{} // held while writing or catching up
	// The following fields are guarded by write.
	place      uint64         // position of the newest entry in the log
	keys       map[string]int // the number of the entry with each key
	snapshotAt int            // number of the last entry in the snapshot
	archived   bool           // the game is in the archive, and its log has been cleared
	unsure     bool           // this node may have written an entry that it has not read back

	broken atomic.Pointer[BrokenError]
	held   atomic.Int32 // how many callers are using the table
	used   atomic.Int64 // when a caller last released it

	mu          sync.Mutex
	alarm       func() // stops the timer that fires at the deadline
	unsubscribe func() // ends the subscription
	dropped     bool   // the registry has dropped the table

	loaded chan struct{} // closed when the load has ended, with or without success
	failed error
}

// State returns the newest state that this node knows.
func (t *Live) State() *State { return t.state.Load() }

// Damaged returns the reason why the table is read-only, or nil. Either its log is damaged (ErrDamaged), or a
// newer version has continued the game (ErrNewer).
func (t *Live) Damaged() error {
	if b := t.broken.Load(); b != nil {
		return b
	}
	return nil
}

// Receipt tells a caller which entry carried out a command.
type Receipt struct {
	N     int
	State *State // the state after that entry or a later one
	Again bool   // an earlier call had already applied the command
}

// Do applies a command and returns when its entry is on disk. The key identifies the command: a second call
// with the same key does not apply it again.
//
// If the store cannot tell whether an entry was written, Do retries until ctx ends. It then returns
// store.ErrUncertain, and the caller can call Do again with the same key.
func (t *Live) Do(ctx context.Context, key string, c Command) (Receipt, error) {
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
			// This node may lag: another node may have written the command itself, or the question that it
			// answers.
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
		// Another node wrote first, or it is uncertain whether this node did. Read the newest entries and try
		// again.
		err = t.catchUp(ctx)
		if _, written := t.keys[key]; written && key != "" {
			continue // the command was carried out, even if other entries followed it
		}
		if err != nil && !temporary(err) {
			return Receipt{}, err
		}
	}
}

// temporary reports whether a command that failed with err is worth retrying.
func temporary(err error) bool {
	return errors.Is(err, store.ErrUnavailable) || errors.Is(err, store.ErrUncertain) || errors.Is(err, store.ErrConflict)
}

// attempt tries to apply a command once, to the newest state that this node knows.
func (t *Live) attempt(ctx context.Context, key string, c Command) (Receipt, error) {
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
	// Even if the caller gives up, this node must learn whether the entry was written. So the write does not
	// end with ctx.
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

// advance makes next the newest state. own means that this node wrote the entry, so that it also does the work
// that follows.
func (t *Live) advance(next *State, place uint64, key string, own bool) {
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

// catchUp reads and applies the entries that other nodes have written. The caller holds the lock t.write.
func (t *Live) catchUp(ctx context.Context) error {
	if t.archived {
		return nil
	}
	items, err := t.registry.log.After(ctx, t.ID, t.place)
	switch {
	case errors.Is(err, store.ErrDamaged):
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
		// The new entry may be a repair, which continues an earlier state. So read the whole log again. If
		// this node's data lags and lacks the new entry, the result must not make the table look sound.
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

// foldItems applies log items to s, except for damaged items that a later repair excludes. place is the
// position of the newest entry in s. If an item cannot be applied, it returns the last sound state and an
// error.
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

// checkArchive checks whether the game is in the archive. Callers use it if the log has no new entries.
func (t *Live) checkArchive(ctx context.Context) error {
	if s := t.State(); s == nil || !s.Over {
		if _, err := t.registry.log.Last(ctx, t.ID, true); !errors.Is(err, store.ErrAbsent) {
			return nil
		}
	}
	found, err := t.fromArchive(ctx)
	if !found && t.State() != nil {
		return nil // the game is still in the log, or the next check finds it in the archive
	}
	return err
}

// fromArchive loads the game from the archive, and reports whether it is there.
func (t *Live) fromArchive(ctx context.Context) (found bool, err error) {
	data, err := t.registry.log.Archived(ctx, t.ID)
	if errors.Is(err, store.ErrAbsent) {
		return false, nil // the game is still in the log
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
	if err != nil { // up to the first entry that this program does not know, the game can be read
		return true, t.markBroken(err)
	}
	return true, nil
}

// learnKeys records the keys of all entries from the given number on.
func (t *Live) learnKeys(s *State, from int) {
	for n, key := range s.keys[from:] {
		if key != "" {
			t.keys[key] = from + n
		}
	}
}

// markBroken makes the table read-only and alerts the operator. It returns the error that commands get.
func (t *Live) markBroken(err error) error {
	var b *BrokenError
	if !errors.As(err, &b) {
		return err
	}
	if t.broken.Swap(b) == nil {
		t.registry.observe.Broken(t.ID, b)
		if s := t.State(); s != nil && s.next != nil { // wake the readers that wait for a newer state
			again := *s
			again.next = make(chan struct{})
			t.state.Store(&again)
			close(s.next)
		}
	}
	return b
}

func (t *Live) readError(err error) error {
	if errors.Is(err, store.ErrDamaged) {
		n := 0
		if s := t.State(); s != nil {
			n = s.N + 1
		}
		return t.markBroken(&BrokenError{N: n, Why: "it cannot be read back"})
	}
	return err
}

// Fresh updates the table with every entry that any node acknowledged before the call.
func (t *Live) Fresh(ctx context.Context) error {
	if err := t.lock(ctx); err != nil {
		return err
	}
	defer t.unlock()
	return t.fresh(ctx)
}

// fresh does the work of Fresh. The caller holds the lock t.write.
func (t *Live) fresh(ctx context.Context) error {
	if t.registry.standalone && !t.unsure {
		return nil // no other node writes
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

// Refresh updates the table with the newest entries that the store reports, without writing anything. During a
// network partition, it may miss an entry that was acknowledged on the other side.
func (t *Live) Refresh(ctx context.Context) error {
	if t.registry.standalone {
		return nil
	}
	return t.registry.refresh(ctx, t.ID, true)
}

// Expire makes moves for seats whose time has run out, unless this node's clock is suspect.
func (t *Live) Expire(ctx context.Context) error {
	if t.registry.clockSuspect() {
		return nil
	}
	now := t.registry.clock.Now().UnixMilli()
	_, err := t.Do(ctx, "", timeUp{now})
	if refused, ok := errors.AsType[*Refusal](err); ok && refused.ID == RefusedOver {
		return nil // no clock runs in a finished game
	}
	return err
}

// suspectRetry is the delay before a timer that fired while the clock was suspect fires again.
const suspectRetry = 5 * time.Second

// setAlarm sets the table's timer to the next deadline.
func (t *Live) setAlarm(s *State) {
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
			return // the table was dropped, and its reminder will fire instead
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

// Release ends one caller's use of the table.
func (t *Live) Release() {
	t.used.Store(t.registry.clock.Now().UnixMilli())
	t.held.Add(-1)
}
