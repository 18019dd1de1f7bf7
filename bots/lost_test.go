package bots

import (
	"testing"

	"theriac/ai"
	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/iberia"
	"theriac/games/world"
)

// With every module, the search follows each action to its end. It once overlooked all cures after which an
// event could be played, and a quarter of the games passed without any cure.
func TestNoActionIsLost(t *testing.T) {
	l, err := Named("novice,width=6,plans=1,blunder=0")
	if err != nil {
		t.Fatal(err)
	}
	tried, after := 0, 0
	for _, game := range []struct {
		*epidemic.Ruleset
		variants []engine.Settings
		every    int
	}{{world.Game, world.Variants(), 23}, {iberia.Game, iberia.Variants(), 7}} {
		for i, set := range game.variants {
			if i%game.every != 0 {
				continue
			}
			rules, err := game.Compile(engine.Header{Game: game.Game, Revision: game.Revision(), Settings: set})
			if err != nil {
				t.Fatal(err)
			}
			var s epidemic.State
			chance, _ := engine.NumberedSeed(uint64(i)).Rand()
			rules.Deal(&s, chance, nil)
			m, seen := l.New().(*planner), 0
			for n := uint64(0); s.End == epidemic.Running && n < 3000; n++ {
				by := s.Decision().Owing().First()
				all := engine.AllSeats(rules.Players)
				if rules.Plays(epidemic.TeamMode) {
					all = engine.SeatsOf(by&^1, by|1)
				}
				v := s.Knows(all)
				q := ai.Question{Seats: all, View: &v, Owing: s.Decision().Owing() & all, Seed: n}
				for seat := range all.Each {
					q.Moves = s.AppendMoves(q.Moves, seat)
				}
				if s.AfterCure() {
					after++
				}
				s.Play(m.Choose(&q).Move, nil)
				if m.turn != nil && m.turn.lost > seen {
					seen = m.turn.lost
					t.Errorf("%v: an action of turn %d has no end", set, s.Turn)
				}
			}
			if m.turn != nil {
				tried += m.turn.tried
			}
		}
	}
	if tried < 100_000 || after == 0 {
		t.Errorf("%d moves were tried, and %d times an event could follow a cure: too few to say anything", tried, after)
	}
	t.Logf("%d moves were tried, %d times an event could follow a cure", tried, after)
}
