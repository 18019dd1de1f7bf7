package bots

import (
	"cmp"
	"math/bits"
	"slices"

	"theriac/engine"
	"theriac/games/epidemic"
)

// The plans to compare come from several sources, because the best plans from one source are mostly variants
// of one idea. The first is the ordinary search, ranked by value, by value and net together, or by the net
// alone. The second is a set of searches with fixed hands for the colours. The third overvalues meetings and
// stations. That alone would play worse, but rollouts judge its plans by their results.

// plan is the moves of a turn, except the draw that ends it.
type plan struct {
	moves     []engine.Move
	value     float64
	netChance float64 // the net's estimate for the position at the end of the plan
	toll      float64 // costs that rollouts do not show, as a loss in the chance to win
	end       epidemic.State
	kind      uint64
	key       uint64
	who       collectors // the collectors of the colours during its search and its rollouts
	after     script     // the turns with which its rollouts begin, as far as these are legal
}

// likesMeetings returns weights for a search that favours stations and meetings of pawns.
func likesMeetings(w weights) weights {
	w[wShare] *= 2
	w[wShareReach] = max(w[wShareReach], 7)
	w[wShareSecond] = max(w[wShareSecond], 0.5)
	w[wStation] *= 3
	w[wSpread] *= 1.5
	return w
}

// collectPlans searches the turn and collects plans worth comparing. The first has the highest value, or the
// highest rank by value and net together.
func (m *planner) collectPlans() {
	m.ideas = m.ideas[:0]
	order := m.turn.search(&m.trial)
	nodes := m.turn.beam.Nodes
	ranked := order
	if m.mix > 0 && m.play.net != nil {
		m.rank(order, m.mix)
		m.best = m.best[:0]
		for _, l := range m.ranked {
			m.best = append(m.best, l.node)
		}
		ranked = m.best
	}
	free := m.plans
	if m.team != nil && m.binds() {
		free -= m.collects * m.each
	}
	sweeps := m.sweep != nil && m.binds() && m.sweepable()
	if sweeps {
		free -= m.sweeps
	}
	for _, i := range ranked {
		if len(m.ideas) >= max(1, free) {
			break
		}
		m.propose(plan{moves: nodes[i].Moves, value: nodes[i].Value, end: nodes[i].State})
	}
	if m.byNet > 0 && m.net != nil {
		m.collectByNet(order)
	}
	if m.team != nil && m.binds() && !m.ideas[0].end.End.Wins() {
		m.collectByCollectors()
	}
	if m.idea != nil {
		m.collectFrom(m.idea, m.byIdea, collectors{})
	}
	if sweeps {
		m.collectFrom(m.sweep, m.sweeps, collectors{})
	}
	if m.binds() && m.last != nil && !m.ideas[0].end.End.Wins() {
		m.collectByScripts(order)
	}
}

// collectFrom adds the n plans that another search ranks highest.
func (m *planner) collectFrom(t *turn, n int, who collectors) {
	most := len(m.ideas) + n
	for _, i := range t.search(&m.trial) {
		if len(m.ideas) >= most {
			return
		}
		n := &t.beam.Nodes[i]
		m.propose(plan{moves: n.Moves, value: m.turn.of(&n.State, m.turn.Key(&n.State)), end: n.State, who: who})
	}
}

// likesSweeps returns weights for a search that clears cured diseases off the board. A sweep takes one action
// per city, or none for a role that clears cities as it passes through.
func likesSweeps(w weights) weights {
	w[wCuredCube] = 4
	return w
}

// sweepable reports whether a cured disease has enough cubes on the board to make a sweep worthwhile.
func (m *planner) sweepable() bool {
	const many = 4 // the minimum number of cubes, in at least two cities
	for d := range m.turn.diseases {
		if s := &m.trial; s.IsCured(epidemic.Disease(d)) && s.OnBoard(epidemic.Disease(d)) >= many {
			return true
		}
	}
	return false
}

// collectByNet adds the plans that the net ranks highest among those of high value.
func (m *planner) collectByNet(order []int32) {
	m.rank(order[:min(len(order), 200)], 0)
	nodes := m.turn.beam.Nodes
	most := len(m.ideas) + m.byNet
	for _, l := range m.ranked {
		if len(m.ideas) >= most {
			return
		}
		n := &nodes[l.node]
		m.propose(plan{moves: n.Moves, value: n.Value, end: n.State})
	}
}

// rank sorts final positions by the net's log-odds plus mix times the value. The net alone overrates some
// positions of low value, because its training data had few of them.
func (m *planner) rank(order []int32, mix float64) {
	nodes := m.turn.beam.Nodes
	m.ranked = m.ranked[:0]
	for _, i := range order {
		chance := 1e9
		if s := &nodes[i].State; s.End == epidemic.Running {
			m.turn.fillInputs(s, &m.play.in)
			chance = m.net.LogOdds(m.play.in[:]) + mix*nodes[i].Value
		} else if !s.End.Wins() {
			chance = -1e9
		}
		m.ranked = append(m.ranked, scored{i, chance})
	}
	slices.SortStableFunc(m.ranked, func(a, b scored) int { return cmp.Compare(b.chance, a.chance) })
}

// scored is a node of the search with its score for sorting.
type scored struct {
	node   int32
	chance float64
}

// propose adds a plan unless there is an equivalent one. It keeps at most two plans whose final positions
// differ only in cubes, and gives them the same script. A plan with other collectors is different even if its
// final position is the same, because its rollouts continue differently.
func (m *planner) propose(p plan) {
	cubes, kind, spent := p.end.Key()
	p.kind, p.key = kind, cubes*31+kind*17+spent
	alike := 0
	for i := range m.ideas {
		o := &m.ideas[i]
		if o.who != p.who || o.kind != kind && o.key != p.key {
			continue
		}
		if p.after != nil && o.after == nil {
			o.after = p.after
		}
		if o.key == p.key || p.after != nil {
			return
		}
		alike++
	}
	if alike < 2 {
		p.moves, p.toll = slices.Clone(p.moves), m.tollOf(&p)
		m.ideas = append(m.ideas, p)
	}
}

// A plan must gain these costs on top of its rollouts' result, as a fraction of the chance to win.
const (
	tollAsk   = 0.005  // for each question that a person must answer
	tollWhole = 0.03   // for losing a card that the hands need for a cure
	tollCured = 0.0015 // for remaining cubes of a cured disease, times the square of their number
)

// tollOf returns the costs of a plan that rollouts do not show. The first is asking people. The second is
// losing a card that a hand needs, since the narrow search in rollouts seldom completes sets. The third is
// cubes that remain after a cure, whose harm comes later than the end of a rollout.
func (m *planner) tollOf(p *plan) (toll float64) {
	for _, x := range p.moves {
		if m.turn.intent[x.Verb] == epidemic.Agrees && !m.turn.seats.Has(x.Seat) {
			toll += tollAsk
		}
	}
	if !m.turn.base {
		return toll
	}
	for d := range m.turn.diseases {
		if !p.end.IsCured(epidemic.Disease(d)) {
			continue
		}
		for c := range m.turn.cities {
			k := float64(p.end.CubesAt(epidemic.City(c), epidemic.Disease(d)))
			toll += tollCured * k * k
		}
	}
	return toll + m.turn.tollOfCards(&m.trial, &p.end)
}

// tollOfCards returns the part of the toll for needed cards that the hands lose between s and end.
func (v *value) tollOfCards(s, end *epidemic.State) (toll float64) {
	if !v.base || s.End != epidemic.Running {
		return 0
	}
	for d := range v.diseases {
		if end.IsCured(epidemic.Disease(d)) {
			continue
		}
		before, most, need := v.heldOf(s, d)
		if after, _, _ := v.heldOf(end, d); before >= need && after < need && most+1 >= need {
			toll += tollWhole
		}
	}
	return toll
}

// heldOf returns how many cards of a colour all hands hold together, how many the fullest hand holds, and how
// many it needs.
func (v *value) heldOf(s *epidemic.State, d int) (held, most, need int) {
	need = 9
	for h := range v.holders {
		n := bits.OnesCount64(s.Hand(engine.Seat(h)).Cities() & v.counting[d])
		held += n
		if miss := s.CureNeed(engine.Seat(h), epidemic.Disease(d)).Cards; miss-n < need-most {
			most, need = n, miss
		}
	}
	return held, most, need
}
