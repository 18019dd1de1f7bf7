package entry

import (
	"theriac/ai/puzzle"
	"theriac/engine"
	"theriac/games/pharmacy"
	"theriac/games/pharmacy/proof"
)

// judge follows the moves from a puzzle's position on. A move of the seat that is asked has to
// hold against every reply; what the others really reply makes no difference to that.
type judge struct {
	*proof.Proof
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
	return &judge{Proof: proof.New(at, p.Kind, p.Points), session: s, verdict: puzzle.Open}, nil
}

// Play makes a move and says how the puzzle stands after it.
func (j *judge) Play(m engine.Move) (puzzle.Verdict, error) {
	before, _ := engine.At[pharmacy.State](j.session)
	if j.verdict == puzzle.Open && m.Seat == j.Seat && before.Why(m) == "" {
		held, err := j.Holds(before, m)
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
	if j.verdict == puzzle.Open && j.Over(now) {
		j.verdict = puzzle.Failed
		if j.Good(now) {
			j.verdict = puzzle.Solved
		}
	}
	return j.verdict, nil
}

// Reply is the strongest move of the others, where it is they who move: after a mistake, one
// that shows it.
func (j *judge) Reply() (engine.Move, bool) {
	now, _ := engine.At[pharmacy.State](j.session)
	if j.verdict == puzzle.Solved || j.Over(now) || j.Mover(now) == j.Seat {
		return engine.Move{}, false
	}
	if j.verdict == puzzle.Open {
		return j.Best(now), true
	}
	list := now.AppendMoves(nil, j.Mover(now))
	for _, m := range list {
		if held, err := j.Holds(now, m); err == nil && !held {
			return m, true
		}
	}
	return list[0], true
}
