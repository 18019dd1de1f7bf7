package entry

import (
	"testing"

	"theriac/ai"
	"theriac/ai/puzzle"
	"theriac/engine"
	"theriac/games/pharmacy"
	"theriac/games/pharmacy/puzzles"
)

// The book says of each puzzle how many first moves answer it and how large the proof is: both
// are counted again.
func TestPuzzlesAreCounted(t *testing.T) {
	for _, z := range book(t) {
		s, err := z.Begin(pharmacy.Game)
		if err != nil {
			t.Fatal(err)
		}
		at, _ := engine.At[pharmacy.State](s)
		list := at.AppendMoves(nil, at.Decision().Owing().First())
		p, solving := count(at, list, z.Kind, z.Points)
		if p == nil || len(list) != z.Plans || solving != z.Solving || p.choices(at) != z.Actions || 1+len(p.known) != z.Places {
			t.Errorf("%s: %d of %d moves answer it, with %+v", z.ID, solving, len(list), p)
		}
		if z.Kind == kindPoints {
			if more, n := count(at, list, z.Kind, z.Points+1); more == nil || n > 0 {
				t.Errorf("%s: one could be sure of more than %d points", z.ID, z.Points)
			}
		}
	}
}

// Whoever follows the proof reaches what the question asks for, at tables that they cannot tell
// from the real one, against rivals who play by chance: in the engine, without the search's own
// way through hidden cards.
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
		p := newProof(at, z.Kind, z.Points)
		view := at.Knows(engine.SeatsOf(p.seat))
		for range 12 {
			now := view.Position(&chance)
			for !p.over(&now) {
				seat := now.Asked.First()
				if now.Asked.Len() > 1 { // in any order
					for seat = engine.Seat(dice.N(now.Rules().Players)); !now.Asked.Has(seat); {
						seat = engine.Seat(dice.N(now.Rules().Players))
					}
				}
				list := now.AppendMoves(nil, seat)
				m := list[dice.N(len(list))]
				if seat == p.seat {
					m = p.best(&now)
				}
				now.Play(m, nil)
			}
			if played++; !p.good(&now) {
				t.Errorf("%s: a game against chance ends with %d points", z.ID, p.points(&now))
			}
		}
	}
	t.Logf("%d games", played)
}

// A mistake is answered by moves that show it.
func TestRivalsShowMistakes(t *testing.T) {
	shown := 0
	for _, z := range book(t) {
		begun, err := newJudge(&z)
		if err != nil {
			t.Fatal(err)
		}
		j := begun.(*judge)
		at, _ := engine.At[pharmacy.State](j.session)
		var wrong engine.Move
		for _, m := range at.AppendMoves(nil, j.seat) {
			if held, _ := j.holds(at, m); !held {
				wrong = m
				break
			}
		}
		verdict, err := j.Play(wrong)
		if err != nil || verdict != puzzle.Failed {
			t.Fatalf("%s: a move that does not hold leaves it %s: %v", z.ID, verdict, err)
		}
		for m, theirs := j.Reply(); theirs; m, theirs = j.Reply() {
			shown++
			if verdict, err = j.Play(m); err != nil || verdict != puzzle.Failed {
				t.Fatalf("%s: after a reply it is %s: %v", z.ID, verdict, err)
			}
		}
		now, _ := engine.At[pharmacy.State](j.session)
		if j.over(now) && len(j.faces) == 0 && j.good(now) {
			t.Errorf("%s: the replies to a mistake leave the question answered", z.ID)
		}
	}
	if shown == 0 {
		t.Error("nobody replied")
	}
}

func book(t *testing.T) []puzzle.Puzzle {
	t.Helper()
	all, err := puzzle.Read(puzzles.Book)
	if err != nil || len(all) == 0 {
		t.Fatalf("%d puzzles: %v", len(all), err)
	}
	return all
}
