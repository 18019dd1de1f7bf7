package entry

import (
	"theriac/ai/puzzle"
	"theriac/engine"
	"theriac/games/pharmacy"
	"theriac/games/pharmacy/proof"
)

// judge plays a player's moves from the position of a puzzle and decides whether they solve it. The player's
// moves must hold against every reply, whichever reply the other seats actually choose.
type judge struct {
	*proof.Proof
	session engine.Session
	verdict puzzle.Verdict
}

// newJudge returns a judge at the position of a puzzle.
func newJudge(p *puzzle.Puzzle) (puzzle.Judge, error) {
	s, err := p.Begin(pharmacy.Game)
	if err != nil {
		return nil, err
	}
	at, _ := engine.At[pharmacy.State](s)
	return &judge{Proof: proof.New(at, p.Kind, p.Points), session: s, verdict: puzzle.Open}, nil
}

// Play makes a move and returns the verdict on the moves so far.
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

// Reply returns the strongest move of the others, if it is their turn. After a mistake, it is a move that
// exploits it.
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
