package puzzles

import (
	"slices"

	"theriac/ai/puzzle"
	"theriac/engine"
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

// Solver is the seats that solve a puzzle: whoever is asked at its position, and the others too
// where they are no rivals.
func Solver(p *puzzle.Puzzle) (engine.Seats, error) {
	e, _ := games.FindEntry(p.Game)
	s, err := p.Begin(e.Rules)
	if err != nil {
		return 0, err
	}
	all := engine.AllSeats(p.Settings.Int("players"))
	return all &^ engine.RivalsOf(e.Rules, p.Settings, s.Decision().Owing().First()), nil
}

// Replies are the moves of the rivals that follow at a table, up to the next of the solver. They
// are the strongest: after a mistake, those that show it.
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
		return nil, nil // some were taken back, or the solver has yet to move
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
