package table_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"theriac/internal/jetstream/jetstreamtest"
	"theriac/internal/store"
	"theriac/internal/table"
)

// mishap is a real log whose answers can get lost.
type mishap struct {
	store.Log
	unanswered atomic.Bool // appends succeed, and the answer gets lost
	unreadable atomic.Bool // nothing can be read
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
	st, clock := jetstreamtest.One(t), newClock()
	log := &mishap{Log: st.Log()}
	n := &node{recorder: &recorder{t: t}, log: log, clock: clock}
	n.Registry = table.NewRegistry(table.Config{Log: log, Feed: st.Feed(), Clock: clock, Observe: n.recorder, Alone: true, Patience: 2 * time.Second})
	t.Cleanup(n.Close)
	return log, n
}

// The caller goes away before the answer comes: the entry is on disk, and everybody
// sees it without another command.
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

// A reminder that was due while the store was away fires when it is back.
func TestDueWhileTheStoreWasAway(t *testing.T) {
	log, n := mishaps(t)
	if err := n.Begin(within(t), "tablemissed", header(t, 1), time.Hour); err != nil {
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

// A repair whose answer got lost is repeated, and is there once; what is played
// behind it is read back.
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

// newNode2 is another registry over the same log.
func newNode2(t *testing.T, log store.Log, clock *fakeClock) *table.Registry {
	reg := table.NewRegistry(table.Config{Log: log, Clock: clock, Observe: &recorder{t: t}, Alone: true})
	t.Cleanup(reg.Close)
	return reg
}

// archiveReads counts how often a game is taken from the archive.
type archiveReads struct {
	store.Log
	n    atomic.Int32
	fail error // instead of reading
}

func (a *archiveReads) Archived(ctx context.Context, id string) ([]byte, error) {
	a.n.Add(1)
	if a.fail != nil {
		return nil, a.fail
	}
	return a.Log.Archived(ctx, id)
}

// S2, S10: a spectator may refresh a finished game. The table does not read and fold
// it from the archive each time: that would cost far more than the request is
// charged.
func TestRefreshFinishedGame(t *testing.T) {
	st, clock := jetstreamtest.One(t), newClock()
	first := newNode(t, st, clock, true)
	tb := first.begun(t, "tableover", header(t, 1), 0)
	playOut(t, tb, rand.New(rand.NewPCG(1, 1)), 4)
	do(t, tb, "g", table.GiveUp{By: tb.State().Seats()})
	for { // until its log is gone
		if _, err := st.Log().Last(within(t), "tableover", true); errors.Is(err, store.ErrAbsent) {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}

	// While the archive does not answer, or its copy is damaged, the table is not said to be absent.
	for _, why := range []error{store.ErrUnavailable, store.ErrAway, store.ErrDamaged, store.ErrNewer} {
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

// gated is a log whose first look at a table waits, and then fails.
type gated struct {
	store.Log
	first            error // what the first look answers
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

// The background work comes to a table while it is being loaded, and loading fails: there
// is nothing to bring up to date, and the server goes on.
func TestRefreshOfATableThatCouldNotBeLoaded(t *testing.T) {
	st := jetstreamtest.One(t)
	log := &gated{Log: st.Log(), first: store.ErrUnavailable, waiting: make(chan struct{}), release: make(chan struct{})}
	clock := newClock()
	n := table.NewRegistry(table.Config{Log: log, Feed: st.Feed(), Clock: clock, Observe: &recorder{t: t}})
	t.Cleanup(n.Close)
	if err := n.Begin(within(t), "tableunloaded", header(t, 1), time.Hour); err != nil {
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
	for range 200 { // Run comes to the table, and waits for its lock
		clock.add(time.Millisecond)
		time.Sleep(time.Millisecond)
	}
	close(log.release)
	if err := <-opened; !errors.Is(err, store.ErrUnavailable) {
		t.Fatal(err)
	}
	for range 100 { // and comes round again after it
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

// Somebody looks for a table just before its game begins, and somebody else, who was told
// that it has begun, while that look is under way: the second one finds the table.
func TestOpenJoinsALookFromBeforeTheBeginning(t *testing.T) {
	st := jetstreamtest.One(t)
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
	if err := n.Begin(within(t), "tablebegins", header(t, 1), time.Hour); err != nil {
		t.Fatal(err)
	}
	go look(late)
	time.Sleep(200 * time.Millisecond) // the second one waits for the first one's look
	close(log.release)
	if err := <-early; !errors.Is(err, table.ErrNoTable) {
		t.Error("the first look:", err)
	}
	if err := <-late; err != nil {
		t.Error("the second look:", err)
	}
}

// A node has read a reminder of a game that another one has archived since: nobody's time
// runs there any more, and there is nothing to try again.
func TestTimeIsNotUpAtAFinishedGame(t *testing.T) {
	st, clock := jetstreamtest.One(t), newClock()
	n := newNode(t, st, clock, true)
	tb := n.begun(t, "tablepast", header(t, 1), time.Hour)
	playOut(t, tb, rand.New(rand.NewPCG(1, 1)), 2)
	do(t, tb, "g", table.GiveUp{By: tb.State().Seats()})
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

// interrupted is a real log of which one read fails.
type interrupted struct {
	store.Log
	reads int
	fails int // which read, from 1
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

// The store is away while a finished game is opened: that is no reason to say that there
// is no such game. Found in a simulated day.
func TestArchivedGameWhileTheStoreIsAway(t *testing.T) {
	const id = "tablearchived"
	st, clock := jetstreamtest.One(t), newClock()
	n := newNode(t, st, clock, false)
	tb := n.begun(t, id, header(t, 1), time.Hour)
	do(t, tb, "", table.GiveUp{By: tb.State().Seats()})
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

// A part of the log of an archived game is there all the same: its beginning, its end, or
// all but its last entry. The archive is the game all the same: nothing of it is lost, no
// move can be made, and the log goes again.
func TestLogThatCameBack(t *testing.T) {
	const id = "tablecameback"
	st, clock := jetstreamtest.One(t), newClock()
	n := newNode(t, st, clock, false)
	tb := n.begun(t, id, header(t, 1), time.Hour)
	playOut(t, tb, rand.New(rand.NewPCG(1, 1)), 20)
	log, ctx := st.Log(), within(t)
	entries, err := log.After(ctx, id, 0)
	if err != nil || len(entries) < 15 {
		t.Fatal(len(entries), err)
	}
	snapshot, err := log.Snapshot(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	do(t, tb, "", table.GiveUp{By: tb.State().Seats()})
	end := tb.State().N
	if err := n.Settle(ctx, id); err != nil || !tb.State().Over {
		t.Fatal(err)
	}
	half := len(entries) / 2
	for i, back := range [][]store.Item{entries[:1], entries[:half], entries, entries[half:]} {
		name := []string{"the first entry", "the beginning", "all but the last entry", "the end"}[i]
		after := uint64(0)
		for _, e := range back {
			if after, err = log.Append(ctx, id, after, fmt.Sprintf("%d-%d", i, e.At), e.Data); err != nil {
				t.Fatal(err)
			}
		}
		if err := log.SaveSnapshot(ctx, id, snapshot); err != nil {
			t.Fatal(err)
		}
		reg := table.NewRegistry(table.Config{Log: log, Feed: st.Feed(), Clock: clock, Observe: silent{}})
		got, err := reg.Open(ctx, id)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if s := got.State(); !s.Over || s.N != end || got.Damaged() != nil {
			t.Errorf("%s is taken for the game: %d entries of %d, damaged: %v", name, s.N, end, got.Damaged())
		}
		if err := reg.Settle(ctx, id); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := log.Last(ctx, id, true); !errors.Is(err, store.ErrAbsent) {
			t.Errorf("%s stays in the log: %v", name, err)
		}
		got.Release()
		reg.Close()
	}
}
