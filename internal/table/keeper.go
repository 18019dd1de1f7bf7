package table

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"theriac/engine"
	"theriac/internal/store"
)

// Clock is where time comes from.
type Clock interface {
	Now() time.Time
	AfterFunc(d time.Duration, f func()) (stop func())
}

// Observer is told what an operator wants to know.
type Observer interface {
	Appended(took time.Duration)
	Broken(table string, err error)
	Failed(doing, table string, err error)
}

// Config is what a keeper needs.
type Config struct {
	Log     store.Log
	Feed    store.Feed
	Clock   Clock
	Observe Observer
	// Alone says that no other node writes to the log.
	Alone bool
	// Wrote is told of each entry that this node wrote. It must not wait.
	Wrote func(t *Table, before, after *State)
	// Ended is told of a finished game once it is in the archive. It may be told
	// again.
	Ended func(ctx context.Context, s *State) error
	// Astray says that this node's clock cannot be believed: no seat's time runs out
	// here. May be nil.
	Astray func() bool
	// Patience is how long the house itself waits for the store.
	Patience time.Duration
	// PastSteps is how many steps of the past are kept in memory for those who ask
	// for them, over all tables; 0 is some 30 MB of them.
	PastSteps int
}

// pastSteps are some 30 MB.
const pastSteps = 20_000

// Keeper holds the tables that this node serves.
type Keeper struct {
	log      store.Log
	feed     store.Feed
	clock    Clock
	observe  Observer
	alone    bool
	patience time.Duration
	astray   func() bool
	told     func(t *Table, before, after *State)
	ended    func(ctx context.Context, s *State) error
	ctx      context.Context
	stop     context.CancelFunc
	work     chan chore
	done     sync.WaitGroup
	pasts    *shelf
	missed   []string // tables that were due and could not be called; CallDue's own

	mu     sync.Mutex
	tables map[string]*Table
}

// NewKeeper makes a keeper. Close it.
func NewKeeper(c Config) *Keeper {
	k := &Keeper{log: c.Log, feed: c.Feed, clock: c.Clock, observe: c.Observe, alone: c.Alone, told: c.Wrote, ended: c.Ended,
		patience: c.Patience, work: make(chan chore, 4096), tables: map[string]*Table{}, pasts: newShelf(c.PastSteps)}
	if k.astray = c.Astray; k.astray == nil {
		k.astray = func() bool { return false }
	}
	if k.patience == 0 {
		k.patience = 15 * time.Second
	}
	if c.PastSteps == 0 {
		k.pasts.most = pastSteps
	}
	k.ctx, k.stop = context.WithCancel(context.Background())
	for range choreWorkers {
		k.done.Add(1)
		go k.chores()
	}
	return k
}

// Close ends what the keeper does of itself. Tables that are held can still be
// read.
func (k *Keeper) Close() {
	k.stop()
	k.done.Wait()
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, t := range k.tables {
		t.forget()
	}
}

// Begin writes the opening of a game. To begin a game that has begun with the
// same header is no error.
func (k *Keeper) Begin(ctx context.Context, table string, h engine.Header, limit time.Duration) error {
	s := begin(table)
	next, data, err := s.draft(&Entry{Kind: KindOpen, Open: NewOpening(h, limit.Milliseconds())}, k.clock.Now().UnixMilli())
	if err != nil {
		return err
	}
	for try := 0; ; try++ {
		_, err = k.log.Append(ctx, table, 0, next.chain.String(), data)
		switch {
		case err == nil:
			k.remind(ctx, next)
			return nil
		case errors.Is(err, store.ErrConflict):
			return k.begun(ctx, table, h)
		case !errors.Is(err, store.ErrUncertain) || ctx.Err() != nil:
			return err
		}
		k.pause(ctx, try)
	}
}

// begun says whether the game that is there is the one that was to begin.
func (k *Keeper) begun(ctx context.Context, table string, h engine.Header) error {
	t, err := k.Open(ctx, table)
	if err != nil {
		return err
	}
	defer t.Release()
	if t.State().head.Seed.Commitment != h.Seed.Commitment {
		return fmt.Errorf("%w: another game has begun there", store.ErrConflict)
	}
	k.remind(ctx, t.State()) // who began it may not have come to that
	return nil
}

// Open is the table, loaded if it was not. Release it.
func (k *Keeper) Open(ctx context.Context, id string) (*Table, error) {
	k.mu.Lock()
	t, there := k.tables[id]
	if !there {
		t = &Table{ID: id, keeper: k, write: make(chan struct{}, 1), keys: map[string]int{}, loaded: make(chan struct{})}
		k.tables[id] = t
	}
	t.held.Add(1)
	k.mu.Unlock()
	if !there {
		k.load(ctx, t)
	}
	select {
	case <-t.loaded:
	case <-ctx.Done():
		t.held.Add(-1)
		return nil, fmt.Errorf("%w: %w", store.ErrUnavailable, ctx.Err())
	}
	if t.failed != nil {
		t.held.Add(-1)
		return nil, t.failed
	}
	return t, nil
}

// load loads a table for all who wait for it.
func (k *Keeper) load(ctx context.Context, t *Table) {
	defer close(t.loaded) // also after a panic: nobody waits for ever
	t.failed = fmt.Errorf("%w: it was not loaded", store.ErrUnavailable)
	defer func() {
		if t.failed != nil {
			k.mu.Lock()
			delete(k.tables, t.ID)
			k.mu.Unlock()
			t.forget()
		}
	}()
	// Others may wait for it when who asked first has gone.
	whole, cancel := context.WithTimeout(context.WithoutCancel(ctx), k.patience)
	defer cancel()
	t.failed = t.load(whole)
}

// hold keeps a table that is still this node's from being let go. Release it.
func (k *Keeper) hold(t *Table) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.tables[t.ID] != t {
		return false
	}
	t.held.Add(1)
	return true
}

// Live counts the tables in memory.
func (k *Keeper) Live() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.tables)
}

// load reads the table: its moves so far in one piece, then what came since.
func (t *Table) load(ctx context.Context) error {
	k := t.keeper
	if !k.alone {
		quiet, err := k.feed.Subscribe(t.ID, t.hear)
		if err != nil {
			return err
		}
		t.mu.Lock()
		t.quiet = quiet
		t.mu.Unlock()
	}
	t.write <- struct{}{}
	defer t.unlock()
	// Where others write, what they wrote before this node listened must be seen.
	last, err := k.log.Last(ctx, t.ID, !k.alone)
	switch {
	case errors.Is(err, store.ErrAbsent):
		if err := t.vanished(ctx); err != nil && (!errors.Is(err, ErrNewer) || t.State() == nil || t.State().Pos == nil) {
			return err
		}
		if t.State() == nil {
			return ErrNoTable
		}
		return nil
	case err != nil && !errors.Is(err, store.ErrDamaged):
		return err
	}
	t.loadKept(ctx, last, err == nil)
	for try := 0; !t.stored && (err != nil || t.place < last.At || t.place > last.At && try == 0); try++ {
		if try > 0 {
			k.pause(ctx, try)
		}
		if t.State() == nil {
			t.state.Store(begin(t.ID))
		}
		if err = t.catchUp(ctx); err != nil {
			if t.Damaged() != nil && t.State().Pos != nil {
				return nil // it can be looked at, as far as it is sound
			}
			if try < 20 && temporary(err) && ctx.Err() == nil {
				continue
			}
			return err
		}
		if ctx.Err() != nil {
			return fmt.Errorf("%w: %w", store.ErrUnavailable, ctx.Err())
		}
	}
	if t.State().Pos == nil {
		return ErrNoTable
	}
	if t.State().Over {
		k.add(chore{table: t.ID, what: choreArchive})
	}
	return nil
}

// loadKept takes the moves that lie beside the log, if the log bears them out.
func (t *Table) loadKept(ctx context.Context, last store.Item, whole bool) {
	k := t.keeper
	data, err := k.log.Snapshot(ctx, t.ID)
	if err != nil {
		return
	}
	s, place, err := foldWhole(t.ID, data)
	if err != nil {
		k.observe.Failed("read the moves so far of", t.ID, err)
		return
	}
	switch chain, _, ok := unseal(last.Data); {
	case !whole: // the log's end is damaged; what was kept is sound as far as it goes
	case place > last.At:
		// A replica may be behind. If it is not, the log has lost entries.
		if fresh, err := k.log.Last(ctx, t.ID, true); err == nil && fresh.At < place {
			t.learnKeys(s, 0)
			t.place = place
			t.advance(s, place, "", false)
			_ = t.breaks(&BrokenError{N: s.N + 1, Why: "the log ends before the entry at which its moves were kept"})
			return
		}
	case place == last.At && (!ok || chain != s.chain):
		k.observe.Failed("read the moves so far of", t.ID, &BrokenError{N: s.N, Why: "they are not those of the log"})
		return
	}
	t.learnKeys(s, 0)
	t.kept = s.N
	t.advance(s, place, "", false)
}

// hear is told of entries that other nodes wrote.
func (t *Table) hear(n store.News) {
	if n.Kind != "log" {
		return
	}
	ctx, cancel := context.WithTimeout(t.keeper.ctx, t.keeper.patience)
	defer cancel()
	if t.lock(ctx) != nil {
		return
	}
	defer t.unlock()
	s := t.State()
	if s == nil || t.stored || n.At <= t.place {
		return
	}
	if next, err := s.fold(n.Data); err == nil && t.Damaged() == nil {
		t.learnKeys(next, next.N)
		t.advance(next, n.At, "", false)
		return
	}
	if err := t.catchUp(ctx); err != nil && t.Damaged() == nil {
		t.keeper.observe.Failed("catch up with", t.ID, err)
	}
}

// forget stops what a table does of itself.
func (t *Table) forget() {
	if s := t.State(); s != nil {
		t.keeper.pasts.drop(s.past)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.gone = true
	if t.alarm != nil {
		t.alarm()
		t.alarm = nil
	}
	if t.quiet != nil {
		t.quiet()
		t.quiet = nil
	}
}

// Sweep lets go of tables that nobody has asked for since some time.
func (k *Keeper) Sweep(idle time.Duration) {
	before := k.clock.Now().Add(-idle).UnixMilli()
	var gone []*Table
	k.mu.Lock()
	for id, t := range k.tables {
		if t.held.Load() == 0 && t.used.Load() < before {
			delete(k.tables, id)
			gone = append(gone, t)
		}
	}
	k.mu.Unlock()
	for _, t := range gone {
		t.forget()
		// A reminder may have been lost with a node: while the table was here, its
		// own timer stood in for it.
		if s := t.State(); s != nil && s.Pos != nil && !s.Over && t.Damaged() == nil {
			k.add(chore{table: t.ID, what: choreRemind, state: s})
			t.keepAll(s)
		}
	}
}

// keepAll puts all moves of a table that is let go beside its log: who opens it
// next has nothing else to read.
func (t *Table) keepAll(s *State) {
	select {
	case t.write <- struct{}{}:
		defer t.unlock()
	default:
		return // it is being written to: never mind
	}
	if t.kept < s.N && t.State() == s && !t.stored {
		t.kept = s.N
		t.keeper.add(chore{table: t.ID, what: choreKeep, state: s, place: t.place})
	}
}

// pause waits a little, longer the more often it was tried.
func (k *Keeper) pause(ctx context.Context, try int) {
	most := min(time.Duration(try+1)*4*time.Millisecond, 400*time.Millisecond)
	timer := time.NewTimer(most/2 + time.Duration(rand.Int64N(int64(most/2))))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
