package entry

import (
	"theriac/ai/puzzle"
	"theriac/engine"
	"theriac/games/pharmacy"
)

// judge follows the moves from a puzzle's position on. A move of the seat that is asked has to
// hold against every reply; what the others really reply makes no difference to that.
type judge struct {
	*proof
	session engine.Session
	verdict puzzle.Verdict
}

// newJudge begins at the position of a puzzle.
func newJudge(p *puzzle.Puzzle) (puzzle.Judge, error) {
	s, err := p.Begin(pharmacy.Game)
	if err != nil {
		return nil, err
	}
	at, _ := engine.At[pharmacy.State](s)
	return &judge{proof: newProof(at, p.Kind, p.Points), session: s, verdict: puzzle.Open}, nil
}

// Play makes a move and says how the puzzle stands after it.
func (j *judge) Play(m engine.Move) (puzzle.Verdict, error) {
	before, _ := engine.At[pharmacy.State](j.session)
	if j.verdict == puzzle.Open && m.Seat == j.seat && before.Why(m) == "" {
		held, err := j.holds(before, m)
		if err != nil {
			return j.verdict, err
		}
		if !held {
			j.verdict = puzzle.Failed
		}
	}
	if _, _, err := j.session.Play(m); err != nil {
		return j.verdict, err
	}
	now, _ := engine.At[pharmacy.State](j.session)
	if j.verdict == puzzle.Open && j.over(now) {
		j.verdict = puzzle.Failed
		if j.good(now) {
			j.verdict = puzzle.Solved
		}
	}
	return j.verdict, nil
}

// Reply is the strongest move of the others, where it is they who move: after a mistake, one
// that shows it.
func (j *judge) Reply() (engine.Move, bool) {
	now, _ := engine.At[pharmacy.State](j.session)
	if j.verdict == puzzle.Solved || j.over(now) || j.mover(now) == j.seat {
		return engine.Move{}, false
	}
	if j.verdict == puzzle.Open {
		return j.best(now), true
	}
	list := now.AppendMoves(nil, j.mover(now))
	for _, m := range list {
		if held, err := j.holds(now, m); err == nil && !held {
			return m, true
		}
	}
	return list[0], true
}
