package games_test

import (
	"testing"

	"theriac/ai/puzzle"
	"theriac/games"
)

// Every puzzle is correct. Its recorded moves lead to its position. Its plan solves it against every reply, or
// for every order of the decks that the position allows. The plan's last move alone does not.
func TestPuzzles(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range games.Entries {
		all, err := puzzle.Read(e.Book)
		if err != nil {
			t.Fatal(err)
		}
		if got := puzzle.Write(all); got != e.Book {
			t.Errorf("the book of %s is not as it would be written", e.Rules.Name())
		}
		for i := range all {
			p := &all[i]
			if seen[p.ID] {
				t.Errorf("%s is there twice", p.ID)
			}
			seen[p.ID] = true
			if p.Grade < 1 || p.Grade > puzzle.Grades || p.Game != e.Rules.Name() {
				t.Errorf("%s has grade %d and is of %s", p.ID, p.Grade, p.Game)
			}
			if got, err := playOut(e.Judge, p, p.Plan); err != nil || got != puzzle.Solved {
				t.Errorf("%s: the plan %q leaves it %s: %v", p.ID, p.Plan, got, err)
			}
			if got, err := playOut(e.Judge, p, p.Plan[:len(p.Plan)-1]); err != nil || got != puzzle.Open {
				t.Errorf("%s: the plan without its last move leaves it %s: %v", p.ID, got, err)
			}
			last := p.Plan[len(p.Plan)-1]
			if got, err := playOut(e.Judge, p, []string{last}); len(p.Plan) > 1 && err == nil && got == puzzle.Solved {
				t.Errorf("%s: it is solved by %q alone", p.ID, last)
			}
		}
	}
}

// playOut plays moves from a puzzle's position and returns the verdict.
func playOut(begin func(*puzzle.Puzzle) (puzzle.Judge, error), p *puzzle.Puzzle, moves []string) (puzzle.Verdict, error) {
	j, err := begin(p)
	if err != nil {
		return "", err
	}
	e, _ := games.FindEntry(p.Game)
	verdict := puzzle.Open
	for _, text := range moves {
		m, err := puzzle.ParseMove(e.Rules.Vocabulary(), text)
		if err != nil {
			return verdict, err
		}
		if verdict, err = j.Play(m); err != nil {
			return verdict, err
		}
	}
	return verdict, nil
}
