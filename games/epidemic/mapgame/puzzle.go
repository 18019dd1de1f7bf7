package mapgame

import (
	"theriac/ai/puzzle"
	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/epidemic/proof"
)

// judge plays a player's moves from the position of a puzzle and decides whether they solve it.
type judge struct {
	proof.Question
	session engine.Session
	verdict puzzle.Verdict
}

// newJudge returns a judge that begins at a puzzle's position.
func newJudge(g *epidemic.Ruleset, p *puzzle.Puzzle) (puzzle.Judge, error) {
	s, err := p.Begin(g)
	if err != nil {
		return nil, err
	}
	at, _ := engine.At[epidemic.State](s)
	return &judge{Question: proof.Ask(p.Kind, at, proof.NewOrders(at.Rules())), session: s, verdict: puzzle.Open}, nil
}

// Play makes a move and returns the verdict on all moves so far.
func (j *judge) Play(m engine.Move) (puzzle.Verdict, error) {
	before, _ := engine.At[epidemic.State](j.session)
	if j.verdict == puzzle.Open && m.Verb == j.Draw && before.Asking() == epidemic.QuestionAction {
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
	case now.End != epidemic.Running || now.Turn > j.Last():
		j.verdict = puzzle.Failed
	case !j.Drawn():
		if solved, _ := j.Solved(now); solved {
			j.verdict = puzzle.Solved
		}
	}
	return j.verdict, nil
}

// ended returns the verdict at the end of a turn's actions. If the puzzle covers two turns (a relay), a
// correct first turn leaves it open.
func (j *judge) ended(s *epidemic.State) puzzle.Verdict {
	if s.Turn != j.Start.Turn {
		return puzzle.Failed
	}
	solved, _ := j.Solved(s)
	switch {
	case !solved:
		return puzzle.Failed
	case j.Kind == proof.KindRelay:
		return puzzle.Open
	}
	return puzzle.Solved
}
