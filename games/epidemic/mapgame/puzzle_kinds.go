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
}

// The kinds of questions.
const (
	kindCure     = "cure"     // find a cure in this turn
	kindWin      = "win"      // win in this turn
	kindOutbreak = "outbreak" // end the actions so that no outbreak can come before the next turn
	kindChain    = "chain"    // the same where a chain of outbreaks threatens
	kindSurvive  = "survive"  // end the actions so that the game cannot be lost before the next turn
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
	return &judge{question: question{kind: p.Kind, start: *at, orders: newOrders(at.Rules())}, session: s, verdict: puzzle.Open}, nil
}

// Play makes a move and says how the puzzle stands after it.
func (j *judge) Play(m engine.Move) (puzzle.Verdict, error) {
	before, _ := engine.At[epidemic.State](j.session)
	ends := m.Verb == j.draw && before.Asking() == epidemic.QuestionAction
	if j.verdict == puzzle.Open && ends {
		j.verdict = puzzle.Failed
		if solved, _ := j.solved(before); solved {
			j.verdict = puzzle.Solved
		}
	}
	if _, _, err := j.session.Play(m); err != nil {
		return j.verdict, err
	}
	now, _ := engine.At[epidemic.State](j.session)
	if j.verdict == puzzle.Open {
		switch {
		case !j.drawn() && now.Turn == j.start.Turn:
			if solved, _ := j.solved(now); solved {
				j.verdict = puzzle.Solved
			}
		case now.Turn != j.start.Turn:
			j.verdict = puzzle.Failed
		}
		if j.verdict == puzzle.Open && now.End != epidemic.Running {
			j.verdict = puzzle.Failed
			if now.End.Wins() {
				j.verdict = puzzle.Solved
			}
		}
	}
	return j.verdict, nil
}
