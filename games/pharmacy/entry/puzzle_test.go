package entry

import (
	"testing"

	"theriac/ai/puzzle"
	"theriac/engine"
	"theriac/games/pharmacy"
	"theriac/games/pharmacy/puzzles"
)

// If the player makes a mistake, the other seats reply with moves that exploit it.
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
		for _, m := range at.AppendMoves(nil, j.Seat) {
			if held, _ := j.Holds(at, m); !held {
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
		if j.Over(now) && len(j.Faces) == 0 && j.Good(now) {
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
