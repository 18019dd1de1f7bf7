package bots

import (
	"math"

	"theriac/ai"
	"theriac/engine"
	"theriac/games/epidemic"
)

// Budgets of an evaluator, in rollouts.
const (
	chanceRollouts = 64  // for the chance of a position
	plansRollouts  = 480 // for plans, of which half tell the best of each idea apart
	mostPlans      = 3
	// rolloutsADecision is how large a budget lets the reference decide once more.
	rolloutsADecision = 130
	// chanceTurns is how far a rollout goes before the judge is asked. Its players are
	// weaker than the reference: a long one would tell how they play.
	chanceTurns = 1
)

// evaluator says how likely positions of the map games are to be won if a reference plays
// on, and finds plans that differ in what they are about.
//
// It refuses to know more than the view that it is asked about: every position that it plays
// on is drawn from the view.
type evaluator struct {
	reference string
	player    *mind // thinks as the reference does
	wide      *mind // looks for plans of every kind
	judge     *judge
	rules     *epidemic.Rules // that the judge is for
	views     []epidemic.View
	state     epidemic.State
}

// NewEvaluator makes an evaluator of the map games. The reference is a level, or one with
// changes as Named takes it.
func NewEvaluator(reference string) ai.Evaluator {
	l, err := Named(reference)
	if err != nil {
		panic(err) // a game's entry names it
	}
	player := l.New().(*mind)
	wide := player.setting
	wide.plans, wide.byNet, wide.byIdea = 6, 3, 3
	wide.rollouts = max(wide.rollouts, 1) // plans are compared whether or not the reference does
	return &evaluator{reference: reference, player: player, wide: newMind(wide, tuned, base)}
}

// Reference is the level that is thought to play on.
func (e *evaluator) Reference() string { return e.reference }

// Stage is where in its turns a game stands.
func (e *evaluator) Stage(view engine.View) ai.Stage {
	v := view.(*epidemic.View)
	st := ai.Stage{Turn: int(v.Turn), Active: v.Active}
	if v.Depth > 0 {
		st.Acting = v.Stack[0].Question == epidemic.QuestionAction
	} else {
		st.Acting = v.Rules().Turn[v.Public.Stage].Name == epidemic.StageActions
	}
	return st
}

// Chance lets the reference play what is left of the turn, and plays on from its end. A
// large budget lets it decide several times: which of two plans it prefers can be a matter
// of chance, and then the error says so.
func (e *evaluator) Chance(q *ai.Evaluation) ai.Estimate {
	v := q.View.(*epidemic.View)
	m := e.player
	chance := e.ready(m, v, q)
	if m.trial.End != epidemic.Running {
		return ai.Estimate{Chance: m.turn.result(&m.trial)}
	}
	n := q.Budget
	if n == 0 {
		n = chanceRollouts / cost(m)
	}
	if m.trial.Asking() != epidemic.QuestionAction || q.Acted {
		var sum sampling
		e.sample(&sum, q, v, q.Acted, chance.Fork(), 0, n)
		return sum.estimate()
	}
	m.gather()
	var chosen choices
	times := max(1, n/rolloutsADecision)
	for range times {
		chosen.add(m.decide(v, &chance, q.Stop))
	}
	base, from := chance.Fork(), 0
	for i := range chosen {
		c := &chosen[i]
		if c.plan.end.End != epidemic.Running {
			continue
		}
		after, to := c.plan.end.Knows(v.By), from+n*c.times/times
		e.sample(&c.sampling, q, &after, true, base, from, to)
		from = to
	}
	return chosen.estimate(m.turn)
}

// sample plays on from a view, once for each number of a trial.
func (e *evaluator) sample(sum *sampling, q *ai.Evaluation, v *epidemic.View, acted bool, base engine.Rand, from, to int) {
	for trial := from; trial < to; trial++ {
		if q.Stop != nil && q.Stop() && sum.n >= 8 {
			return
		}
		sum.add(e.try(e.player, v, acted, base, trial))
	}
}

// choice is a plan that the reference decided for, so many times, and how it went on.
type choice struct {
	plan  *plan
	times int
	sampling
}

type choices []choice

func (c *choices) add(p *plan) {
	for i := range *c {
		if (*c)[i].plan == p {
			(*c)[i].times++
			return
		}
	}
	*c = append(*c, choice{plan: p, times: 1})
}

// estimate is the mean over the decisions. Its error is that of the trials, and that of the
// decisions where they differed.
func (c choices) estimate(t *turn) ai.Estimate {
	var all float64
	each := make([]ai.Estimate, len(c))
	for i := range c {
		if end := &c[i].plan.end; end.End != epidemic.Running {
			each[i] = ai.Estimate{Chance: t.result(end)}
		} else {
			each[i] = c[i].sampling.estimate()
		}
		all += float64(c[i].times)
	}
	var mean, square float64
	for i, x := range each {
		share := float64(c[i].times) / all
		mean += share * x.Chance
		square += share * share * x.Error * x.Error
	}
	if all > 1 {
		for i, x := range each {
			square += float64(c[i].times) * (x.Chance - mean) * (x.Chance - mean) / (all * (all - 1))
		}
	}
	return ai.Estimate{Chance: mean, Error: math.Sqrt(square)}
}

// ready makes a mind ready for what is asked of an evaluator, and draws a position.
func (e *evaluator) ready(m *mind, v *epidemic.View, q *ai.Evaluation) engine.Rand {
	m.prepare(v, q.Seats)
	if e.rules != v.Rules() {
		e.rules = v.Rules()
		e.judge = judgeFor(e.rules)
	}
	chance, _ := engine.NumberedSeed(q.Seed).Rand()
	v.Fill(&m.trial, &chance)
	return chance
}

// cost is by how much rollouts at this table take longer than those of the base box.
func cost(m *mind) int {
	if m.turn.base {
		return 1
	}
	return 3
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
	own := m.play.judge
	m.play.judge, m.play.turns = e.judge, chanceTurns
	won := m.play.run(s)
	m.play.judge, m.play.turns = own, m.turns // it thinks as the reference does
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
