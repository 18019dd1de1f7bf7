package table_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"theriac/engine"
	"theriac/games/world"
	"theriac/internal/replica/replicatest"
	"theriac/internal/store"
	"theriac/internal/store/memstore"
	"theriac/internal/table"
)

// fakeClock is a clock that moves only when a test moves it.
type fakeClock struct {
	mu    sync.Mutex
	now   time.Time
	calls map[*call]struct{}
}

type call struct {
	at time.Time
	f  func()
}

func newClock() *fakeClock {
	return &fakeClock{now: time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC), calls: map[*call]struct{}{}}
}

func (c *fakeClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *fakeClock) AfterFunc(d time.Duration, f func()) func() {
	c.mu.Lock()
	defer c.mu.Unlock()
	x := &call{c.now.Add(d), f}
	c.calls[x] = struct{}{}
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.calls, x)
	}
}

// add advances the clock and fires the timers that are due.
func (c *fakeClock) add(d time.Duration) {
	c.mu.Lock()
	c.now = c.now.Add(d)
	var due []*call
	for x := range c.calls {
		if !x.at.After(c.now) {
			due = append(due, x)
			delete(c.calls, x)
		}
	}
	c.mu.Unlock()
	slices.SortFunc(due, func(a, b *call) int { return a.at.Compare(b.at) })
	for _, x := range due {
		x.f()
	}
}

// recorder is an Observer that records all events, for tests to check.
type recorder struct {
	t      *testing.T
	mu     sync.Mutex
	broken []string
	failed []error
}

func (w *recorder) Appended(time.Duration) {}

func (w *recorder) Broken(id string, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.broken = append(w.broken, id)
	w.t.Logf("broken: %s: %v", id, err)
}

func (w *recorder) Failed(doing, id string, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.failed = append(w.failed, err)
	w.t.Logf("failed to %s %s: %v", doing, id, err)
}

// node is one node of a cluster: a registry over a store.
type node struct {
	*table.Registry
	*recorder
	log   store.Log
	clock *fakeClock
	ended chan string
}

func newNode(t *testing.T, st store.Store, clock *fakeClock, alone bool) *node {
	n := &node{recorder: &recorder{t: t}, log: st.Log(), clock: clock, ended: make(chan string, 100)}
	n.Registry = table.NewRegistry(table.Config{
		Log: st.Log(), Feed: st.Feed(), Clock: clock, Observe: n.recorder, Standalone: alone, Writes: func(string) bool { return true },
		OnEnd: func(_ context.Context, s *table.State) error {
			n.ended <- s.Table
			return nil
		},
	})
	t.Cleanup(n.Close)
	return n
}

// each runs a test with one node and with three. Each call of open returns the store as the next node sees it.
func each(t *testing.T, f func(t *testing.T, open func() store.Store)) {
	t.Helper()
	t.Run("one", func(t *testing.T) {
		s := memstore.New()
		f(t, func() store.Store { return s.Peer() })
	})
	t.Run("three", func(t *testing.T) {
		c, next := replicatest.NewCluster(t, 3, 3), -1
		f(t, func() store.Store {
			next++
			return c.Store(next % 3)
		})
	})
}

// nodes returns two nodes of a cluster. If the store allows only one node, it returns that node twice.
func nodes(t *testing.T, open func() store.Store, clock *fakeClock) (a, b *node) {
	a = newNode(t, open(), clock, strings.HasSuffix(t.Name(), "/one"))
	if strings.HasSuffix(t.Name(), "/one") {
		return a, a
	}
	return a, newNode(t, open(), clock, false)
}

func within(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), 60*time.Second)
	t.Cleanup(cancel)
	return ctx
}

// header returns the header of a world game. The settings are pairs of name and value.
func header(t testing.TB, seed uint64, settings ...string) engine.Header {
	return headerOf(t, world.Game, seed, settings...)
}

func headerOf(t testing.TB, g engine.Game, seed uint64, settings ...string) engine.Header {
	var given engine.Settings
	for i := 0; i < len(settings); i += 2 {
		given = append(given, engine.Setting{Name: settings[i], Value: settings[i+1]})
	}
	set, err := engine.Resolve(g.Options(), given)
	if err != nil {
		t.Fatal(err)
	}
	h := engine.Header{Game: g.Name(), Revision: g.Revision(), Settings: set}
	for i := range set.Int("players") {
		h.Seats = append(h.Seats, "seat-"+string(rune('a'+i)))
	}
	r := rand.New(rand.NewPCG(seed, 1))
	var secret, salt engine.Key
	for i := range secret {
		secret[i], salt[i] = byte(r.Uint32()), byte(r.Uint32())
	}
	h.Seed = engine.NewSeed(secret, salt)
	h.Seed.Nonces = make([]string, len(h.Seats))
	h.Seed.Nonces[0] = "mine"
	return h
}

// begun begins a game on this node and returns its table.
func (n *node) begun(t *testing.T, id string, h engine.Header, limit time.Duration) *table.Live {
	t.Helper()
	if err := n.Begin(within(t), id, h, table.Limit{Each: limit}); err != nil {
		t.Fatal(err)
	}
	return n.open(t, id)
}

func (n *node) open(t *testing.T, id string) *table.Live {
	t.Helper()
	tb, err := n.Open(within(t), id)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(tb.Release)
	return tb
}

// do applies a command. If the command fails, the test fails.
func do(t *testing.T, tb *table.Live, key string, c table.Command) table.Receipt {
	t.Helper()
	r, err := tb.Do(within(t), key, c)
	if err != nil {
		t.Fatalf("%s: %v", key, err)
	}
	return r
}

// answer returns a random legal answer of a seat that owes one.
func answer(s *table.State, r *rand.Rand) table.Answer {
	d := s.Pos.Decision()
	var seats []engine.Seat
	for seat := range d.Owing().Each {
		seats = append(seats, seat)
	}
	seat := seats[r.IntN(len(seats))]
	list := s.Pos.AppendMoves(nil, seat)
	return table.Answer{Seat: seat, Question: s.Question(), Move: s.Pos.Vocabulary().Move(list[r.IntN(len(list))])}
}

// playOut plays random moves until the game ends, but at most the given number.
func playOut(t *testing.T, tb *table.Live, r *rand.Rand, most int) {
	t.Helper()
	for i := 0; i < most && !tb.State().Over; i++ {
		do(t, tb, "", answer(tb.State(), r))
	}
}

// refused fails the test unless err is the refusal with the given ID.
func refused(t *testing.T, err error, id string) {
	t.Helper()
	var r *table.Refusal
	if !asRefusal(err, &r) || r.ID != id {
		t.Fatalf("got %v, want a refusal %s", err, id)
	}
}
