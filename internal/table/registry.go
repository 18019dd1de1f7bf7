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

// Clock provides the time and timers.
type Clock interface {
	Now() time.Time
	AfterFunc(d time.Duration, f func()) (stop func())
}

// Observer learns about events that matter to an operator.
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
	// Standalone means that this node is the only one that writes to the log.
	Standalone bool
	// OnWrite is called with each entry that this node wrote. It must not block.
	OnWrite func(t *Live, before, after *State)
	// OnEnd is called with a finished game before it is archived. It may be called several times for one game.
	OnEnd func(ctx context.Context, s *State) error
	// ClockSuspect reports whether this node's clock cannot be trusted. While it cannot, this node lets no
	// seat's time run out. ClockSuspect may be nil.
	ClockSuspect func() bool
	// Wishes returns what the people at a table want the table to answer for them. It may be nil.
	Wishes func(ctx context.Context, table string) Wishes
	// Writes reports whether nodes may write a format of Formats, because every node can read it. If Writes is
	// nil, this node writes none of them.
	Writes func(format string) bool
	// Rank returns how many other nodes come before this one in firing a table's reminder. If Rank is nil, none
	// do. Fired is called with the reminders that this node has fired, so that the caller can pass them to
	// ReminderFired on other nodes. Fired may be nil.
	Rank  func(table string) int
	Fired func([]store.Reminder)
	// Patience is the longest that background work waits for the store.
	Patience time.Duration
	// HistorySize is the maximum number of applied entries that all histories together may keep in memory; 0
	// means the default.
	HistorySize int
	// Scheduler replaces the Go scheduler in a simulation. It is nil on a server.
	Scheduler Scheduler
}

// defaultHistory is the default HistorySize. This many entries take about 30 MB.
const defaultHistory = 20_000

// Registry holds the tables that this node has in memory.
type Registry struct {
	log          store.Log
	feed         store.Feed
	clock        Clock
	observe      Observer
	standalone   bool
	scheduler    Scheduler
	patience     time.Duration
	clockSuspect func() bool
	onWrite      func(t *Live, before, after *State)
	onEnd        func(ctx context.Context, s *State) error
	wishes       func(ctx context.Context, table string) Wishes
	writes       func(format string) bool
	ctx          context.Context
	stop         context.CancelFunc
	work         chan task
	done         sync.WaitGroup
	histories    *historyLRU
	dropped      atomic.Int64
	loads        atomic.Int64
	reminders    reminders

	mu     sync.Mutex
	tables map[string]*Live
}

// NewRegistry returns a registry and starts its background work. The caller must close it.
func NewRegistry(c Config) *Registry {
	reg := &Registry{log: c.Log, feed: c.Feed, clock: c.Clock, observe: c.Observe, standalone: c.Standalone, scheduler: c.Scheduler, onWrite: c.OnWrite, onEnd: c.OnEnd, wishes: c.Wishes,
		patience: c.Patience, work: make(chan task, 4096), tables: map[string]*Live{}, histories: newHistoryLRU(c.HistorySize)}
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

// Limit is how long a seat may take: for each answer, or with Live for a whole turn.
type Limit struct {
	Each time.Duration
	Live bool
}

// Begin begins a game by writing its first entry. To begin a game again with the same header is not an error.
//
// lead lists moves that take the game from the deal to where play starts, each as "seat move"; most tables have
// none. They are part of the first entry, so no player can move before them. If the moves come from a game that
// was given up, LeadEnd is the last item.
func (reg *Registry) Begin(ctx context.Context, table string, h engine.Header, limit Limit, lead ...string) error {
	s := begin(table)
	e := &Entry{Kind: KindOpen, Open: NewOpening(h, limit.Each.Milliseconds())}
	e.Open.Live = limit.Live
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

// Settle archives a finished game and reports its end before it returns, instead of leaving that to the
// background work.
func (reg *Registry) Settle(ctx context.Context, table string) error { return reg.archive(ctx, table) }

// begun returns nil if the game that has already begun at a table is the one that the caller wants to begin.
func (reg *Registry) begun(ctx context.Context, table string, h engine.Header) error {
	t, err := reg.Open(ctx, table)
	if err != nil {
		return err
	}
	defer t.Release()
	if t.State().head.Seed.Commitment != h.Seed.Commitment {
		return fmt.Errorf("%w: another game has begun there", store.ErrConflict)
	}
	reg.remind(ctx, t.State()) // an earlier caller may have crashed before it set the reminder
	return nil
}

// Open returns the table and loads it if needed. The caller must release it.
func (reg *Registry) Open(ctx context.Context, id string) (*Live, error) {
	t, shared, err := reg.join(ctx, id)
	if shared && errors.Is(err, ErrNoTable) {
		// The first load may have started before the game began, so load the table once more.
		t, _, err = reg.join(ctx, id)
	}
	return t, err
}

// join waits until the table is loaded, and starts loading it if no other caller has. shared reports whether
// another caller has.
func (reg *Registry) join(ctx context.Context, id string) (t *Live, shared bool, err error) {
	reg.mu.Lock()
	t, shared = reg.tables[id]
	if !shared {
		t = &Live{ID: id, registry: reg, write: make(chan struct{}, 1), keys: map[string]int{}, loaded: make(chan struct{})}
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

// load loads a table on behalf of all callers that wait for it.
func (reg *Registry) load(ctx context.Context, t *Live) {
	defer close(t.loaded) // close it even after a panic, or callers would wait forever
	t.failed = fmt.Errorf("%w: it was not loaded", store.ErrUnavailable)
	defer func() {
		if t.failed != nil {
			reg.mu.Lock()
			delete(reg.tables, t.ID)
			reg.mu.Unlock()
			t.stop()
		}
	}()
	// Loading does not end with the first caller's context, because other callers may be waiting for it.
	whole, cancel := reg.within(context.WithoutCancel(ctx))
	defer cancel()
	reg.loads.Add(1)
	t.failed = t.load(whole)
}

// hold counts one more caller that uses a table, and reports false if the table is no longer in memory. The
// caller must release the table.
func (reg *Registry) hold(t *Live) bool {
	reg.mu.Lock()
	defer reg.mu.Unlock()
	if reg.tables[t.ID] != t {
		return false
	}
	t.held.Add(1)
	return true
}

// Live returns the number of tables in memory.
func (reg *Registry) Live() int {
	reg.mu.Lock()
	defer reg.mu.Unlock()
	return len(reg.tables)
}

// Loads returns how many times a table was read from the store.
func (reg *Registry) Loads() int64 { return reg.loads.Load() }

// load reads the table from the store: its snapshot, then the entries after it.
func (t *Live) load(ctx context.Context) error {
	reg := t.registry
	if !reg.standalone {
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
	// If other nodes write too, this node's data may lag. A fresh read misses no entry that was written before
	// this node subscribed.
	last, err := reg.log.Last(ctx, t.ID, !reg.standalone)
	switch {
	case errors.Is(err, store.ErrAbsent): // the game may be in the archive
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
				return nil // the table is read-only, but its sound entries can be read
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

// loadSnapshot loads the snapshot if it agrees with the log.
func (t *Live) loadSnapshot(ctx context.Context, last store.Item, whole bool) {
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
	case !whole: // the end of the log is damaged, but the snapshot is sound
	case place > last.At:
		// Entries may have been added between the two reads. If the log still ends before the snapshot's
		// entry, it has lost entries.
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

// onNews applies an entry that another node has written and announced in the feed.
func (t *Live) onNews(n store.News) {
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

// stop stops a table's timer and ends its subscription.
func (t *Live) stop() {
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

// Sweep drops tables from memory that no caller has used for the given time.
func (reg *Registry) Sweep(idle time.Duration) {
	before := reg.clock.Now().Add(-idle).UnixMilli()
	var gone []*Live
	reg.mu.Lock()
	for id, t := range reg.tables {
		if t.held.Load() == 0 && t.used.Load() < before {
			delete(reg.tables, id)
			gone = append(gone, t)
		}
	}
	reg.mu.Unlock()
	slices.SortFunc(gone, func(a, b *Live) int { return strings.Compare(a.ID, b.ID) })
	for _, t := range gone {
		t.stop()
		// The table's reminder may be lost, and its timer ends now that it is dropped. So set the reminder
		// again.
		if s := t.State(); s != nil && s.Pos != nil && !s.Over && t.Damaged() == nil {
			reg.enqueue(task{table: t.ID, what: taskRemind, state: s})
			t.saveSnapshot(s)
		}
	}
}

// saveSnapshot saves a complete snapshot of a table that is about to be dropped, so that the next load has no
// log entries to read.
func (t *Live) saveSnapshot(s *State) {
	select {
	case t.write <- struct{}{}:
		defer t.unlock()
	default:
		return // a command is being written; skip the snapshot, which is only a cache
	}
	if t.snapshotAt < s.N && t.State() == s && !t.archived {
		t.snapshotAt = s.N
		t.registry.enqueue(task{table: t.ID, what: taskSnapshot, state: s, place: t.place})
	}
}
