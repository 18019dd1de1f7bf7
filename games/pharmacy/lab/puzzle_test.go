package lab

import (
	"testing"

	"theriac/ai"
	"theriac/ai/puzzle"
	"theriac/engine"
	"theriac/games/pharmacy"
	"theriac/games/pharmacy/proof"
)

// For each puzzle, the book records how many first moves solve it and how large the proof is. The test counts
// both again and compares.
func TestPuzzlesAreCounted(t *testing.T) {
	for _, z := range book(t) {
		s, err := z.Begin(pharmacy.Game)
		if err != nil {
			t.Fatal(err)
		}
		at, _ := engine.At[pharmacy.State](s)
		list := at.AppendMoves(nil, at.Decision().Owing().First())
		p, solving := count(at, list, z.Kind, z.Points)
		if p == nil || len(list) != z.Plans || solving != z.Solving || p.Choices(at) != z.Actions || p.Places() != z.Places {
			t.Errorf("%s: %d of %d moves answer it, with %+v", z.ID, solving, len(list), p)
		}
		if z.Kind == proof.KindPoints {
			if more, n := count(at, list, z.Kind, z.Points+1); more == nil || n > 0 {
				t.Errorf("%s: one could be sure of more than %d points", z.ID, z.Points)
			}
		}
	}
}

// A player who follows the proof reaches the puzzle's goal against opponents who play at random. That holds in
// every position that the player cannot distinguish from the real one. The test uses only the engine, not the
// search's handling of hidden cards.
func TestPuzzlesHoldAgainstChance(t *testing.T) {
	dice := ai.Dice(7)
	chance, _ := engine.NumberedSeed(7).Rand()
	played := 0
	for _, z := range book(t) {
		s, err := z.Begin(pharmacy.Game)
		if err != nil {
			t.Fatal(err)
		}
		at, _ := engine.At[pharmacy.State](s)
		p := proof.New(at, z.Kind, z.Points)
		view := at.Knows(engine.SeatsOf(p.Seat))
		for range 12 {
			now := view.Position(&chance)
			for !p.Over(&now) {
				seat := now.Asked.First()
				if now.Asked.Len() > 1 { // the seats answer in any order
					for seat = engine.Seat(dice.N(now.Rules().Players)); !now.Asked.Has(seat); {
						seat = engine.Seat(dice.N(now.Rules().Players))
					}
				}
				list := now.AppendMoves(nil, seat)
				m := list[dice.N(len(list))]
				if seat == p.Seat {
					m = p.Best(&now)
				}
				now.Play(m, nil)
			}
			if played++; !p.Good(&now) {
				t.Errorf("%s: a game against chance ends with %d points", z.ID, p.PointsOf(&now))
			}
		}
	}
	t.Logf("%d games", played)
}

func book(t *testing.T) []puzzle.Puzzle {
	t.Helper()
	all, err := puzzle.Read(Entry.Book)
	if err != nil || len(all) == 0 {
		t.Fatalf("%d puzzles: %v", len(all), err)
	}
	return all
}
