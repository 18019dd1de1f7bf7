package bots

import (
	"theriac/ai"
	"theriac/engine"
	"theriac/games/epidemic"
)

// rollout plays drawn positions on by a narrow search, to see how plans turn out.
type rollout struct {
	fast  *turn
	net   *ai.Net // nil: the value's own chance, beside that of where the plans begin
	judge *judge  // says how likely ends are to be won, where that is asked or it knows the table better; nil: the two above
	turns int     // how far a rollout goes before its end is judged
	in    inputs
}

// run plays a position on for some turns and says how likely it then is to be won.
func (r *rollout) run(s *epidemic.State) float64 { return r.runWith(s, collectors{}, nil) }

// runWith does so with given hands for the colours, and with turns that follow a script as far as
// they can. The end is judged as any other.
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

// keepTo makes the moves of a turn of a script, up to the first that is not allowed.
func (r *rollout) keepTo(s *epidemic.State, moves []engine.Move) {
	for _, m := range moves {
		if s.End != epidemic.Running || !engine.Listed(s.AppendMoves(r.fast.buf[:0], m.Seat), m) {
			return
		}
		s.Play(m, nil)
	}
}

// free lets every hand collect every colour.
func (r *rollout) free() { r.fast.collect = collectors{} }

// centre sets what a value is compared with where no net judges the ends: that of the
// position where the plans begin, whose chance counts as even.
func (r *rollout) centre(value, spread float64) {
	if spread == 0 {
		spread = usualSpread
	}
	r.fast.even, r.fast.scale = value, spread
}

// usualSpread is the points of value by which the logarithm of the odds grows by one.
const usualSpread = 12

// chance is how likely a position at the end of a turn's actions is to be won.
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
