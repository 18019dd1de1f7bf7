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
	*second // of a relay
}

// Ask asks a question at a position. The orders may be shared by the questions of a table.
func Ask(kind string, s *epidemic.State, o *Orders) Question {
	q := Question{Kind: kind, Start: *s, Orders: o}
	if kind == KindRelay {
		q.second, q.Orders = newSecond(s.Rules()), NewOrders(s.Rules())
		q.most = maxRelayOrders
	}
	return q
}

// The kinds of questions.
const (
	KindCure     = "cure"     // find a cure in this turn
	KindWin      = "win"      // win in this turn
	KindOutbreak = "outbreak" // end the actions so that no outbreak can come before the next turn
	KindChain    = "chain"    // the same where a chain of outbreaks threatens
	KindSurvive  = "survive"  // end the actions so that the game cannot be lost before the next turn
	KindRelay    = "relay"    // end the actions so that the next seat's turn can win, and win in it
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
	if q.Kind == KindRelay {
		w := q.Win(s)
		if w.Moves == nil {
			return false, true
		}
		return q.Holds(s, func(end *epidemic.State) bool { return Wins(end, w.Moves) })
	}
	return q.Holds(s, q.Good)
}

// Last is the last turn that the question is about.
func (q *Question) Last() uint16 {
	if q.Kind == KindRelay {
		return q.Start.Turn + 1
	}
	return q.Start.Turn
}

// Good says whether the end of the turn is as the question wants it.
func (q *Question) Good(end *epidemic.State) bool {
	if q.Kind == KindSurvive {
		return end.End == epidemic.Running || end.End.Wins()
	}
	return end.Outbreaks == q.Start.Outbreaks && (end.End == epidemic.Running || end.End.Wins())
}
