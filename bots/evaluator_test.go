package bots_test

import (
	"reflect"
	"testing"

	"theriac/ai"
	"theriac/bots"
	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/iberia"
	"theriac/games/world"
)

// evaluation returns a question to the evaluator about a position, given what these seats know together.
func evaluation(s *epidemic.State, seats engine.Seats, seed uint64, budget int) *ai.Evaluation {
	v := s.Knows(seats)
	return &ai.Evaluation{Seats: seats, View: &v, Seed: seed, Budget: budget}
}

// every plays a game with a weak player, and calls the function each at every n-th question.
func every(t *testing.T, at table, seed uint64, n int, each func(s *epidemic.State, seats engine.Seats, k uint64)) {
	t.Helper()
	rules := at.rules(t)
	player := quick(t, "novice,width=3").New()
	all := engine.AllSeats(rules.Players)
	var s epidemic.State
	chance, _ := engine.NumberedSeed(seed).Rand()
	rules.Deal(&s, chance, nil)
	k := 0
	for ; s.End == epidemic.Running && k < 400; k++ {
		if k%n == 0 {
			each(&s, all, uint64(k))
		}
		s.Play(ask(player, &s, all, seed<<20+uint64(k)).Move, nil)
	}
	each(&s, all, uint64(k))
}

// The evaluator handles every module. Chances are between 0 and 1, and exactly 0 or 1 at the end of a game.
// The moves of each plan are legal in sequence, and no two plans share an idea.
func TestEvaluatorKnowsEveryModule(t *testing.T) {
	e := bots.NewEvaluator("steady")
	ends, plans, several := 0, 0, 0
	for _, game := range []struct {
		*epidemic.Ruleset
		variants []engine.Settings
		every    int
	}{{world.Game, world.Variants(), 71}, {iberia.Game, iberia.Variants(), 37}} {
		for i, set := range game.variants {
			if i%game.every != 0 && (testing.Short() || i%5 != 0) {
				continue
			}
			every(t, table{game.Ruleset, set}, uint64(i), 97, func(s *epidemic.State, seats engine.Seats, k uint64) {
				q := evaluation(s, seats, k, 4)
				got := e.Chance(q)
				if !(got.Chance >= 0 && got.Chance <= 1) || !(got.Error >= 0) {
					t.Fatalf("%v: the chance is %v", set, got)
				}
				if s.End != epidemic.Running {
					ends++
					if got.Error != 0 || !s.End.Wins() && got.Chance != 0 || s.End.Wins() && got.Chance == 0 {
						t.Errorf("%v: the chance of an end is %v", set, got)
					}
					return
				}
				ideas := map[string]bool{}
				for _, p := range e.Plans(q) {
					plans++
					if ideas[p.Idea] {
						t.Errorf("%v: two plans are about %q", set, p.Idea)
					}
					ideas[p.Idea] = true
					if x := *s; s.SameForAll() && len(p.Moves) > 0 && !engine.Listed(x.AppendMoves(nil, p.Moves[0].Seat), p.Moves[0]) {
						t.Errorf("%v: a plan begins with a move that is not listed", set)
					}
				}
				if len(ideas) > 1 {
					several++
				}
			})
		}
	}
	if ends < 10 || plans < 15 || several < 5 {
		t.Errorf("met only %d ends, %d plans, %d times several", ends, plans, several)
	}
	t.Logf("met: %d ends, %d plans, %d times several", ends, plans, several)
}

// For two positions that the seats cannot distinguish, the evaluator returns the same chance, plans and
// errors.
func TestEvaluatorSeesNoHiddenCard(t *testing.T) {
	e := bots.NewEvaluator("steady")
	differed := 0
	for i, at := range []table{
		{world.Game, settings("players", "3", "epidemics", "5", "hands", "open")},
		{world.Game, settings("players", "2", "epidemics", "6", "hands", "hidden")},
		{iberia.Game, settings("players", "3")},
	} {
		draw, _ := engine.NumberedSeed(uint64(i)).Rand()
		every(t, at, uint64(i), 47, func(s *epidemic.State, all engine.Seats, k uint64) {
			seats := engine.SeatsOf(s.Active)
			if s.Rules().Open {
				seats = all
			}
			v := s.Knows(seats)
			other := v.Position(&draw)
			if engine.HashOf(s.Code) != engine.HashOf(other.Code) {
				differed++
			}
			for _, acted := range []bool{false, true} {
				q, p := evaluation(s, seats, k, 6), evaluation(&other, seats, k, 6)
				q.Acted, p.Acted = acted, acted
				if a, b := e.Chance(q), e.Chance(p); a != b {
					t.Fatalf("the chance is %v, and with other hidden cards %v", a, b)
				}
			}
			if a, b := e.Plans(evaluation(s, seats, k, 6)), e.Plans(evaluation(&other, seats, k, 6)); !reflect.DeepEqual(a, b) {
				t.Fatalf("the plans are %v, and with other hidden cards %v", a, b)
			}
		})
	}
	if differed < 9 {
		t.Errorf("only %d positions had other hidden cards", differed)
	}
}

// The moves given in the question come last in the result, and the same trials judge them and the plans. So
// if they equal a plan, both have the same estimate.
func TestEvaluatorComparesMoves(t *testing.T) {
	e := bots.NewEvaluator("steady")
	met := 0
	every(t, table{world.Game, settings("players", "3", "epidemics", "5", "hands", "open")}, 4, 20, func(s *epidemic.State, seats engine.Seats, k uint64) {
		plans := e.Plans(evaluation(s, seats, k, 60))
		if len(plans) == 0 || len(plans[0].Moves) == 0 { // no action can be taken
			return
		}
		met++
		q := evaluation(s, seats, k, 60)
		q.Moves = plans[0].Moves
		again := e.Plans(q)
		if len(again) < 2 || !reflect.DeepEqual(again[len(again)-1].Moves, q.Moves) {
			t.Fatalf("the moves that were asked about are not last: %v", again)
		}
		last := again[len(again)-1]
		for _, p := range again[:len(again)-1] {
			if reflect.DeepEqual(p.Moves, q.Moves) && p.Estimate != last.Estimate {
				t.Errorf("the same plan has the chances %v and %v", p.Estimate, last.Estimate)
			}
		}
	})
	if met < 4 {
		t.Errorf("only %d positions had plans", met)
	}
}
