package mapgame

import (
	"theriac/ai/puzzle"
	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/epidemic/proof"
)

// judge follows the moves from a puzzle's position on.
type judge struct {
	proof.Question
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
	return &judge{Question: proof.Question{Kind: p.Kind, Start: *at, Orders: proof.NewOrders(at.Rules())}, session: s, verdict: puzzle.Open}, nil
}

// Play makes a move and says how the puzzle stands after it.
func (j *judge) Play(m engine.Move) (puzzle.Verdict, error) {
	before, _ := engine.At[epidemic.State](j.session)
	ends := m.Verb == j.Draw && before.Asking() == epidemic.QuestionAction
	if j.verdict == puzzle.Open && ends {
		j.verdict = puzzle.Failed
		if solved, _ := j.Solved(before); solved {
			j.verdict = puzzle.Solved
		}
	}
	if _, _, err := j.session.Play(m); err != nil {
		return j.verdict, err
	}
	now, _ := engine.At[epidemic.State](j.session)
	if j.verdict == puzzle.Open {
		switch {
		case !j.Drawn() && now.Turn == j.Start.Turn:
			if solved, _ := j.Solved(now); solved {
				j.verdict = puzzle.Solved
			}
		case now.Turn != j.Start.Turn:
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
