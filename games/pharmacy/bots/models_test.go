package bots

import (
	"testing"

	"theriac/ai"
	"theriac/engine"
	"theriac/games/pharmacy"
)

func table(t *testing.T) *pharmacy.Rules {
	t.Helper()
	rules, err := pharmacy.Game.Compile(engine.Header{Game: "pharmacy", Revision: pharmacy.Revision})
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

// A searching bot recognises how its opponents play. In the test, three opponents follow the same model. At the
// end of the game, the bot believes that most of them follow that model or a similar one.
func TestSearchersFindOut(t *testing.T) {
	rules := table(t)
	right, all := 0, 0
	for _, k := range []int{0, 2, 4} {
		e := searching(20)
		Lone(rules, e, []ai.Player{&plain{weights: models[k].weights}}, 0, 3, 1000)
		for seat := range engine.Seat(rules.Players) {
			if seat == e.seat {
				continue
			}
			all++
			better := 0
			for other := range models {
				if e.mass[seat][other] > e.mass[seat][k] {
					better++
				}
			}
			if better <= 1 {
				right++
			}
		}
	}
	t.Logf("%d of %d seats were taken for what they are", right, all)
	if 3*right < 2*all {
		t.Errorf("only %d of %d seats were taken for what they are", right, all)
	}
}

// Playouts do not allocate memory: ten times as many playouts allocate no more.
func TestPlayoutsTakeNoMemory(t *testing.T) {
	rules := table(t)
	var s pharmacy.State
	chance, _ := engine.NumberedSeed(1).Rand()
	rules.Deal(&s, chance, nil)
	by := s.Asked
	v := s.Knows(by)
	q := ai.Question{Seats: by, View: &v, Moves: s.AppendMoves(nil, by.First()), Owing: by, Seed: 1}
	taken := func(budget int) float64 {
		e := searching(budget)
		return testing.AllocsPerRun(3, func() { e.Choose(&q) })
	}
	if few, many := taken(40), taken(400); many > few+1 {
		t.Errorf("40 playouts take memory %.0f times, 400 playouts %.0f times", few, many)
	}
}
