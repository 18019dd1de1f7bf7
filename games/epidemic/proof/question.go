// Package proof says whether a turn of a map game answers a puzzle's question, whatever is
// drawn after it.
//
// It refuses to look for puzzles, and to know a game.
package proof

import "theriac/games/epidemic"

// Question is one question at a position, asked of the seat that has the turn.
type Question struct {
	Kind  string
	Start epidemic.State
	*Orders
}

// The kinds of questions.
const (
	KindCure     = "cure"     // find a cure in this turn
	KindWin      = "win"      // win in this turn
	KindOutbreak = "outbreak" // end the actions so that no outbreak can come before the next turn
	KindChain    = "chain"    // the same where a chain of outbreaks threatens
	KindSurvive  = "survive"  // end the actions so that the game cannot be lost before the next turn
)

// Drawn says that the answer depends on what is drawn afterwards.
func (q *Question) Drawn() bool { return q.Kind != KindCure && q.Kind != KindWin }

// Solved says whether the question is answered if the actions end here; ok, that it could be
// found out.
func (q *Question) Solved(s *epidemic.State) (solved, ok bool) {
	switch q.Kind {
	case KindCure:
		return s.Cured&^q.Start.Cured != 0, true
	case KindWin:
		return s.End.Wins(), true
	}
	if s.End != epidemic.Running {
		return s.End.Wins(), true
	}
	return q.Holds(s, q.Good)
}

// Good says whether the end of the turn is as the question wants it.
func (q *Question) Good(end *epidemic.State) bool {
	if q.Kind == KindSurvive {
		return end.End == epidemic.Running || end.End.Wins()
	}
	return end.Outbreaks == q.Start.Outbreaks && (end.End == epidemic.Running || end.End.Wins())
}
