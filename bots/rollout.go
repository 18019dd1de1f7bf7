package bots

import (
	"theriac/ai"
	"theriac/engine"
	"theriac/games/epidemic"
)

// rollout measures plans by playing on from drawn positions with a narrow search.
type rollout struct {
	fast  *turn
	net   *ai.Net // estimates the chance to win; if nil, the value is compared with that where the plans begin
	judge *judge  // judges the final position if set; otherwise the net or the value does
	turns int     // turns to play before the position is judged
	in    inputs
}

// run plays on from a position for some turns, and returns how likely the resulting position is to be won.
func (r *rollout) run(s *epidemic.State) float64 { return r.runWith(s, collectors{}, nil) }

// runWith does what run does, but with fixed hands for the colours, and with turns that follow a script as
// far as possible. The final position is judged without these hands.
func (r *rollout) runWith(s *epidemic.State, who collectors, after script) float64 {
	r.fast.collect = who
	defer r.free()
	next, stop := int(s.Turn)+1, int(s.Turn)+r.turns
	for s.End == epidemic.Running {
		if s.Asking() != epidemic.QuestionAction {
			s.Play(r.fast.answer(s, s.Decision().Owing().First()), nil)
			continue
		}
		if len(after) > 0 && int(s.Turn) == next {
			r.keepTo(s, after[0])
			after, next = after[1:], next+1
			continue
		}
		r.fast.play(s)
		if s.End != epidemic.Running {
			break
		}
		if int(s.Turn) >= stop {
			r.free()
			return r.chance(s)
		}
		s.Play(engine.Move{Seat: s.Active, Verb: r.fast.draw}, nil)
	}
	return r.fast.result(s)
}

// keepTo makes the moves of one turn in a script, stopping at the first illegal one.
func (r *rollout) keepTo(s *epidemic.State, moves []engine.Move) {
	for _, m := range moves {
		if s.End != epidemic.Running || !engine.Listed(s.AppendMoves(r.fast.buf[:0], m.Seat), m) {
			return
		}
		s.Play(m, nil)
	}
}

// free removes a rollout's fixed collectors, so that any hand may collect any colour again.
func (r *rollout) free() { r.fast.collect = collectors{} }

// centre sets the value that means an even chance, for rollouts judged without a net: that of the position
// where the plans begin.
func (r *rollout) centre(value, spread float64) {
	if spread == 0 {
		spread = usualSpread
	}
	r.fast.even, r.fast.scale = value, spread
}

// usualSpread is the default number of points of value per unit of log-odds.
const usualSpread = 12

// chance estimates how likely a position at the end of a turn's actions is to be won.
func (r *rollout) chance(s *epidemic.State) float64 {
	if s.End != epidemic.Running {
		return r.fast.result(s)
	}
	t := r.fast
	if r.judge != nil {
		return r.judge.chance(t, s)
	}
	t.begin(s)
	if r.net == nil {
		return ai.Logistic((t.of(s, t.Key(s)) - t.even) / t.scale)
	}
	t.fillInputs(s, &r.in)
	return ai.Logistic(r.net.LogOdds(r.in[:]))
}
