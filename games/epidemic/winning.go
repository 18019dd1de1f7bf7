package epidemic

import "theriac/engine"

// won says whether the cures that were found win the game: all of them, or all but
// that of the disease that no city has for its own while it has no cube on the
// board.
func (s *State) won() bool {
	all := uint8(1)<<len(s.rules.Diseases) - 1
	return s.Cured == all || s.mutantGone()
}

// mutantGone says whether only the cure of a disease is missing that no city has
// for its own and that has no cube on the board.
func (s *State) mutantGone() bool {
	d, ok := s.rules.mutant()
	return ok && s.Cured|1<<d == 1<<len(s.rules.Diseases)-1 && !s.IsCured(d) && s.OnBoard(d) == 0
}

// checkWon ends a game that is won.
func (s *State) checkWon(out *engine.Facts) {
	if s.End != Running || s.rules.Mode.Has(Teaming) || !s.won() { // teams have their own ways
		return
	}
	if s.mutantGone() {
		d, _ := s.rules.mutant()
		out.Add(FactMutantGone, "mutation/win", uint8(d))
	}
	s.end(Won, out)
}
