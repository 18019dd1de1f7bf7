package bots_test

import (
	"math"
	"reflect"
	"testing"

	"theriac/ai"
	"theriac/engine"
	"theriac/games/pharmacy"
	"theriac/games/pharmacy/bots"
)

// Estimated ranks are between the first and the last, and do not depend on hidden cards. Once the game is over,
// they are certain. The seat that leads before the last round is expected to finish ahead of the others.
func TestPlaces(t *testing.T) {
	r := bots.NewRanker()
	asked, differed, ends := 0, 0, 0
	for number, set := range some() {
		for i, a := range questions(t, set, uint64(number), 41) {
			v := a.s.Knows(0)
			chance, _ := engine.NumberedSeed(uint64(i)).Rand()
			other := v.Position(&chance)
			if *other.Secrets() != *a.s.Secrets() {
				differed++
			}
			w := other.Knows(0)
			got := r.Places(&ai.Evaluation{View: &v, Seed: 5, Budget: 10})
			if again := r.Places(&ai.Evaluation{View: &w, Seed: 5, Budget: 10}); !reflect.DeepEqual(got, again) {
				t.Fatalf("%v, and with other hidden cards %v", got, again)
			}
			for _, e := range got {
				if !(e.Chance >= 1 && e.Chance <= float64(len(got))) || !(e.Error > 0) {
					t.Errorf("%v: a place of %v", set, e)
				}
			}
			asked++
		}
		s := finished(t, set, uint64(number))
		result, _ := s.Outcome()
		v := s.Knows(0)
		for seat, e := range r.Places(&ai.Evaluation{View: &v}) {
			if e.Error != 0 || math.Abs(e.Chance-float64(result.Rank[seat])) > 1e-9 {
				t.Errorf("at the end the place of seat %d is %v and not %d", seat, e, result.Rank[seat])
			}
		}
		ends++
	}
	if asked < 30 || differed < 20 || ends < 5 {
		t.Errorf("only %d positions, %d with other hidden cards, %d ends", asked, differed, ends)
	}
}

// finished returns a game that random moves have played to its end.
func finished(t *testing.T, set engine.Settings, number uint64) *pharmacy.State {
	t.Helper()
	rules, err := pharmacy.Game.Compile(engine.Header{Game: "pharmacy", Revision: pharmacy.Revision, Settings: set})
	if err != nil {
		t.Fatal(err)
	}
	chance, _ := engine.NumberedSeed(number).Rand()
	var s pharmacy.State
	rules.Deal(&s, chance, nil)
	dice := ai.Dice(number)
	ai.Playout[pharmacy.State](&s, &dice, nil)
	return &s
}
