package table_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"theriac/internal/store"
	"theriac/internal/store/memstore"
	"theriac/internal/table"
)

// mishap is a log whose replies may be lost.
type mishap struct {
	store.Log
	unanswered atomic.Bool // entries are appended, but the replies are lost
	unreadable atomic.Bool // all reads fail
}

func (m *mishap) Append(ctx context.Context, id string, after uint64, key string, data []byte) (uint64, error) {
	at, err := m.Log.Append(ctx, id, after, key, data)
	if m.unanswered.Load() {
		return 0, store.ErrUncertain
	}
	return at, err
}

func (m *mishap) Last(ctx context.Context, id string, fresh bool) (store.Item, error) {
	if m.unreadable.Load() {
		return store.Item{}, store.ErrUnavailable
	}
	return m.Log.Last(ctx, id, fresh)
}

func (m *mishap) After(ctx context.Context, id string, after uint64) ([]store.Item, error) {
	if m.unreadable.Load() {
		return nil, store.ErrUnavailable
	}
	return m.Log.After(ctx, id, after)
}

func mishaps(t *testing.T) (*mishap, *node) {
	st, clock := memstore.New(), newClock()
	log := &mishap{Log: st.Log()}
	n := &node{recorder: &recorder{t: t}, log: log, clock: clock}
	n.Registry = table.NewRegistry(table.Config{Log: log, Feed: st.Feed(), Clock: clock, Observe: n.recorder, Standalone: true, Patience: 2 * time.Second})
	t.Cleanup(n.Close)
	return log, n
}

// If the reply to a write is lost, the entry is on disk even though the caller has given up. Every reader sees
// it, even if no command follows.
func TestLostAnswer(t *testing.T) {
	log, n := mishaps(t)
	tb := n.begun(t, "tableunheard", header(t, 1), time.Hour)
	log.unanswered.Store(true)
	log.unreadable.Store(true)
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	c := drive(t, tb.State())
	if _, err := tb.Do(ctx, "k", c); !errors.Is(err, store.ErrUncertain) {
		t.Fatal(err)
	}
	if tb.State().N != 0 {
		t.Fatal("it was seen at once, and this test shows nothing")
	}
	log.unanswered.Store(false)
	log.unreadable.Store(false)
	waitFor(t, func() bool { return tb.State().N == 1 })
	if r := do(t, tb, "k", c); r.N != 1 || !r.Again {
		t.Fatalf("asked again, it became entry %d", r.N)
	}
}

// A reminder that becomes due while the store is unreachable fires once the store can be reached again.
func TestDueWhileTheStoreWasAway(t *testing.T) {
	log, n := mishaps(t)
	if err := n.Begin(within(t), "tablemissed", header(t, 1), table.Limit{Each: time.Hour}); err != nil {
		t.Fatal(err)
	}
	n.clock.add(90 * time.Minute)
	log.unreadable.Store(true)
	if err := n.FireDue(within(t)); err != nil {
		t.Fatal(err)
	}
	log.unreadable.Store(false)
	if err := n.FireDue(within(t)); err != nil {
		t.Fatal(err)
	}
	if tb := n.open(t, "tablemissed"); tb.State().Moves() == 0 {
		t.Fatal("nobody moved on")
	}
}

// If the reply to a repair is lost, the operator repeats it, and it is still applied only once. Moves made
// after the repair can be read.
func TestRepairTwice(t *testing.T) {
	log, n := mishaps(t)
	tb := n.begun(t, "tablerepaired", header(t, 1), time.Hour)
	r := rand.New(rand.NewPCG(1, 1))
	playOut(t, tb, r, 4)
	items, err := log.Log.After(within(t), "tablerepaired", 0)
	if err != nil {
		t.Fatal(err)
	}
	bad := append([]byte{}, items[len(items)-1].Data...)
	bad[len(bad)-3] ^= 1
	if _, err := log.Log.Append(within(t), "tablerepaired", items[len(items)-1].At, "bad", bad); err != nil {
		t.Fatal(err)
	}
	good := tb.State().N
	if _, err := tb.Do(within(t), "", answer(tb.State(), r)); !errors.Is(err, table.ErrDamaged) {
		t.Fatal(err)
	}
	log.unanswered.Store(true)
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	_ = tb.Repair(ctx, good)
	log.unanswered.Store(false)
	if err := tb.Repair(within(t), good); err != nil {
		var no *table.Refusal
		if !errors.As(err, &no) || no.ID != "not-damaged" {
			t.Fatal(err)
		}
	}
	playOut(t, tb, r, 3)
	if err := log.SaveSnapshot(within(t), "tablerepaired", []byte("rubbish\n")); err != nil {
		t.Fatal(err)
	}
	again := newNode2(t, log, n.clock)
	got, err := again.Open(within(t), "tablerepaired")
	if err != nil {
		t.Fatal(err)
	}
	defer got.Release()
	if got.Damaged() != nil || got.State().N != tb.State().N || got.State().Pos.Hash() != tb.State().Pos.Hash() {
		t.Fatalf("read back at %d of %d: %v", got.State().N, tb.State().N, got.Damaged())
	}
}

// newNode2 returns a second node over the same log.
func newNode2(t *testing.T, log store.Log, clock *fakeClock) *table.Registry {
	reg := table.NewRegistry(table.Config{Log: log, Clock: clock, Observe: &recorder{t: t}, Standalone: true})
	t.Cleanup(reg.Close)
	return reg
}

// archiveReads counts how often a game is read from the archive.
type archiveReads struct {
	store.Log
	n    atomic.Int32
	fail error // the error to return instead of reading
}

func (a *archiveReads) Archived(ctx context.Context, id string) ([]byte, error) {
	a.n.Add(1)
	if a.fail != nil {
		return nil, a.fail
	}
	return a.Log.Archived(ctx, id)
}

// A spectator may refresh a finished game many times. If each request read and folded the archived game, it
// would cost far more than the rate limit counts. This guards against audit findings S2 and S10.
func TestRefreshFinishedGame(t *testing.T) {
	st, clock := memstore.New(), newClock()
	first := newNode(t, st, clock, true)
	tb := first.begun(t, "tableover", header(t, 1), 0)
	playOut(t, tb, rand.New(rand.NewPCG(1, 1)), 4)
	do(t, tb, "g", table.Propose{By: tb.State().Seats(), What: table.ProposeEnd})
	for { // wait until the game's log is cleared
		if _, err := st.Log().Last(within(t), "tableover", true); errors.Is(err, store.ErrAbsent) {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}

	// If the archive does not answer, or its copy is damaged, the table must not be reported as missing.
	for _, why := range []error{store.ErrUnavailable, store.ErrDamaged, store.ErrNewer} {
		silent := newNode2(t, &archiveReads{Log: st.Log(), fail: why}, clock)
		if _, err := silent.Open(within(t), "tableover"); !errors.Is(err, why) {
			t.Errorf("without the archive, %v: %v", why, err)
		}
	}

	log := &archiveReads{Log: st.Log()}
	reg := table.NewRegistry(table.Config{Log: log, Feed: st.Feed(), Clock: clock, Observe: &recorder{t: t}})
	t.Cleanup(reg.Close)
	got, err := reg.Open(within(t), "tableover")
	if err != nil {
		t.Fatal(err)
	}
	defer got.Release()
	if log.n.Load() == 0 || !got.State().Over {
		t.Fatalf("read from the archive %d times, over: %v", log.n.Load(), got.State().Over)
	}
	before := log.n.Load()
	for range 5 {
		if err := got.Refresh(within(t)); err != nil {
			t.Error(err)
		}
	}
	if more := log.n.Load() - before; more != 0 {
		t.Errorf("%d of 5 looks read the whole game again", more)
	}
}

// gated is a log whose first read blocks until the test releases it, and then fails.
type gated struct {
	store.Log
	first            error // the error that the first read returns
	looks            atomic.Int32
	waiting, release chan struct{}
}

func (g *gated) Last(ctx context.Context, id string, fresh bool) (store.Item, error) {
	if g.looks.Add(1) == 1 {
		close(g.waiting)
		<-g.release
		return store.Item{}, g.first
	}
	return g.Log.Last(ctx, id, fresh)
}

// A background refresh waits while a table is being loaded, and the load fails. There is nothing to refresh
// then, and the server must not crash.
func TestRefreshOfATableThatCouldNotBeLoaded(t *testing.T) {
	st := memstore.New()
	log := &gated{Log: st.Log(), first: store.ErrUnavailable, waiting: make(chan struct{}), release: make(chan struct{})}
	clock := newClock()
	n := table.NewRegistry(table.Config{Log: log, Feed: st.Feed(), Clock: clock, Observe: &recorder{t: t}})
	t.Cleanup(n.Close)
	if err := n.Begin(within(t), "tableunloaded", header(t, 1), table.Limit{Each: time.Hour}); err != nil {
		t.Fatal(err)
	}
	opened := make(chan error, 1)
	go func() {
		_, err := n.Open(within(t), "tableunloaded")
		opened <- err
	}()
	<-log.waiting
	ctx, cancel := context.WithCancel(context.Background())
	ran := make(chan struct{})
	go func() {
		defer close(ran)
		n.Run(ctx, time.Millisecond)
	}()
	for range 200 { // wait until Run has reached the table and is waiting for its lock
		clock.add(time.Millisecond)
		time.Sleep(time.Millisecond)
	}
	close(log.release)
	if err := <-opened; !errors.Is(err, store.ErrUnavailable) {
		t.Fatal(err)
	}
	for range 100 { // wait until Run has reached the table again after the load
		clock.add(time.Millisecond)
		time.Sleep(time.Millisecond)
	}
	cancel()
	<-ran
	tb, err := n.Open(within(t), "tableunloaded")
	if err != nil || tb.State().Pos == nil {
		t.Fatal("it cannot be opened again:", err)
	}
	tb.Release()
}

// One caller opens a table just before its game begins. A second caller opens it when the game has begun, while
// the first caller's read is still running. The second caller must find the table.
func TestOpenJoinsALookFromBeforeTheBeginning(t *testing.T) {
	st := memstore.New()
	log := &gated{Log: st.Log(), first: store.ErrAbsent, waiting: make(chan struct{}), release: make(chan struct{})}
	n := table.NewRegistry(table.Config{Log: log, Feed: st.Feed(), Clock: newClock(), Observe: &recorder{t: t}})
	t.Cleanup(n.Close)
	early, late := make(chan error, 1), make(chan error, 1)
	look := func(to chan error) {
		tb, err := n.Open(within(t), "tablebegins")
		if err == nil {
			tb.Release()
		}
		to <- err
	}
	go look(early)
	<-log.waiting
	if err := n.Begin(within(t), "tablebegins", header(t, 1), table.Limit{Each: time.Hour}); err != nil {
		t.Fatal(err)
	}
	go look(late)
	time.Sleep(200 * time.Millisecond) // give the second caller time to join the first caller's read
	close(log.release)
	if err := <-early; !errors.Is(err, table.ErrNoTable) {
		t.Error("the first look:", err)
	}
	if err := <-late; err != nil {
		t.Error("the second look:", err)
	}
}

// Another node archives a game before this node handles the game's reminder. Since no clock runs in a finished
// game, this node must not try again.
func TestTimeIsNotUpAtAFinishedGame(t *testing.T) {
	st, clock := memstore.New(), newClock()
	n := newNode(t, st, clock, true)
	tb := n.begun(t, "tablepast", header(t, 1), time.Hour)
	playOut(t, tb, rand.New(rand.NewPCG(1, 1)), 2)
	do(t, tb, "g", table.Propose{By: tb.State().Seats(), What: table.ProposeEnd})
	waitFor(t, func() bool {
		_, err := st.Log().Last(within(t), "tablepast", true)
		return errors.Is(err, store.ErrAbsent)
	})
	clock.add(2 * time.Hour)
	if err := tb.Expire(within(t)); err != nil {
		t.Error(err)
	}
	if err := st.Log().Remind(within(t), "tablepast", clock.Now()); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := n.FireDue(within(t)); err != nil {
			t.Fatal(err)
		}
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.failed) > 0 {
		t.Error(n.failed)
	}
}

// interrupted is a log that fails one read.
type interrupted struct {
	store.Log
	reads int
	fails int // number of the read that fails, from 1
	err   error
}

func (l *interrupted) read() error {
	if l.reads++; l.reads == l.fails {
		return l.err
	}
	return nil
}

func (l *interrupted) Last(ctx context.Context, id string, fresh bool) (store.Item, error) {
	if err := l.read(); err != nil {
		return store.Item{}, err
	}
	return l.Log.Last(ctx, id, fresh)
}

func (l *interrupted) Archived(ctx context.Context, id string) ([]byte, error) {
	if err := l.read(); err != nil {
		return nil, err
	}
	return l.Log.Archived(ctx, id)
}

// If the store is unreachable while a finished game is opened, the table must not be reported as missing. A
// simulation found this bug.
func TestArchivedGameWhileTheStoreIsAway(t *testing.T) {
	const id = "tablearchived"
	st, clock := memstore.New(), newClock()
	n := newNode(t, st, clock, false)
	tb := n.begun(t, id, header(t, 1), time.Hour)
	do(t, tb, "", table.Propose{By: tb.State().Seats(), What: table.ProposeEnd})
	if err := n.Settle(within(t), id); err != nil || !tb.State().Over {
		t.Fatal(err)
	}
	for _, away := range []error{store.ErrUnavailable, store.ErrDamaged} {
		for fails := 1; ; fails++ {
			log := &interrupted{Log: st.Log(), fails: fails, err: away}
			reg := table.NewRegistry(table.Config{Log: log, Feed: st.Feed(), Clock: clock, Observe: silent{}})
			got, err := reg.Open(within(t), id)
			if errors.Is(err, table.ErrNoTable) {
				t.Errorf("with %v as answer to read %d, there is no such game", away, fails)
			}
			if err == nil && !got.State().Over {
				t.Errorf("with %v as answer to read %d, it is not over", away, fails)
			}
			reg.Close()
			if log.reads < fails {
				break
			}
		}
	}
	reg := table.NewRegistry(table.Config{Log: st.Log(), Feed: st.Feed(), Clock: clock, Observe: silent{}})
	defer reg.Close()
	if _, err := reg.Open(within(t), "tablenowhere"); !errors.Is(err, table.ErrNoTable) {
		t.Errorf("a game that was never begun: %v", err)
	}
}
