package puzzles

import (
	"slices"

	"theriac/ai/puzzle"
	"theriac/games"
	"theriac/internal/table"
)

// Verdict is how a puzzle stands at a table. It follows from the log, with what was taken
// back: whoever ended the turn once and then took that back has still ended it.
func Verdict(p *puzzle.Puzzle, s *table.State) (puzzle.Verdict, error) {
	e, _ := games.FindEntry(p.Game)
	var judge puzzle.Judge
	var before []table.Play
	verdict := puzzle.Open
	var failed error
	s.Tried(func(moves []table.Play) bool {
		if len(moves) <= len(p.Prefix) {
			judge = nil
			return true
		}
		if judge == nil || len(moves) < len(before) || !slices.Equal(moves[:len(before)], before) {
			for i, text := range p.Prefix {
				if text != written(moves[i]) {
					verdict = puzzle.Failed // it is another position
					return false
				}
			}
			if judge, failed = e.Judge(p); failed != nil {
				return false
			}
			before = moves[:len(p.Prefix)]
		}
		for _, m := range moves[len(before):] {
			move, err := puzzle.ParseMove(e.Rules.Vocabulary(), written(m))
			if err == nil {
				verdict, err = judge.Play(move)
			}
			if failed = err; err != nil || verdict != puzzle.Open {
				return false
			}
		}
		before = slices.Clone(moves)
		return true
	})
	if verdict == puzzle.Open && s.Over && failed == nil {
		verdict = puzzle.Failed // it was given up
	}
	return verdict, failed
}

func written(p table.Play) string { return string('0'+rune(p.Seat)) + " " + p.Move }
