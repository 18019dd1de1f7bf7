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

// A searcher finds out how others play: at the end of a game with three players who follow
// one of the models it takes most of them for that one, or for one that plays much alike.
func TestSearchersFindOut(t *testing.T) {
	rules := table(t)
	right, all := 0, 0
	for _, k := range []int{0, 2, 4} {
		e := searching(20)
		Lone(rules, e, []ai.Player{&plain{weights: models[k].weights}}, 0, 3, TunedFrom)
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

// Watching a player makes its choices less surprising, in games that were not watched too.
func TestImitate(t *testing.T) {
	rules := table(t)
	seen := Observe(rules, &plain{weights: &crowd[4]}, 0, 12, TunedFrom)
	unseen := Observe(rules, &plain{weights: &crowd[4]}, 12, 16, TunedFrom)
	w, before, after := Imitate(honest, seen, 400, 1)
	if after >= before || surprise(&w, unseen) >= surprise(&honest, unseen)-.1 {
		t.Errorf("surprise %.3f before, %.3f after; not seen %.3f and %.3f", before, after, surprise(&honest, unseen), surprise(&w, unseen))
	}
}

// Nothing is tuned on the games that strength is measured on.
func TestTuningKeepsAway(t *testing.T) {
	tuning := Tuning{Games: 1, Changes: 1, Seed: TunedFrom - 1}
	if _, err := tuning.Response(table(t)); err == nil {
		t.Error("a response was tuned on a seed for measuring")
	}
	if _, err := tuning.Circle(table(t), 1); err == nil {
		t.Error("a circle was tuned on a seed for measuring")
	}
	tuning.Seed++
	if hall, err := tuning.Circle(table(t), 1); err != nil || len(hall) != 2 {
		t.Errorf("%d ways to play, %v", len(hall), err)
	}
}

// Thinking takes no memory for each playout: ten times as many playouts take no more.
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
