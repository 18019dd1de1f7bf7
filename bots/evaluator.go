package bots

import (
	"math"

	"theriac/ai"
	"theriac/engine"
	"theriac/games/epidemic"
)

// These are the budgets of an evaluator, in rollouts.
const (
	chanceRollouts = 64  // for the chance at one position
	plansRollouts  = 480 // for comparing plans; half are for finding the best plan of each idea
	mostPlans      = 3
	// rolloutsADecision is the budget for one decision of the reference player. A larger budget lets it
	// decide several times.
	rolloutsADecision = 130
	// chanceTurns is how many turns a rollout plays before the judge estimates the chance. The players in
	// rollouts are weaker than the reference, so long rollouts would measure their mistakes.
	chanceTurns = 1
)

// evaluator estimates how likely a position of a map game is to be won if a reference player continues. It
// also finds plans with different ideas.
//
// It deliberately knows only the view in the question: every position that it plays is drawn from that view.
type evaluator struct {
	reference string
	player    *planner // decides like the reference player
	wide      *planner // searches for plans of every kind
	judge     *judge
	rules     *epidemic.Rules // the rules for which judge was chosen
	views     []epidemic.View
	state     epidemic.State
}

// NewEvaluator returns an evaluator for map games. Its reference player is a level's name with optional
// changes, as for Named.
func NewEvaluator(reference string) ai.Evaluator {
	l, err := Named(reference)
	if err != nil {
		panic(err) // a game's entry contains the name, so this is a programming error
	}
	player := l.New().(*planner)
	wide := player.setting
	wide.plans, wide.byNet, wide.byIdea = 6, 3, 3
	wide.rollouts = max(wide.rollouts, 1) // it must compare plans even if the reference level compares none
	return &evaluator{reference: reference, player: player, wide: newPlanner(wide, tuned, base)}
}

// Reference returns the name of the level that the estimates assume to play.
func (e *evaluator) Reference() string { return e.reference }

// Stage returns the turn's number, the active seat, and whether that seat still has actions to choose.
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

// Chance has the reference player decide the rest of the turn, and plays rollouts from there. A larger budget
// lets it decide several times, because its choice between two plans can be random. The error of the estimate
// accounts for that.
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
	m.collectPlans()
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

// sample runs the trials with numbers in [from, to), each starting from the view, and adds their results to
// sum.
func (e *evaluator) sample(sum *sampling, q *ai.Evaluation, v *epidemic.View, acted bool, base engine.Rand, from, to int) {
	for trial := from; trial < to; trial++ {
		if q.Stop != nil && q.Stop() && sum.n >= 8 {
			return
		}
		sum.add(e.try(e.player, v, acted, base, trial))
	}
}

// choice is a plan that the reference player has chosen: how often it did so, and the results of the plan's
// trials.
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

// estimate returns the mean over all decisions. Its error combines that of the trials with the variation
// between decisions.
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

// ready prepares a planner for an evaluation, draws a position, and returns the random source for trials.
func (e *evaluator) ready(m *planner, v *epidemic.View, q *ai.Evaluation) engine.Rand {
	m.prepare(v, q.Seats)
	if e.rules != v.Rules() {
		e.rules = v.Rules()
		e.judge = judgeFor(e.rules)
	}
	chance, _ := engine.NumberedSeed(q.Seed).Rand()
	v.Fill(&m.trial, &chance)
	return chance
}

// cost returns how many times longer a rollout takes at this table than in the base box.
func cost(m *planner) int {
	if m.turn.base {
		return 1
	}
	return 3
}

// try draws a position from a view, plays it to its end and returns the result. Trials with the same number
// use the same random numbers.
func (e *evaluator) try(m *planner, from *epidemic.View, acted bool, base engine.Rand, trial int) float64 {
	s := &e.state
	m.luck = numbered(base, trial)
	from.Fill(s, &m.luck)
	if acted && s.Asking() == epidemic.QuestionAction {
		s.Play(engine.Move{Seat: s.Active, Verb: m.turn.draw}, nil)
	}
	own := m.play.judge
	m.play.judge, m.play.turns = e.judge, chanceTurns
	won := m.play.run(s)
	m.play.judge, m.play.turns = own, m.turns // restore the settings for the reference player's own decisions
	return won
}

// sampling accumulates the results of trials, from which estimate computes a mean and an error.
type sampling struct {
	n           int
	sum, square float64
}

func (s *sampling) add(x float64) {
	s.n++
	s.sum += x
	s.square += x * x
}

// estimate returns the mean and its standard error. The error includes one imaginary trial with an even
// result, because equal results of all trials are strong evidence but not certainty.
func (s *sampling) estimate() ai.Estimate {
	if s.n == 0 {
		return ai.Estimate{Chance: 0.5, Error: 0.5}
	}
	n := float64(s.n)
	mean := s.sum / n
	spread := (s.square - n*mean*mean + 0.25) / (n + 1)
	return ai.Estimate{Chance: mean, Error: math.Sqrt(max(0, spread) / n)}
}
