package lobby_test

import (
	"context"
	"crypto/rand"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"theriac/engine"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/store/memstore"
)

// harness is a lobby over a store in memory, with a clock that only the test moves.
type harness struct {
	writes func(format string) bool // nil means that every node knows every format
	*lobby.Lobby
	t       *testing.T
	people  *identity.People
	clock   *atomic.Int64
	begun   *begun
	trouble *atomic.Int64
	meets   func(person string) error // returns an error for people who may not sit at public tables; may be nil
}

// begun records the headers of the games that began. It replaces the tables' logs.
type begun struct {
	mu      sync.Mutex
	headers map[string]engine.Header
	calls   int
	fail    error
}

func (b *begun) begin(_ context.Context, t lobby.Table, h engine.Header, _ []string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.calls++
	if b.fail != nil {
		return b.fail
	}
	if _, there := b.headers[t.ID]; !there {
		b.headers[t.ID] = h
	}
	return nil
}

var buckets = []string{"tables", "mine", "open", "finished", "reports", "codes", "people", "sessions", "links", "owned"}

const operatorKey = "a key of the operator's own"

// mostFinished limits the finished games in the lists of these tests. It is low, because writing each game
// durably takes time.
const mostFinished = 20

// mostBots is the bot limit for each person in these tests.
const mostBots = 9

func newHarness(t *testing.T, st *memstore.Store) *harness {
	clock := &atomic.Int64{}
	clock.Store(time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC).UnixNano())
	h := &harness{t: t, clock: clock, begun: &begun{headers: map[string]engine.Header{}}, trouble: &atomic.Int64{}}
	return h.node(st)
}

// node returns another node over the same store.
func (h *harness) node(st *memstore.Store) *harness {
	now := func() time.Time { return time.Unix(0, h.clock.Load()).UTC() }
	people, err := identity.New(identity.Config{
		KV: st.KV, Do: st.Do, Now: now, Random: rand.Reader, OperatorKey: operatorKey,
	})
	if err != nil {
		h.t.Fatal(err)
	}
	n := *h
	n.people = people
	n.Lobby = lobby.New(lobby.Config{
		KV: st.KV, Do: st.Do, People: people, Now: now, Random: rand.Reader, Begin: h.begun.begin,
		OnError: func(err error) { h.trouble.Add(1); h.t.Log(err) }, MaxTables: 40, MaxPublic: 12, MaxFrom: 15, MaxFinished: mostFinished,
		MaxBots: mostBots, Writes: h.writes,
		Meets: func(_ context.Context, person string, _ []string, _ error) error {
			if n.meets == nil {
				return nil
			}
			return n.meets(person)
		},
	})
	return &n
}

func (h *harness) now() time.Time { return time.Unix(0, h.clock.Load()) }

func (h *harness) advance(d time.Duration) { h.clock.Add(int64(d)) }

func (h *harness) guest() identity.Person {
	h.t.Helper()
	p, _, err := h.people.Guest(h.t.Context(), identity.Newcomer{})
	if err != nil {
		h.t.Fatal(err)
	}
	return p
}

func (h *harness) operator() identity.Person {
	h.t.Helper()
	_, token, err := h.people.Guest(h.t.Context(), identity.Newcomer{})
	if err != nil {
		h.t.Fatal(err)
	}
	p, err := h.people.Elevate(h.t.Context(), token, operatorKey)
	if err != nil {
		h.t.Fatal(err)
	}
	return p
}

func players(n string) engine.Settings { return engine.Settings{{Name: "players", Value: n}} }

// table opens a table and seats some people on its first seats.
func (h *harness) table(d lobby.Draft, host identity.Person, seated ...identity.Person) lobby.Table {
	h.t.Helper()
	if d.Game == "" {
		d.Game = "world"
	}
	t, err := h.Create(h.t.Context(), host, d)
	if err != nil {
		h.t.Fatal(err)
	}
	if len(seated) == 0 {
		return t
	}
	invite, err := h.InviteLink(h.t.Context(), host, t.ID)
	if err != nil {
		h.t.Fatal(err)
	}
	for i, p := range seated {
		h.must(h.Follow(h.t.Context(), p, invite, ""))
		if p.ID != host.ID && !t.Held(p.ID).Empty() {
			h.ok(h.LetHelp(h.t.Context(), host, t.ID, p.ID, true))
		}
		t = h.must(h.Sit(h.t.Context(), p, t.ID, i, "nonce"))
	}
	return t
}

func (h *harness) must(t lobby.Table, _ int, err error) lobby.Table {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
	return t
}

func (h *harness) ok(t lobby.Table, err error) lobby.Table {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
	return t
}

func (h *harness) refused(err error, id string) {
	h.t.Helper()
	if got := lobby.Refused(err); got != id || err == nil {
		h.t.Errorf("got %v, want %s", err, id)
	}
}

// played returns a table whose game has finished.
func (h *harness) played(d lobby.Draft, host identity.Person, seated ...identity.Person) lobby.Table {
	h.t.Helper()
	t := h.table(d, host, seated...)
	h.ok(h.Start(h.t.Context(), host, t.ID))
	return h.ok(h.Finish(h.t.Context(), t.ID, lobby.Outcome{Cause: "end/cures", Won: 3}, time.Unix(0, h.clock.Load())))
}

// run keeps the live lists up to date until the test ends, and waits until they are complete.
func (h *harness) run() {
	h.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); h.Run(ctx, 10*time.Millisecond) }()
	h.t.Cleanup(func() { cancel(); <-done })
	h.soon("the lists are ready", h.Ready)
}

// soon waits until f returns true because of another goroutine.
func (h *harness) soon(what string, f func() bool) {
	h.t.Helper()
	for begun := time.Now(); time.Since(begun) < time.Minute; time.Sleep(10 * time.Millisecond) {
		if f() {
			return
		}
	}
	h.t.Fatalf("it did not happen that %s", what)
}
