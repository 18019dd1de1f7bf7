package advice

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"reflect"
	"sync"
	"testing"
	"time"

	"theriac/ai"
	"theriac/engine"
	"theriac/games"
	"theriac/internal/store"
	"theriac/internal/wire"
	"theriac/internal/wire/wiretest"
	"theriac/internal/work"
)

// slowQueue is a queue that counts questions and can delay their answers.
type slowQueue struct {
	store.Work
	mu    sync.Mutex
	asked int
	items [][]byte
	hold  chan struct{}
}

func (q *slowQueue) Put(ctx context.Context, table, part string, data []byte) error {
	q.mu.Lock()
	q.asked++
	q.items = append(q.items, data)
	q.mu.Unlock()
	if q.hold != nil {
		<-q.hold
	}
	return q.Work.Put(ctx, table, part, data)
}

func (q *slowQueue) count() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.asked
}

// newAdviser returns an Adviser with a worker of its own, and the queue between them.
func newAdviser(t *testing.T) (*Adviser, *slowQueue) {
	t.Helper()
	jobs := wiretest.Queues(t, 1)[0]
	stop, err := jobs.Hand(nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	worker, err := jobs.Worker()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() {
		work.Run(ctx, work.Config{Jobs: worker, Count: 1, Now: time.Now, HoldEvery: wire.HoldEvery, Logger: slog.New(slog.DiscardHandler)})
	})
	t.Cleanup(func() { cancel(); running.Wait(); worker.Close() })
	q := &slowQueue{Work: jobs}
	// Use few rollouts and ample time, so that the advice does not depend on the machine's speed.
	return New(Config{Queue: q, Now: time.Now, Budget: 30, Core: time.Minute, PerMinute: time.Hour}), q
}

// game begins a game and makes the given number of random moves. It then plays on until a seat has actions left
// in its turn.
func game(t *testing.T, name string, seed uint64, moves int, set ...engine.Setting) (engine.Header, engine.Session) {
	t.Helper()
	g, _ := games.Find(name)
	settings, err := engine.Resolve(g.Options(), set)
	if err != nil {
		t.Fatal(err)
	}
	h := engine.Header{Game: name, Revision: g.Revision(), Settings: settings, Seed: engine.NumberedSeed(seed)}
	for range settings.Int("players") {
		h.Seats = append(h.Seats, string(rune('a'+len(h.Seats))))
	}
	pos, err := g.New(h)
	if err != nil {
		t.Fatal(err)
	}
	dice := ai.Dice(seed)
	for n := 0; n < moves || !acting(pos); n++ {
		var list []engine.Move
		for seat := range pos.Decision().Owing().Each {
			list = pos.AppendMoves(list, seat)
		}
		if len(list) == 0 {
			t.Fatal("the game is over")
		}
		if _, _, err := pos.Play(list[dice.N(len(list))]); err != nil {
			t.Fatal(err)
		}
	}
	return h, pos
}

func acting(pos engine.Session) bool {
	d := pos.Decision()
	return !d.Over && pos.Vocabulary().Questions[d.Question] == "action" && len(pos.AppendMoves(nil, d.Owing().First())) > 5
}

// The same question costs processor time only once, even if several players ask it concurrently.
// All players who ask about the same position get the same plans.
func TestAskingTwice(t *testing.T) {
	d, q := newAdviser(t)
	h, pos := game(t, "world", 5, 6, engine.Setting{Name: "players", Value: "3"})
	seats := engine.AllSeats(3)
	q.hold = make(chan struct{})
	answers := make([]Advice, 3)
	var all sync.WaitGroup
	for i := range answers {
		all.Go(func() {
			var err error
			if answers[i], err = d.Ask(t.Context(), "ada", "table", h, pos, seats); err != nil {
				t.Error(err)
			}
		})
	}
	time.AfterFunc(50*time.Millisecond, func() { close(q.hold) })
	all.Wait()
	if q.count() != 1 || len(answers[0].Plans) < 2 || !reflect.DeepEqual(answers[0], answers[1]) || answers[0].Reference == "" {
		t.Errorf("%d questions: %+v", q.count(), answers)
	}
	other, _ := New(d.conf).Ask(t.Context(), "bob", "other", h, pos, seats) // ask an Adviser of another node
	if !reflect.DeepEqual(other, answers[0]) {
		t.Errorf("the same position has other plans elsewhere: %+v %+v", other, answers[0])
	}
}

// No player gets more than a fair share of the workers' time, and the number of concurrent
// questions is limited.
func TestBounds(t *testing.T) {
	d, q := newAdviser(t)
	d.conf.AtOnce = 1
	q.hold = make(chan struct{})
	h, pos := game(t, "world", 5, 6, engine.Setting{Name: "players", Value: "2"})
	gone, leave := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, err := d.Ask(gone, "ada", "table", h, pos, engine.AllSeats(2))
		done <- err
	}()
	for q.count() == 0 {
		time.Sleep(time.Millisecond)
	}
	if _, err := d.Ask(t.Context(), "bob", "table", h, pos, engine.SeatsOf(0)); !errors.Is(err, ErrBusy) {
		t.Error(err)
	}
	leave() // the caller stops waiting, but the answer will be cached
	close(q.hold)
	<-done
	if a, err := d.Ask(t.Context(), "ada", "table", h, pos, engine.AllSeats(2)); err != nil || len(a.Plans) == 0 || q.count() != 1 {
		t.Errorf("%v %+v, %d questions", err, a, q.count())
	}
	d.budget.Pay("ada", 3*time.Hour, time.Now())
	var slow *SlowDown
	if _, err := d.Ask(t.Context(), "ada", "table", h, pos, engine.SeatsOf(0)); !errors.As(err, &slow) || slow.Wait < time.Minute {
		t.Errorf("no debt: %v", err)
	}
	// A question that failed is not cached.
	h.Game = "nothing"
	for n := 2; n < 4; n++ {
		if _, err := d.Ask(t.Context(), "eve", "table", h, pos, engine.AllSeats(2)); !errors.Is(err, ErrFailed) || q.count() != n {
			t.Errorf("%v after %d questions", err, q.count())
		}
	}
}

// Advice does not reveal anything that the player does not know. Two positions that look the same to the
// player's seats get the same advice, even if hidden hands and decks differ.
func TestAdviceKnowsNoMore(t *testing.T) {
	d, q := newAdviser(t)
	for _, c := range []struct {
		game string
		set  []engine.Setting
	}{
		{"world", []engine.Setting{{Name: "players", Value: "3"}, {Name: "epidemics", Value: "6"}, {Name: "hands", Value: "hidden"}}},
		{"world", []engine.Setting{{Name: "players", Value: "4"}, {Name: "mode", Value: "teams"}, {Name: "box", Value: "lab"}}},
		{"iberia", []engine.Setting{{Name: "players", Value: "3"}}},
	} {
		h, pos := game(t, c.game, 3, 30, c.set...)
		seats := pos.Decision().Owing()
		view := pos.View(seats)
		want, err := d.Ask(t.Context(), "ada", "table", h, pos, seats)
		if err != nil || len(want.Plans) == 0 {
			t.Fatal(err, want)
		}
		others := 0
		for try := range 2 {
			chance := engine.Rand{Next: uint32(1000 + try)}
			twin := view.Draw(&chance)
			if twin.Hash() != pos.Hash() {
				others++
			}
			// This new Adviser has no cached answers, so it asks a worker. The worker gets the same
			// question as before.
			got, err := New(d.conf).Ask(t.Context(), "ada", "table", h, twin, seats)
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("%s %v: %v\n%+v\n%+v", c.game, c.set, err, got, want)
			}
		}
		if others == 0 {
			t.Errorf("%s %v: only %d positions differ", c.game, c.set, others)
		}
	}
	seen := map[string]int{}
	for _, data := range q.items {
		var it struct{ ID string }
		if err := json.Unmarshal(data, &it); err != nil {
			t.Fatal(err)
		}
		seen[it.ID]++
	}
	if len(seen) != 3 || len(q.items) != 9 {
		t.Errorf("%d questions of %d positions", len(q.items), len(seen))
	}
}
