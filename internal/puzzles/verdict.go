package puzzles

import (
	"slices"

	"theriac/ai/puzzle"
	"theriac/engine"
	"theriac/games"
	"theriac/internal/table"
)

// Verdict returns the verdict of a puzzle at a table, computed from the table's log. Undone moves count: ending
// the turn and then taking that back counts as having ended it.
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
					verdict = puzzle.Failed // the game does not begin with the puzzle's position
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
		verdict = puzzle.Failed // the players gave up the game
	}
	return verdict, failed
}

// Solver returns the seats that solve a puzzle: those that owe an answer in its position, and also the others
// unless they are rivals.
func Solver(p *puzzle.Puzzle) (engine.Seats, error) {
	e, _ := games.FindEntry(p.Game)
	s, err := p.Begin(e.Rules)
	if err != nil {
		return 0, err
	}
	all := engine.AllSeats(p.Settings.Int("players"))
	return all &^ engine.RivalsOf(e.Rules, p.Settings, s.Decision().Owing().First()), nil
}

// Replies returns the rivals' moves that follow the solver's moves at a table, up to the solver's next move.
// These are the strongest replies, so after a mistake they show why it was one.
func Replies(p *puzzle.Puzzle, s *table.State) ([]table.Play, error) {
	e, _ := games.FindEntry(p.Game)
	judge, err := e.Judge(p)
	rivals, ok := judge.(puzzle.Replier)
	if err != nil || !ok || s.Over {
		return nil, err
	}
	var moves []table.Play
	s.Tried(func(now []table.Play) bool {
		moves = now
		return true
	})
	if len(moves) != s.Moves() || len(moves) <= len(p.Prefix) {
		return nil, nil // some moves were taken back, or the solver has not moved yet
	}
	v := e.Rules.Vocabulary()
	for _, m := range moves[len(p.Prefix):] {
		move, err := puzzle.ParseMove(v, written(m))
		if err == nil {
			_, err = judge.Play(move)
		}
		if err != nil {
			return nil, err
		}
	}
	var replies []table.Play
	for m, theirs := rivals.Reply(); theirs; m, theirs = rivals.Reply() {
		replies = append(replies, table.Play{Seat: m.Seat, Move: v.Move(m)})
		if _, err := judge.Play(m); err != nil {
			return nil, err
		}
	}
	return replies, nil
}

func written(p table.Play) string { return string('0'+rune(p.Seat)) + " " + p.Move }
