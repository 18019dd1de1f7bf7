// Package proof determines whether a turn in a map game solves a puzzle, no matter which cards are drawn
// afterwards.
//
// It deliberately does not search for puzzles, and does not depend on any one game.
package proof

import "theriac/games/epidemic"

// Question is what a puzzle asks the active seat to achieve from a position.
type Question struct {
	Kind  string
	Start epidemic.State
	*Orders
	*second // set only for a relay (a puzzle over two turns)
}

// Ask returns a question about a position. Questions about the same table can share o.
func Ask(kind string, s *epidemic.State, o *Orders) Question {
	q := Question{Kind: kind, Start: *s, Orders: o}
	if kind == KindRelay {
		q.second, q.Orders = newSecond(s.Rules()), NewOrders(s.Rules())
		q.most = maxRelayOrders
	}
	return q
}

// These are the kinds of questions. Puzzle files contain their names.
const (
	KindCure     = "cure"     // find a cure in this turn
	KindWin      = "win"      // win in this turn
	KindOutbreak = "outbreak" // end the actions so that no outbreak is possible before the next turn
	KindChain    = "chain"    // the same, in a position where a chain of outbreaks is possible
	KindSurvive  = "survive"  // end the actions so that the game cannot be lost before the next turn
	KindRelay    = "relay"    // prepare a win in the next seat's turn, then win in that turn
)

// Drawn reports whether the solution depends on the cards drawn after the actions.
func (q *Question) Drawn() bool { return q.Kind != KindCure && q.Kind != KindWin }

// Solved reports whether ending the actions at this position solves the question. ok reports whether the
// proof could be completed.
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
	if q.Kind == KindRelay {
		w := q.Win(s)
		if w.Moves == nil {
			return false, true
		}
		return q.Holds(s, func(end *epidemic.State) bool { return Wins(end, w.Moves) })
	}
	return q.Holds(s, q.Good)
}

// Last returns the number of the last turn that belongs to the question.
func (q *Question) Last() uint16 {
	if q.Kind == KindRelay {
		return q.Start.Turn + 1
	}
	return q.Start.Turn
}

// Good reports whether the position at the end of the turn has what the question asks for.
func (q *Question) Good(end *epidemic.State) bool {
	if q.Kind == KindSurvive {
		return end.End == epidemic.Running || end.End.Wins()
	}
	return end.Outbreaks == q.Start.Outbreaks && (end.End == epidemic.Running || end.End.Wins())
}
