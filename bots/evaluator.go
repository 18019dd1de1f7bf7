package bots

import (
	"math"

	"theriac/ai"
	"theriac/engine"
	"theriac/games/epidemic"
)

// reference is the level that is thought to play on.
const reference = "steady"

// Budgets of an evaluator, in rollouts.
const (
	chanceRollouts = 96  // for the chance of a position
	plansRollouts  = 480 // for plans, of which half tell the best of each idea apart
	mostPlans      = 3
)

// evaluator says how likely positions of the map games are to be won if the reference plays
// on, and finds plans that differ in what they are about.
//
// It refuses to know more than the view that it is asked about: every position that it plays
// on is drawn from the view.
type evaluator struct {
	player *mind // thinks as the reference does
	wide   *mind // looks for plans of every kind
	views  []epidemic.View
	state  epidemic.State
}

// NewEvaluator makes an evaluator of the map games.
func NewEvaluator() ai.Evaluator {
	wide := settings[reference]
	wide.plans, wide.byNet, wide.byIdea = 6, 3, 3
	return &evaluator{player: newMind(settings[reference], tuned, base), wide: newMind(wide, tuned, base)}
}

// Reference is the level that is thought to play on.
func (e *evaluator) Reference() string { return reference }

// Stage is where in its turns a game stands.
func (e *evaluator) Stage(view engine.View) ai.Stage {
	v := view.(*epidemic.View)
	return ai.Stage{
		Turn: int(v.Turn), Active: v.Active,
		Acting: v.Depth > 0 && v.Stack[0].Question == epidemic.QuestionAction,
	}
}

// Chance lets the reference play what is left of the turn, and plays on from its end.
func (e *evaluator) Chance(q *ai.Evaluation) ai.Estimate {
	v := q.View.(*epidemic.View)
	m := e.player
	chance := m.ready(v, q)
	if m.trial.End != epidemic.Running {
		return ai.Estimate{Chance: m.turn.result(&m.trial)}
	}
	from, acted := v, q.Acted
	if m.trial.Asking() == epidemic.QuestionAction && !acted {
		p := m.think(v, &chance, q.Stop)
		if p.end.End != epidemic.Running {
			return ai.Estimate{Chance: m.turn.result(&p.end)}
		}
		after := p.end.Knows(v.By)
		from, acted = &after, true
	}
	n := q.Budget
	if n == 0 {
		n = chanceRollouts / m.costOfRollout()
	}
	var sum sampling
	base := chance.Fork()
	for trial := range n {
		if q.Stop != nil && q.Stop() && trial >= 8 {
			break
		}
		sum.add(e.try(m, from, acted, base, trial))
	}
	return sum.estimate()
}

// ready makes a mind ready for what is asked of an evaluator, and draws a position.
func (m *mind) ready(v *epidemic.View, q *ai.Evaluation) engine.Rand {
	m.prepare(v, q.Seats)
	chance, _ := engine.NumberedSeed(q.Seed).Rand()
	v.Fill(&m.trial, &chance)
	return chance
}

// costOfRollout is by how much rollouts at this table take longer.
func (m *mind) costOfRollout() int {
	if m.play.net == nil {
		return 6
	}
	return 1
}

// try draws a position from a view and plays it on. Trials of the same number meet the same
// chance.
func (e *evaluator) try(m *mind, from *epidemic.View, acted bool, base engine.Rand, trial int) float64 {
	s := &e.state
	m.luck = numbered(base, trial)
	from.Fill(s, &m.luck)
	if acted && s.Asking() == epidemic.QuestionAction {
		s.Play(engine.Move{Seat: s.Active, Verb: m.turn.draw}, nil)
	}
	if m.play.net == nil {
		m.play.turns = 1 << 14 // to the end: nothing else says how likely a win is
	}
	won := m.play.run(s)
	m.play.turns = m.turns
	return won
}

// sampling adds up trials.
type sampling struct {
	n           int
	sum, square float64
}

func (s *sampling) add(x float64) {
	s.n++
	s.sum += x
	s.square += x * x
}

// estimate is the mean and its standard error. One trial that is even is added for the
// error: trials that all ended alike say much, and not everything.
func (s *sampling) estimate() ai.Estimate {
	if s.n == 0 {
		return ai.Estimate{Chance: 0.5, Error: 0.5}
	}
	n := float64(s.n)
	mean := s.sum / n
	spread := (s.square - n*mean*mean + 0.25) / (n + 1)
	return ai.Estimate{Chance: mean, Error: math.Sqrt(max(0, spread) / n)}
}
