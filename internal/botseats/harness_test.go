package botseats

import (
	"context"
	"crypto/rand"
	"encoding/json"
	mathrand "math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"theriac/engine"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/store"
	"theriac/internal/store/memstore"
	"theriac/internal/table"
	"theriac/internal/wire"
	"theriac/internal/wire/wiretest"
	"theriac/internal/work"
)

// fakeClock is a clock that advances only when the test says so.
type fakeClock struct {
	mu    sync.Mutex
	now   time.Time
	calls map[*call]struct{}
}

type call struct {
	at time.Time
	f  func()
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

// seen is an Observer that records the runner's reports.
type seen struct {
	mu       sync.Mutex
	asked    int
	moves    map[string]int
	failed   []string
	thinking []engine.Seats
	reasons  []table.BotReason
}

func (s *seen) BotAsked()                { s.mu.Lock(); s.asked++; s.mu.Unlock() }
func (s *seen) BotMoved(how string)      { s.mu.Lock(); s.moves[how]++; s.mu.Unlock() }
func (s *seen) BotThought(time.Duration) {}
func (s *seen) BotFailed(_, why string)  { s.mu.Lock(); s.failed = append(s.failed, why); s.mu.Unlock() }

func (s *seen) count(how string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.moves[how]
}

// harness is one node with a lobby, tables and bots, and with a real queue of work.
type harness struct {
	t        *testing.T
	jobs     *wire.Queue
	clock    *fakeClock
	people   *identity.People
	lobby    *lobby.Lobby
	registry *table.Registry
	runner   *Runner
	seen     *seen
	conf     Config
	mixed    bool // give each bot of a table a different level

	mu       sync.Mutex
	attended bool
}

type quiet struct{ t *testing.T }

func (quiet) Appended(time.Duration)               {}
func (q quiet) Broken(id string, err error)        { q.t.Error("broken", id, err) }
func (q quiet) Failed(doing, id string, err error) { q.t.Log("failed to", doing, id, err) }

func newHarness(t *testing.T, change ...func(*Config)) *harness {
	clock := &fakeClock{now: time.Date(2026, 11, 16, 9, 0, 0, 0, time.UTC), calls: map[*call]struct{}{}}
	h := node(t, memstore.New(), wiretest.Queues(t, 1)[0], clock, true, change...)
	stop, err := h.jobs.Hand(nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	return h
}

// node starts one node of a server.
func node(t *testing.T, st store.Store, jobs *wire.Queue, clock *fakeClock, alone bool, change ...func(*Config)) *harness {
	h := &harness{t: t, jobs: jobs, clock: clock, seen: &seen{moves: map[string]int{}}, attended: true}
	var err error
	h.people, err = identity.New(identity.Config{
		KV: st.KV, Do: st.Do, Now: clock.Now, Random: rand.Reader,
	})
	if err != nil {
		t.Fatal(err)
	}
	h.registry = table.NewRegistry(table.Config{
		Log: st.Log(), Feed: st.Feed(), Clock: clock, Observe: quiet{t}, Standalone: alone,
		OnWrite: func(_ *table.Live, _, after *table.State) { h.runner.EntryAppended(after) },
	})
	h.lobby = lobby.New(lobby.Config{
		KV: st.KV, Do: st.Do,
		People: h.people, Now: clock.Now, Random: mathrand.NewChaCha8([32]byte{1}), // the same deals in every run
		Begin: func(ctx context.Context, t lobby.Table, head engine.Header, lead []string) error {
			return h.registry.Begin(ctx, t.ID, head, table.Limit{Each: t.Clock.Limit, Live: t.Clock.Kind == lobby.ClockLive}, lead...)
		},
		OnChange: func(id string) { h.runner.Changed(id) },
	})
	h.conf = Config{
		Tables: h.registry, Lobby: h.lobby, Queue: jobs, Clock: clock, Random: mathrand.Uint64, Observe: h.seen,
		Attended: func(string) bool { h.mu.Lock(); defer h.mu.Unlock(); return h.attended },
		Thinking: func(_ string, seats engine.Seats) {
			h.seen.mu.Lock()
			h.seen.thinking = append(h.seen.thinking, seats)
			h.seen.mu.Unlock()
		},
		Reason: func(_ string, r table.BotReason) {
			h.seen.mu.Lock()
			h.seen.reasons = append(h.seen.reasons, r)
			h.seen.mu.Unlock()
		},
	}
	for _, f := range change {
		f(&h.conf)
	}
	h.runner = New(h.conf)
	t.Cleanup(func() { h.runner.Close(); h.registry.Close() })
	return h
}

func (h *harness) attend(is bool) {
	h.mu.Lock()
	h.attended = is
	h.mu.Unlock()
}

func (h *harness) guest() identity.Person {
	h.t.Helper()
	p, _, err := h.people.Guest(h.t.Context(), identity.Newcomer{})
	if err != nil {
		h.t.Fatal(err)
	}
	return p
}

// start starts a table with the given people on its first seats and bots on the remaining ones.
func (h *harness) start(d lobby.Draft, people ...identity.Person) lobby.Table {
	h.t.Helper()
	if d.Game == "" {
		d.Game = "world"
	}
	if d.BotPace == "" {
		d.BotPace = lobby.PaceAtOnce
	}
	ctx := h.t.Context()
	host := h.guest()
	if len(people) > 0 {
		host = people[0]
	}
	t, err := h.lobby.Create(ctx, host, d)
	if err != nil {
		h.t.Fatal(err)
	}
	invite, err := h.lobby.InviteLink(ctx, host, t.ID)
	if err != nil {
		h.t.Fatal(err)
	}
	for i, p := range people {
		if _, _, err = h.lobby.Follow(ctx, p, invite, ""); err == nil {
			_, _, err = h.lobby.Sit(ctx, p, t.ID, i, "")
		}
		if err != nil {
			h.t.Fatal(err)
		}
	}
	if bots := len(t.Seats) - len(people); bots > 0 {
		var give []lobby.BotSeat
		for i := range bots {
			level := lobby.Levels(d.Game)[0]
			if h.mixed {
				level = lobby.Levels(d.Game)[i]
			}
			give = append(give, lobby.BotSeat{Seat: lobby.AnySeat, Level: level})
		}
		if _, err := h.lobby.GiveSeats(ctx, host, t.ID, give); err != nil {
			h.t.Fatal(err)
		}
	}
	if t, err = h.lobby.Start(ctx, host, t.ID); err != nil {
		h.t.Fatal(err)
	}
	return t
}

func (h *harness) open(id string) *table.Live {
	h.t.Helper()
	t, err := h.registry.Open(h.t.Context(), id)
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(t.Release)
	return t
}

// workers starts workers that answer bots' questions until the test ends.
func (h *harness) workers(count int) {
	h.t.Helper()
	queue, err := h.jobs.Worker()
	if err != nil {
		h.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		work.Run(ctx, work.Config{Jobs: queue, Count: count, Now: time.Now, HoldEvery: wire.HoldEvery, Logger: slogDiscard()})
	}()
	h.t.Cleanup(func() { cancel(); queue.Close(); <-done })
}

// item takes the next question from the queue, as a worker would.
func (h *harness) item(queue *wire.Worker) (store.Job, work.Item) {
	h.t.Helper()
	for begun := time.Now(); time.Since(begun) < 30*time.Second; {
		job, ok, err := queue.Take(h.t.Context())
		if err != nil {
			h.t.Fatal(err)
		}
		if ok {
			var it work.Item
			if err := json.Unmarshal(job.Data(), &it); err != nil {
				h.t.Fatal(err)
			}
			return job, it
		}
	}
	h.t.Fatal("no question came")
	return nil, work.Item{}
}

// itemOf takes the next question about one table from the queue.
func (h *harness) itemOf(queue *wire.Worker, table string) (store.Job, work.Item) {
	h.t.Helper()
	for {
		if job, it := h.item(queue); job.Table() == table {
			return job, it
		}
	}
}

func (h *harness) reply(job store.Job, a work.Answer) {
	h.t.Helper()
	data, err := json.Marshal(a)
	if err == nil {
		err = job.Answer(h.t.Context(), data)
	}
	if err != nil {
		h.t.Fatal(err)
	}
}

// soon waits until f returns true, and fails the test if that takes too long.
func (h *harness) soon(what string, f func() bool) {
	h.t.Helper()
	for begun := time.Now(); time.Since(begun) < 30*time.Second; time.Sleep(2 * time.Millisecond) {
		if f() {
			return
		}
	}
	h.t.Fatalf("it did not happen that %s", what)
}

// never fails the test if f returns true within a short time.
func (h *harness) never(what string, f func() bool) {
	h.t.Helper()
	for range 40 {
		if f() {
			h.t.Fatalf("it happened that %s", what)
		}
		time.Sleep(2 * time.Millisecond)
	}
}

// answer plays the first legal move of a seat that a person holds.
func (h *harness) answer(t *table.Live, seat engine.Seat) {
	h.t.Helper()
	s := t.State()
	m := s.Pos.AppendMoves(nil, seat)[0]
	_, err := t.Do(h.t.Context(), "", table.Answer{Seat: seat, Question: s.Question(), Move: s.Pos.Vocabulary().Move(m)})
	if err != nil {
		h.t.Fatal(err)
	}
}
