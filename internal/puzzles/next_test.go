package puzzles

import (
	"testing"

	"theriac/ai/puzzle"
	"theriac/games"
)

// In every game, a new player begins with one of the easiest puzzles. By solving puzzles they climb one grade
// at a time, however strong they are in another game.
func TestNextClimbs(t *testing.T) {
	for _, e := range games.Entries {
		game := e.Rules.Name()
		easiest, hardest := puzzle.Grades+1, 0
		for _, p := range All() {
			if p.Game == game {
				easiest, hardest = min(easiest, p.Grade), max(hardest, p.Grade)
			}
		}
		if hardest == 0 {
			continue
		}
		strong := NewRating()
		strong.Rating = 2400
		r := Progress{Rating: strong, Attempts: map[string]Attempt{}}
		next := func() *puzzle.Puzzle {
			t.Helper()
			p, err := r.Next("person", game, "")
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		first := next()
		r.Attempts[first.ID] = Attempt{Verdict: puzzle.Failed}
		if again := next(); first.Grade != easiest || again.Grade != easiest {
			t.Errorf("%s begins with grade %d, and after a failure has grade %d", game, first.Grade, again.Grade)
		}
		for grade := easiest; grade < hardest; {
			p := next()
			r.Attempts[p.ID] = Attempt{Verdict: puzzle.Solved}
			if p.Grade < grade || p.Grade > grade+1 {
				t.Fatalf("%s: grade %d after grade %d", game, p.Grade, grade)
			}
			grade = p.Grade
		}
	}
}
