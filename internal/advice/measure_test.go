package advice

import (
	"os"
	"runtime"
	"strconv"
	"testing"
	"time"

	"theriac/ai"
	"theriac/engine"
	"theriac/games"
	"theriac/internal/cpu"
	"theriac/internal/work"
)

// turns has bots play games, and calls f at the beginning of turns, n times in all.
func turns(t *testing.T, game string, n int, f func(h engine.Header, pos engine.Session, active engine.Seat)) {
	t.Helper()
	e, _ := games.FindEntry(game)
	stages, player := e.Evaluator(), e.Bots[0].New()
	met := 0
	for seed := uint64(1); met < n; seed++ {
		h, pos := dealt(t, e.Rules, seed)
		all := engine.AllSeats(len(h.Seats))
		last := 0
		for k := uint64(0); !pos.Decision().Over && met < n; k++ {
			if s := stages.Stage(pos.View(all)); s.Acting && s.Turn != last && pos.Decision().Owing().Has(s.Active) {
				last = s.Turn
				if s.Turn%3 == 2 {
					met++
					f(h, pos, s.Active)
				}
			}
			q := &ai.Question{Seats: all, View: pos.View(all), Owing: pos.Decision().Owing(), Seed: seed<<20 + k}
			for seat := range pos.Decision().Asked().Each {
				q.Moves = pos.AppendMoves(q.Moves, seat)
			}
			if _, _, err := pos.Play(player.Choose(q).Move); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// dealt begins a game with two to four seats, depending on the seed.
func dealt(t *testing.T, g engine.Game, seed uint64) (engine.Header, engine.Session) {
	t.Helper()
	players := strconv.Itoa(2 + int(seed)%3)
	set, err := engine.Resolve(g.Options(), []engine.Setting{{Name: "players", Value: players}})
	if err != nil {
		t.Fatal(err)
	}
	h := engine.Header{Game: g.Name(), Revision: g.Revision(), Settings: set, Seed: engine.NumberedSeed(seed)}
	for range set.Int("players") {
		h.Seats = append(h.Seats, strconv.Itoa(len(h.Seats)))
	}
	pos, err := g.New(h)
	if err != nil {
		t.Fatal(err)
	}
	return h, pos
}

// Advice takes at most one second of processor time. On most turns its plans pursue different ideas; a turn on
// which the search itself finds only one idea counts as a success. With ADVICE=n, the test measures n turns of
// each of two games.
func TestAdviceIsVaried(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector makes this slow")
	}
	n, marks := 10, map[string]int{"world": 80}
	if of, err := strconv.Atoi(os.Getenv("ADVICE")); err == nil {
		n = of
		marks["iberia"] = 50
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	th := work.Thinker{Now: time.Now, Used: cpu.ThreadTime}
	for name, least := range marks {
		varied, alone, most, sum := 0, map[string]int{}, time.Duration(0), time.Duration(0)
		turns(t, name, n, func(h engine.Header, pos engine.Session, active engine.Seat) {
			it := work.AskPlans(h, pos, engine.SeatsOf(active), nil)
			it.Seed, it.Most, it.Core = 1, time.Minute.Milliseconds(), DefaultCore.Milliseconds()
			a := th.Think(it)
			if a.Failed != "" {
				t.Fatal(a.Failed)
			}
			plans := distinct(a.Plans)
			if len(plans) > 1 && plans[0].Idea != plans[1].Idea {
				varied++
			} else if len(plans) == 1 {
				alone[plans[0].Idea]++
			}
			took := time.Duration(a.Took) * time.Microsecond
			most, sum = max(most, took), sum+took
		})
		t.Logf("%s: ideas differ in %d of %d turns; %v of a processor on average, %v at most; the only idea: %v", name, varied, n, sum/time.Duration(n), most, alone)
		if varied*100 < least*n {
			t.Errorf("%s: ideas differ in only %d of %d turns", name, varied, n)
		}
		if most > time.Second {
			t.Errorf("%s: advice took %v of a processor", name, most)
		}
	}
}
