package table

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"theriac/engine"
	"theriac/internal/store"
)

// Clock is where time comes from.
type Clock interface {
	Now() time.Time
	AfterFunc(d time.Duration, f func()) (stop func())
}

// Observer gets what an operator wants to know.
type Observer interface {
	Appended(took time.Duration)
	Broken(table string, err error)
	Failed(doing, table string, err error)
}

// Config configures a registry.
type Config struct {
	Log     store.Log
	Feed    store.Feed
	Clock   Clock
	Observe Observer
	// Alone says that no other node writes to the log.
	Alone bool
	// OnWrite is called with each entry that this node wrote. It must not block.
	OnWrite func(t *Table, before, after *State)
	// OnEnd is called with a finished game before it is archived, perhaps more than once.
	OnEnd func(ctx context.Context, s *State) error
	// ClockSuspect says that this node's clock cannot be trusted: no seat's time runs
	// out here. May be nil.
	ClockSuspect func() bool
	// Wishes says what the people at a table want it to answer for them. May be nil.
	Wishes func(ctx context.Context, table string) Wishes
	// Writes says whether a form of Forms may be written, because every node can read it.
	// Nil: none that has to be asked for.
	Writes func(form string) bool
	// Rank is how many other nodes fire a table's reminder before this one would. Nil:
	// none. Fired is told which reminders this node fired, for ReminderFired of the others;
	// may be nil.
	Rank  func(table string) int
	Fired func([]store.Reminder)
	// Patience is how long background work waits for the store.
	Patience time.Duration
	// HistorySize is how many applied entries all histories together keep in memory; 0
	// is the default.
	HistorySize int
	// Scheduler is a simulation's. Nil: the Go runtime.
	Scheduler Scheduler
}

// defaultHistory is some 30 MB.
const defaultHistory = 20_000

// Registry holds the tables that this node serves.
type Registry struct {
	log          store.Log
	feed         store.Feed
	clock        Clock
	observe      Observer
	alone        bool
	scheduler    Scheduler
	patience     time.Duration
	clockSuspect func() bool
	onWrite      func(t *Table, before, after *State)
	onEnd        func(ctx context.Context, s *State) error
	wishes       func(ctx context.Context, table string) Wishes
	writes       func(form string) bool
	ctx          context.Context
	stop         context.CancelFunc
	work         chan task
	done         sync.WaitGroup
	histories    *historyLRU
	dropped      atomic.Int64
	loads        atomic.Int64
	reminders    reminders

	mu     sync.Mutex
	tables map[string]*Table
}

// NewRegistry makes a registry. Close it.
func NewRegistry(c Config) *Registry {
	reg := &Registry{log: c.Log, feed: c.Feed, clock: c.Clock, observe: c.Observe, alone: c.Alone, scheduler: c.Scheduler, onWrite: c.OnWrite, onEnd: c.OnEnd, wishes: c.Wishes,
		patience: c.Patience, work: make(chan task, 4096), tables: map[string]*Table{}, histories: newHistoryLRU(c.HistorySize)}
	if reg.clockSuspect = c.ClockSuspect; reg.clockSuspect == nil {
		reg.clockSuspect = func() bool { return false }
	}
	if reg.writes = c.Writes; reg.writes == nil {
		reg.writes = func(string) bool { return false }
	}
	if reg.patience == 0 {
		reg.patience = 15 * time.Second
	}
	if c.HistorySize == 0 {
		reg.histories.most = defaultHistory
	}
	reg.reminders = newReminders(c.Rank, c.Fired)
	reg.ctx, reg.stop = context.WithCancel(context.Background())
	reg.startWorkers()
	return reg
}

// Close stops the background work. Open tables can still be read.
func (reg *Registry) Close() {
	reg.stop()
	reg.done.Wait()
	reg.mu.Lock()
	defer reg.mu.Unlock()
	for _, t := range reg.tables {
		t.stop()
	}
}

// Begin writes the opening of a game, and with it the moves that lead from the deal to
// where the table plays on, each as "seat move": nobody can move before them. Most
// tables have none. LeadEnd comes last where the game was given up. To begin a game again with the same header is no error.
func (reg *Registry) Begin(ctx context.Context, table string, h engine.Header, limit time.Duration, lead ...string) error {
	s := begin(table)
	e := &Entry{Kind: KindOpen, Open: NewOpening(h, limit.Milliseconds())}
	for i, text := range lead {
		if text == LeadEnd && i == len(lead)-1 {
			e.What = ProposeEnd
			break
		}
		seat, move, _ := strings.Cut(text, " ")
		n, err := strconv.ParseUint(seat, 10, 8)
		if err != nil || n >= uint64(len(h.Seats)) {
			return &Refusal{ID: RefusedNotation, What: text}
		}
		e.Plays = append(e.Plays, Play{Seat: engine.Seat(n), Move: move, Why: WhyLead})
	}
	next, data, err := s.draft(e, reg.clock.Now().UnixMilli(), noWishes)
	if err != nil {
		return err
	}
	for try := 0; ; try++ {
		_, err = reg.log.Append(ctx, table, 0, next.chain.String(), data)
		switch {
		case err == nil:
			reg.remind(ctx, next)
			return nil
		case errors.Is(err, store.ErrConflict):
			return reg.begun(ctx, table, h)
		case !errors.Is(err, store.ErrUncertain) || ctx.Err() != nil:
			return err
		}
		reg.pause(ctx, try)
	}
}

// Settle archives a game that is over, and reports its end, before it returns. Where
// somebody waits for it, that need not be left to the background.
func (reg *Registry) Settle(ctx context.Context, table string) error { return reg.archive(ctx, table) }

// begun says whether the existing game is the one that was to begin.
func (reg *Registry) begun(ctx context.Context, table string, h engine.Header) error {
	t, err := reg.Open(ctx, table)
	if err != nil {
		return err
	}
	defer t.Release()
	if t.State().head.Seed.Commitment != h.Seed.Commitment {
		return fmt.Errorf("%w: another game has begun there", store.ErrConflict)
	}
	reg.remind(ctx, t.State()) // the starter may have crashed first
	return nil
}

// Open returns the table, and loads it if needed. Release it.
func (reg *Registry) Open(ctx context.Context, id string) (*Table, error) {
	t, shared, err := reg.join(ctx, id)
	if shared && errors.Is(err, ErrNoTable) {
		// The loading that this waited for had looked before the game was begun, perhaps.
		t, _, err = reg.join(ctx, id)
	}
	return t, err
}

// join waits for the table's loading, and begins it unless somebody has.
func (reg *Registry) join(ctx context.Context, id string) (t *Table, shared bool, err error) {
	reg.mu.Lock()
	t, shared = reg.tables[id]
	if !shared {
		t = &Table{ID: id, registry: reg, write: make(chan struct{}, 1), keys: map[string]int{}, loaded: make(chan struct{})}
		reg.tables[id] = t
	}
	t.held.Add(1)
	reg.mu.Unlock()
	if !shared {
		reg.load(ctx, t)
	}
	if reg.scheduler != nil {
		reg.scheduler.Wait(ctx, func() bool { return Closed(t.loaded) })
	}
	if !Closed(t.loaded) {
		select {
		case <-t.loaded:
		case <-ctx.Done():
			t.held.Add(-1)
			return nil, shared, fmt.Errorf("%w: %w", store.ErrUnavailable, ctx.Err())
		}
	}
	if t.failed != nil {
		t.held.Add(-1)
		return nil, shared, t.failed
	}
	return t, shared, nil
}

// load loads a table for everybody who waits for it.
func (reg *Registry) load(ctx context.Context, t *Table) {
	defer close(t.loaded) // also after a panic: nobody waits for ever
	t.failed = fmt.Errorf("%w: it was not loaded", store.ErrUnavailable)
	defer func() {
		if t.failed != nil {
			reg.mu.Lock()
			delete(reg.tables, t.ID)
			reg.mu.Unlock()
			t.stop()
		}
	}()
	// Others may still wait when the first caller has gone.
	whole, cancel := reg.within(context.WithoutCancel(ctx))
	defer cancel()
	reg.loads.Add(1)
	t.failed = t.load(whole)
}

// hold keeps a table that this node still has in memory. Release it.
func (reg *Registry) hold(t *Table) bool {
	reg.mu.Lock()
	defer reg.mu.Unlock()
	if reg.tables[t.ID] != t {
		return false
	}
	t.held.Add(1)
	return true
}

// Live counts the tables in memory.
func (reg *Registry) Live() int {
	reg.mu.Lock()
	defer reg.mu.Unlock()
	return len(reg.tables)
}

// Loads counts how often a table was read from the store.
func (reg *Registry) Loads() int64 { return reg.loads.Load() }

// load reads the table: its snapshot, then the entries since.
func (t *Table) load(ctx context.Context) error {
	reg := t.registry
	if !reg.alone {
		quiet, err := reg.feed.Subscribe(t.ID, t.onNews)
		if err != nil {
			return err
		}
		t.mu.Lock()
		t.unsubscribe = quiet
		t.mu.Unlock()
	}
	t.write <- struct{}{}
	defer t.unlock()
	// Where other nodes write, this must see what they wrote before the subscription.
	last, err := reg.log.Last(ctx, t.ID, !reg.alone)
	if err == nil || errors.Is(err, store.ErrDamaged) {
		in, err := reg.log.InArchive(ctx, t.ID)
		if err != nil {
			return err
		}
		t.uncleared = in
	}
	switch {
	case errors.Is(err, store.ErrAbsent), t.uncleared:
		// A log is cleared once its game is in the archive. Where nobody can say whether it is
		// there, the game may well exist.
		if t.uncleared {
			reg.enqueue(task{table: t.ID, what: taskArchive})
		}
		if _, err := t.fromArchive(ctx); err != nil && (!errors.Is(err, ErrNewer) || t.State() == nil || t.State().Pos == nil) {
			return err
		}
		if t.State() == nil {
			return ErrNoTable
		}
		return nil
	case err != nil && !errors.Is(err, store.ErrDamaged):
		return err
	}
	t.loadSnapshot(ctx, last, err == nil)
	for try := 0; !t.archived && (err != nil || t.place < last.At || t.place > last.At && try == 0); try++ {
		if try > 0 {
			reg.pause(ctx, try)
		}
		if t.State() == nil {
			t.state.Store(begin(t.ID))
		}
		if err = t.catchUp(ctx); err != nil {
			if t.Damaged() != nil && t.State().Pos != nil {
				return nil // it can be read as far as it is sound
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
		reg.enqueue(task{table: t.ID, what: taskArchive})
	}
	return nil
}

// loadSnapshot takes the snapshot, if the log confirms it.
func (t *Table) loadSnapshot(ctx context.Context, last store.Item, whole bool) {
	reg := t.registry
	data, err := reg.log.Snapshot(ctx, t.ID)
	if err != nil {
		return
	}
	s, place, err := foldSnapshot(t.ID, data)
	if err != nil {
		reg.observe.Failed("read the snapshot of", t.ID, err)
		return
	}
	switch chain, _, ok := unseal(last.Data); {
	case !whole: // the log's end is damaged; the snapshot is sound as far as it goes
	case place > last.At:
		// A replica may be behind. If it is not, the log has lost entries.
		if fresh, err := reg.log.Last(ctx, t.ID, true); err == nil && fresh.At < place {
			t.learnKeys(s, 0)
			t.place = place
			t.advance(s, place, "", false)
			_ = t.markBroken(&BrokenError{N: s.N + 1, Why: "the log ends before the entry of its snapshot"})
			return
		}
	case place == last.At && (!ok || chain != s.chain):
		reg.observe.Failed("read the snapshot of", t.ID, &BrokenError{N: s.N, Why: "it does not match the log"})
		return
	}
	t.learnKeys(s, 0)
	t.snapshotAt = s.N
	t.advance(s, place, "", false)
}

// onNews takes in an entry that another node wrote.
func (t *Table) onNews(n store.News) {
	if n.Kind != "log" {
		return
	}
	ctx, cancel := t.registry.within(t.registry.ctx)
	defer cancel()
	if t.lock(ctx) != nil {
		return
	}
	defer t.unlock()
	s := t.State()
	if s == nil || t.archived || n.At <= t.place {
		return
	}
	if next, err := s.fold(n.Data); err == nil && t.Damaged() == nil {
		t.learnKeys(next, next.N)
		t.advance(next, n.At, "", false)
		return
	}
	if err := t.catchUp(ctx); err != nil && t.Damaged() == nil {
		t.registry.observe.Failed("catch up with", t.ID, err)
	}
}

// stop stops a table's timer and subscription.
func (t *Table) stop() {
	if s := t.State(); s != nil {
		t.registry.histories.drop(s.history)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.dropped = true
	if t.alarm != nil {
		t.alarm()
		t.alarm = nil
	}
	if t.unsubscribe != nil {
		t.unsubscribe()
		t.unsubscribe = nil
	}
}

// Sweep drops tables that nobody has used for some time.
func (reg *Registry) Sweep(idle time.Duration) {
	before := reg.clock.Now().Add(-idle).UnixMilli()
	var gone []*Table
	reg.mu.Lock()
	for id, t := range reg.tables {
		if t.held.Load() == 0 && t.used.Load() < before {
			delete(reg.tables, id)
			gone = append(gone, t)
		}
	}
	reg.mu.Unlock()
	slices.SortFunc(gone, func(a, b *Table) int { return strings.Compare(a.ID, b.ID) })
	for _, t := range gone {
		t.stop()
		// A reminder may have been lost with a node: while the table was here, its own
		// timer stood in for it.
		if s := t.State(); s != nil && s.Pos != nil && !s.Over && t.Damaged() == nil {
			reg.enqueue(task{table: t.ID, what: taskRemind, state: s})
			t.saveSnapshot(s)
		}
	}
}

// saveSnapshot saves the whole snapshot of a table that is dropped: whoever opens it
// next has nothing else to read.
func (t *Table) saveSnapshot(s *State) {
	select {
	case t.write <- struct{}{}:
		defer t.unlock()
	default:
		return // a writer holds it: never mind
	}
	if t.snapshotAt < s.N && t.State() == s && !t.archived {
		t.snapshotAt = s.N
		t.registry.enqueue(task{table: t.ID, what: taskSnapshot, state: s, place: t.place})
	}
}
