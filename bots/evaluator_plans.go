package bots

import (
	"cmp"
	"slices"

	"theriac/ai"
	"theriac/engine"
	"theriac/games/epidemic"
)

// ideaOf maps the reason for a plan (a key in the text catalogues) to the plan's topic.
var ideaOf = map[string]epidemic.Intent{
	"bot.cure": epidemic.Cures, "bot.to-station": epidemic.Cures,
	"bot.gather": epidemic.Shares, "bot.gather-role": epidemic.Shares, "bot.hand-over": epidemic.Shares, "bot.meet-role": epidemic.Shares,
	"bot.station": epidemic.Builds, "bot.contain": epidemic.Treats, "bot.treat": epidemic.Treats,
}

// candidate is a plan that Plans compares by rollouts, with its moves and its result.
type candidate struct {
	moves  []engine.Move
	end    epidemic.State
	idea   epidemic.Intent
	reason ai.Reason
	sample sampling
}

// Plans returns the best plan of each idea. Rollouts compare first plans of the same idea, and then the best
// ones of different ideas.
func (e *evaluator) Plans(q *ai.Evaluation) []ai.Plan {
	v := q.View.(*epidemic.View)
	m := e.wide
	chance := e.ready(m, v, q)
	if m.trial.Asking() != epidemic.QuestionAction {
		return nil
	}
	budget := q.Budget
	if budget == 0 {
		budget = plansRollouts / cost(m)
	}
	list := e.finalists(v, q, chance.Fork(), budget/2)
	if q.Moves != nil {
		given := candidate{moves: q.Moves, end: m.turn.endOf(&m.trial, q.Moves)}
		given.explain(m)
		list = append(list, given)
	}
	e.lookAt(v, list)
	base := chance.Fork()
	running := 0
	for i := range list {
		if list[i].end.End == epidemic.Running {
			running++
		}
	}
	for trial := range max(1, budget/2/max(1, running)) {
		if q.Stop != nil && q.Stop() && trial >= 8 {
			break
		}
		for i := range list {
			if list[i].end.End == epidemic.Running {
				list[i].sample.add(e.try(m, &e.views[i], true, base, trial))
			}
		}
	}
	plans := make([]ai.Plan, 0, len(list))
	for i := range list {
		c := &list[i]
		p := ai.Plan{Moves: c.moves, Estimate: c.sample.estimate(), Idea: c.idea.Idea(), Reason: c.reason}
		if c.end.End != epidemic.Running {
			p.Estimate = ai.Estimate{Chance: m.turn.result(&c.end)}
		}
		plans = append(plans, p)
	}
	own := plans
	if q.Moves != nil {
		own = plans[:len(plans)-1]
	}
	slices.SortStableFunc(own, func(a, b ai.Plan) int { return cmp.Compare(b.Estimate.Chance, a.Estimate.Chance) })
	return plans
}

// finalists returns the best plans of at most three ideas. It finds them by successive halving.
func (e *evaluator) finalists(v *epidemic.View, q *ai.Evaluation, base engine.Rand, budget int) []candidate {
	m := e.wide
	m.collectPlans()
	m.collectIdeas()
	list := make([]candidate, 0, len(m.ideas))
	for i := range m.ideas {
		p := &m.ideas[i]
		if len(p.moves) == 0 && len(m.ideas) > 1 {
			continue // an empty plan is not advice
		}
		c := candidate{moves: p.moves, end: p.end}
		c.explain(m)
		list = append(list, c)
	}
	e.lookAt(v, list)
	h := &m.halve
	h.Budget, h.Stop, h.Keep = budget, q.Stop, nil
	h.Rate = func(arm int) float64 {
		if list[arm].end.End != epidemic.Running {
			return m.turn.result(&list[arm].end)
		}
		return h.Sum[arm] / float64(max(1, h.N[arm]))
	}
	h.Try = func(arm, trial int) float64 { return e.try(m, &e.views[arm], true, base, trial) }
	h.Best(len(list), func(arm int) bool { return list[arm].end.End != epidemic.Running })
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		// The more trials a plan has, the more rounds of halving it has survived.
		return cmp.Or(cmp.Compare(ended(&list[b]), ended(&list[a])), cmp.Compare(h.N[b], h.N[a]), cmp.Compare(h.Rate(b), h.Rate(a)))
	})
	var best []candidate
	for _, i := range order {
		if len(best) < mostPlans && !slices.ContainsFunc(best, func(c candidate) bool { return c.idea == list[i].idea }) {
			best = append(best, list[i])
		}
	}
	return best
}

// ended returns 1 for a plan that wins, -1 for one that loses, and 0 otherwise.
func ended(c *candidate) int {
	switch {
	case c.end.End == epidemic.Running:
		return 0
	case c.end.End.Wins():
		return 1
	}
	return -1
}

// lookAt stores the view of each plan's final position.
func (e *evaluator) lookAt(v *epidemic.View, list []candidate) {
	e.views = e.views[:0]
	for i := range list {
		e.views = append(e.views, list[i].end.Knows(v.By))
	}
}

// explain derives a plan's idea from the reason for its moves.
func (c *candidate) explain(m *planner) {
	c.reason = m.turn.why(&m.trial, c.moves)
	c.idea = ideaOf[c.reason.Key]
}

// collectIdeas adds the plan of highest value for each idea that has no plan yet.
func (m *planner) collectIdeas() {
	const looked = 300 // number of final positions examined, beginning with the highest value
	seen := map[epidemic.Intent]bool{}
	for i := range m.ideas {
		c := candidate{moves: m.ideas[i].moves}
		c.explain(m)
		seen[c.idea] = true
	}
	nodes, order := m.turn.beam.Nodes, m.turn.beam.Order()
	for _, i := range order[:min(len(order), looked)] {
		c := candidate{moves: nodes[i].Moves}
		c.explain(m)
		if c.idea == epidemic.NoIntent || seen[c.idea] || nodes[i].State.End != epidemic.Running {
			continue
		}
		seen[c.idea] = true
		m.propose(plan{moves: nodes[i].Moves, value: nodes[i].Value, end: nodes[i].State})
	}
}

// endOf returns the position after a plan's moves, skipping illegal ones. Other seats agree to what the plan
// asks for, unless the plan includes their answers.
func (t *turn) endOf(s *epidemic.State, moves []engine.Move) epidemic.State {
	end := *s
	for _, m := range moves {
		if end.End != epidemic.Running || m.Verb == t.draw {
			break
		}
		t.consent(&end, m.Seat)
		if !engine.Listed(end.AppendMoves(t.buf[:0], m.Seat), m) {
			break
		}
		end.Play(m, nil)
	}
	for n := 0; end.End == epidemic.Running && end.InMove() && n < ai.MaxSteps; n++ {
		end.Play(t.answer(&end, end.Decision().Owing().First()), nil)
	}
	return end
}
