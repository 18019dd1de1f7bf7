package pharmacy

import (
	"slices"
	"testing"

	"theriac/engine"
)

// PositionBefore draws a position that fits what a seat saw earlier in the round. On top of its piles are the
// cards that have been turned over since. With its view at that time, the seat cannot distinguish the position
// from the real one.
func TestPositionBefore(t *testing.T) {
	rules, err := Game.Compile(engine.Header{Game: "pharmacy", Revision: Revision})
	if err != nil {
		t.Fatal(err)
	}
	chance, _ := engine.NumberedSeed(4).Rand()
	looked, deep := 0, 0
	for game := range 20 {
		var s State
		rules.Deal(&s, chance.Fork(), nil)
		for s.Round == 1 {
			before := s
			seat := engine.Seat(game % rules.Players)
			v := before.Knows(engine.SeatsOf(seat))
			for range 12 {
				if s.Round != 1 {
					break
				}
				list := s.AppendMoves(nil, s.Asked.First())
				s.Play(list[chance.N(len(list))], nil)
			}
			if s.Round != 1 {
				break
			}
			drawn := v.PositionBefore(&s.Public, &chance)
			if drawn.Knows(engine.SeatsOf(seat)) != v {
				t.Fatal("the seat could have told the position from the real one")
			}
			if why := drawn.Fault(); why != "" {
				t.Fatal(why)
			}
			var got, want []Card
			for p := range s.pile {
				from, to := max(s.PileLen[p], 1)-1, before.PileLen[p]
				if from+1 == to {
					continue // no card was turned over
				}
				if drawn.pile[p][from] != s.Top[p] && s.PileLen[p] > 0 {
					t.Errorf("under the cards that were turned over lies another one than there does")
				}
				got, want = append(got, drawn.pile[p][from:to]...), append(want, before.pile[p][from:to]...)
			}
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("the cards that were turned over are %v, not %v", got, want)
			}
			looked++
			if len(want) > 4 {
				deep++
			}
		}
	}
	if looked < 40 || deep < 5 {
		t.Errorf("only %d positions, %d of them with many cards", looked, deep)
	}
}
