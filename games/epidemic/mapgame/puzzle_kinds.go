package mapgame

import (
	"theriac/ai/puzzle"
	"theriac/engine"
	"theriac/games/epidemic"
)

// question is one question at a position, asked of whoever has the turn.
type question struct {
	kind  string
	start epidemic.State
	*orders
	*second // of a relay
}

func newQuestion(kind string, s *epidemic.State, o *orders) question {
	q := question{kind: kind, start: *s, orders: o}
	if kind == kindRelay {
		q.second = newSecond(s.Rules())
		q.orders = newOrders(s.Rules())
		q.most = maxRelayOrders
	}
	return q
}

// The kinds of questions.
const (
	kindCure     = "cure"     // find a cure in this turn
	kindWin      = "win"      // win in this turn
	kindOutbreak = "outbreak" // end the actions so that no outbreak can come before the next turn
	kindChain    = "chain"    // the same where a chain of outbreaks threatens
	kindSurvive  = "survive"  // end the actions so that the game cannot be lost before the next turn
	kindRelay    = "relay"    // end the actions so that the next seat's turn can win, and win in it
)

// drawn says that the answer depends on what is drawn afterwards.
func (q *question) drawn() bool { return q.kind != kindCure && q.kind != kindWin }

// solved says whether the question is answered if the actions end here; ok, that it could be
// found out.
func (q *question) solved(s *epidemic.State) (solved, ok bool) {
	switch q.kind {
	case kindCure:
		return s.Cured&^q.start.Cured != 0, true
	case kindWin:
		return s.End.Wins(), true
	}
	if s.End != epidemic.Running {
		return s.End.Wins(), true
	}
	if q.kind == kindRelay {
		w := q.win(s)
		if w.moves == nil {
			return false, true
		}
		return q.holds(s, func(end *epidemic.State) bool { return wins(end, w.moves) })
	}
	return q.holds(s, q.good)
}

// good says whether the end of the turn is as the question wants it.
func (q *question) good(end *epidemic.State) bool {
	if q.kind == kindSurvive {
		return end.End == epidemic.Running || end.End.Wins()
	}
	return end.Outbreaks == q.start.Outbreaks && (end.End == epidemic.Running || end.End.Wins())
}

// judge follows the moves from a puzzle's position on.
type judge struct {
	question
	session engine.Session
	verdict puzzle.Verdict
}

// newJudge begins at the position of a puzzle.
func newJudge(g *epidemic.Ruleset, p *puzzle.Puzzle) (puzzle.Judge, error) {
	s, err := p.Begin(g)
	if err != nil {
		return nil, err
	}
	at, _ := engine.At[epidemic.State](s)
	return &judge{question: newQuestion(p.Kind, at, newOrders(at.Rules())), session: s, verdict: puzzle.Open}, nil
}

// Play makes a move and says how the puzzle stands after it.
func (j *judge) Play(m engine.Move) (puzzle.Verdict, error) {
	before, _ := engine.At[epidemic.State](j.session)
	if j.verdict == puzzle.Open && m.Verb == j.draw && before.Asking() == epidemic.QuestionAction {
		j.verdict = j.ended(before)
	}
	if _, _, err := j.session.Play(m); err != nil {
		return j.verdict, err
	}
	now, _ := engine.At[epidemic.State](j.session)
	if j.verdict != puzzle.Open {
		return j.verdict, nil
	}
	switch {
	case now.End.Wins():
		j.verdict = puzzle.Solved
	case now.End != epidemic.Running || now.Turn > j.last():
		j.verdict = puzzle.Failed
	case !j.drawn():
		if solved, _ := j.solved(now); solved {
			j.verdict = puzzle.Solved
		}
	}
	return j.verdict, nil
}

// ended is how the puzzle stands when the actions of a turn end. After the first turn of a
// relay, the second is still to be played.
func (j *judge) ended(s *epidemic.State) puzzle.Verdict {
	if s.Turn != j.start.Turn {
		return puzzle.Failed
	}
	solved, _ := j.solved(s)
	switch {
	case !solved:
		return puzzle.Failed
	case j.kind == kindRelay:
		return puzzle.Open
	}
	return puzzle.Solved
}

// last is the last turn that a question is about.
func (q *question) last() uint16 {
	if q.kind == kindRelay {
		return q.start.Turn + 1
	}
	return q.start.Turn
}
