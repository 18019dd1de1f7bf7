package notices

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	mathrand "math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"theriac/engine"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/notices/pushtest"
	"theriac/internal/store/memstore"
	"theriac/internal/table"
)

// stoppedClock is a clock that only advances when the test says so.
type stoppedClock struct {
	mu     sync.Mutex
	now    time.Time
	timers map[*timer]bool
	nodes  byte // number of nodes that have used this clock
}

type timer struct {
	at time.Time
	f  func()
}

func newClock() *stoppedClock {
	return &stoppedClock{now: time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC), timers: map[*timer]bool{}}
}

// deals returns the source of randomness for a node's tables. It differs between the nodes of a test, but not
// between runs of the test.
func (c *stoppedClock) deals() *mathrand.ChaCha8 {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.nodes++
	return mathrand.NewChaCha8([32]byte{5, c.nodes})
}

func (c *stoppedClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *stoppedClock) AfterFunc(d time.Duration, f func()) func() {
	c.mu.Lock()
	defer c.mu.Unlock()
	x := &timer{c.now.Add(d), f}
	c.timers[x] = true
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.timers, x)
	}
}

func (c *stoppedClock) pass(d time.Duration) {
	c.mu.Lock()
	c.now = c.now.Add(d)
	var due []*timer
	for x := range c.timers {
		if !x.at.After(c.now) {
			due = append(due, x)
			delete(c.timers, x)
		}
	}
	c.mu.Unlock()
	slices.SortFunc(due, func(a, b *timer) int { return a.at.Compare(b.at) })
	for _, x := range due {
		x.f()
	}
}

type counts struct {
	t  testing.TB
	mu sync.Mutex
	n  map[string]int
}

func (c *counts) Notice(by, how string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n[by+" "+how]++
}

func (c *counts) of(key string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n[key]
}

func (*counts) Failed(string)                        {}
func (*counts) Appended(time.Duration)               {}
func (c *counts) Broken(id string, err error)        { c.t.Log("broken", id, err) }
func (c *counts) failed(doing, id string, err error) { c.t.Log("failed to", doing, id, err) }

type tableCounts struct{ *counts }

func (c tableCounts) Failed(doing, id string, err error) { c.failed(doing, id, err) }

// node is one node of a server, with its people, tables and notices, over a store.
type node struct {
	t      testing.TB
	clock  *stoppedClock
	people *identity.People
	lobby  *lobby.Lobby
	tables *table.Registry
	*Notifier
	counts *counts
	mu     sync.Mutex
	here   map[string]engine.Seats // by table: the seats whose holders have the table open
	stop   func()
}

func newNode(t testing.TB, st *memstore.Store, clock *stoppedClock, change ...func(*Config)) *node {
	t.Helper()
	n := &node{t: t, clock: clock, counts: &counts{t: t, n: map[string]int{}}, here: map[string]engine.Seats{}}
	c := Config{
		KV:    st.KV,
		Clock: clock, Random: rand.Reader, Logger: slog.New(slog.DiscardHandler), Observe: n.counts, Origin: "https://theriac.example",
		Standalone: true, Private: true,
		Present: func(_ context.Context, id string) engine.Seats {
			n.mu.Lock()
			defer n.mu.Unlock()
			return n.here[id]
		},
	}
	for _, f := range change {
		f(&c)
	}
	var err error
	if n.people, err = identity.New(identity.Config{
		KV: st.KV, Do: st.Do, Now: clock.Now, Random: rand.Reader,
	}); err != nil {
		t.Fatal(err)
	}
	n.tables = table.NewRegistry(table.Config{
		Log: st.Log(), Feed: st.Feed(), Clock: clock, Observe: tableCounts{n.counts}, Standalone: c.Standalone,
		OnWrite: func(t *table.Live, _, _ *table.State) { n.TableChanged(t.ID) },
	})
	n.lobby = lobby.New(lobby.Config{
		KV: st.KV, Do: st.Do,
		People: n.people, Now: clock.Now, Random: clock.deals(), MaxTables: 5000,
		Begin: func(ctx context.Context, t lobby.Table, h engine.Header, lead []string) error {
			err := n.tables.Begin(ctx, t.ID, h, table.Limit{Each: t.Clock.Limit, Live: t.Clock.Kind == lobby.ClockLive}, lead...)
			n.TableChanged(t.ID)
			return err
		},
		OnChange: func(id string) { n.TableChanged(id) },
	})
	c.Identity, c.Lobby, c.Tables = n.people, n.lobby, n.tables
	if n.Notifier, err = New(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		n.Run(ctx)
		close(done)
	}()
	n.stop = sync.OnceFunc(func() {
		cancel()
		<-done
		n.tables.Close()
	})
	t.Cleanup(n.stop)
	n.until("the lists", n.Ready)
	return n
}

func (n *node) until(what string, done func() bool) {
	n.t.Helper()
	for range 6000 {
		if done() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	n.t.Fatalf("%s did not come", what)
}

func (n *node) guest(name, lang string) identity.Person {
	n.t.Helper()
	p, _, err := n.people.Guest(context.Background(), identity.Newcomer{Name: name, Lang: lang})
	if err != nil {
		n.t.Fatal(err)
	}
	return p
}

// game starts a game in which these people sit in this order.
func (n *node) game(title string, people ...identity.Person) string {
	n.t.Helper()
	ctx := context.Background()
	t, err := n.lobby.Create(ctx, people[0], lobby.Draft{
		Game: "world", Title: title, Public: true, Settings: engine.Settings{{Name: "players", Value: fmt.Sprint(len(people))}},
		Clock: lobby.Clock{Kind: lobby.ClockSlow, Limit: 240 * time.Hour},
	})
	if err != nil {
		n.t.Fatal(err)
	}
	for i, p := range people {
		if t.Seats[i].Holder == p.ID {
			continue
		}
		if _, _, err := n.lobby.Sit(ctx, p, t.ID, i, "nonce"); err != nil {
			n.t.Fatal(err)
		}
	}
	if _, err := n.lobby.Start(ctx, people[0], t.ID); err != nil {
		n.t.Fatal(err)
	}
	return t.ID
}

// move makes one move for the first seat that owes an answer, and returns that seat.
func (n *node) move(id string) engine.Seat {
	n.t.Helper()
	live, err := n.tables.Open(context.Background(), id)
	if err != nil {
		n.t.Fatal(err)
	}
	defer live.Release()
	s := live.State()
	seat := s.Pos.Decision().Owing().First()
	m := s.Pos.Vocabulary().Move(s.Pos.Default(seat))
	if _, err := live.Do(context.Background(), "", table.Answer{Seat: seat, Question: s.Question(), Move: m}); err != nil {
		n.t.Fatal(err)
	}
	return seat
}

// owing returns the seats that owe an answer.
func (n *node) owing(id string) engine.Seats {
	n.t.Helper()
	live, err := n.tables.Open(context.Background(), id)
	if err != nil {
		n.t.Fatal(err)
	}
	defer live.Release()
	return live.State().Pos.Decision().Owing()
}

var allKinds = []string{KindBegun, KindRematch, KindNamed}

// subscribe turns notices about questions on, without news. keen turns both on.
func (n *node) subscribe(p identity.Person, d *pushtest.Device) Device {
	n.t.Helper()
	if _, err := n.SetOff(context.Background(), p.ID, allKinds); err != nil {
		n.t.Fatal(err)
	}
	return n.keen(p, d)
}

func (n *node) keen(p identity.Person, d *pushtest.Device) Device {
	n.t.Helper()
	got, err := n.AddDevice(context.Background(), p.ID, Device{Endpoint: d.Endpoint, P256dh: d.P256dh, Auth: d.Auth, Label: "a browser"})
	if err != nil {
		n.t.Fatal(err)
	}
	n.until("the subscription", func() bool { return n.isWanted(p.ID) })
	return got
}

// owes waits until this node knows that a person owes a table an answer or, if want is false, that they do not.
func (n *node) owes(p identity.Person, id string, want bool) {
	n.t.Helper()
	n.until(fmt.Sprintf("debt %v", want), func() bool {
		n.Notifier.mu.Lock()
		defer n.Notifier.mu.Unlock()
		return n.debts.all[debtKey(p.ID, id)] != nil == want
	})
}

// told waits until every debt's notice has been sent.
func (n *node) told() {
	n.t.Helper()
	n.until("the notes", func() bool {
		n.Notifier.mu.Lock()
		defer n.Notifier.mu.Unlock()
		for _, k := range n.debts.all {
			if k.busy || k.Told.IsZero() {
				return false
			}
		}
		return true
	})
}

// still waits until this node has no debts left to examine now.
func (n *node) still() {
	n.t.Helper()
	n.until("the end of looking", func() bool {
		n.Notifier.mu.Lock()
		defer n.Notifier.mu.Unlock()
		next, some := n.debts.first()
		for _, k := range n.debts.all {
			if k.busy {
				return false
			}
		}
		return !some || next.After(n.clock.Now())
	})
}
