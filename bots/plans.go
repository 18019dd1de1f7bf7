package bots

import (
	"cmp"
	"math/bits"
	"slices"

	"theriac/engine"
	"theriac/games/epidemic"
)

// The plans that are compared come from several sources, since the best of one source are
// mostly variants of a single idea: the ends of best value, or those that the value and the
// net together like best; those that the net likes best; those of searches in which given
// hands collect the colours; and those of a search that likes meetings and stations more
// than it should. A value that likes these more plays worse by itself; as candidates they
// are judged by how they turn out.

// plan is a turn's moves, without the draw that ends it.
type plan struct {
	moves []engine.Move
	value float64
	said  float64 // the net's chance at its end
	toll  float64 // what it costs of the chance beside what rollouts see
	end   epidemic.State
	kind  uint64
	key   uint64
	who   collectors // in its search, and in the turns that its rollouts play
	after script     // the turns that its rollouts begin with, if they can
}

// likesMeetings makes the weights of a search that looks for meetings.
func likesMeetings(w weights) weights {
	w[wShare] *= 2
	w[wShareReach] = max(w[wShareReach], 7)
	w[wShareSecond] = max(w[wShareSecond], 0.5)
	w[wStation] *= 3
	w[wSpread] *= 1.5
	return w
}

// gather searches the turn and collects the plans that are worth a comparison. The first
// is the one of best value, or the one that value and net like best.
func (m *mind) gather() {
	m.ideas = m.ideas[:0]
	order := m.turn.search(&m.trial)
	nodes := m.turn.beam.Nodes
	ranked := order
	if m.mix > 0 && m.play.net != nil {
		m.rank(order, m.mix)
		m.best = m.best[:0]
		for _, l := range m.said {
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
		m.gatherByNet(order)
	}
	if m.team != nil && m.binds() && !m.ideas[0].end.End.Wins() {
		m.gatherByCollectors()
	}
	if m.idea != nil {
		m.gatherFrom(m.idea, m.byIdea, collectors{})
	}
	if sweeps {
		m.gatherFrom(m.sweep, m.sweeps, collectors{})
	}
	if m.binds() && m.last != nil && !m.ideas[0].end.End.Wins() {
		m.gatherByScripts(order)
	}
}

// gatherFrom adds plans that another search likes best.
func (m *mind) gatherFrom(t *turn, n int, who collectors) {
	most := len(m.ideas) + n
	for _, i := range t.search(&m.trial) {
		if len(m.ideas) >= most {
			return
		}
		n := &t.beam.Nodes[i]
		m.propose(plan{moves: n.Moves, value: m.turn.of(&n.State, m.turn.Key(&n.State)), end: n.State, who: who})
	}
}

// likesSweeps makes the weights of a search that clears the board of diseases that have their
// cure, which takes one action a city, and none for a role that clears what it passes.
func likesSweeps(w weights) weights {
	w[wCuredCube] = 4
	return w
}

// sweepable says that there are cubes of a cured disease worth a sweep.
func (m *mind) sweepable() bool {
	const many = 4 // they stand in two cities at least
	for d := range m.turn.diseases {
		if s := &m.trial; s.IsCured(epidemic.Disease(d)) && s.OnBoard(epidemic.Disease(d)) >= many {
			return true
		}
	}
	return false
}

// gatherByNet adds the plans that the net likes best among those of good value.
func (m *mind) gatherByNet(order []int32) {
	m.rank(order[:min(len(order), 200)], 0)
	nodes := m.turn.beam.Nodes
	most := len(m.ideas) + m.byNet
	for _, l := range m.said {
		if len(m.ideas) >= most {
			return
		}
		n := &nodes[l.node]
		m.propose(plan{moves: n.Moves, value: n.Value, end: n.State})
	}
}

// rank sorts ends by the net's log-odds, to which each point of value adds some. The net
// alone has seen few ends that the value does not like, and takes some of them for good.
func (m *mind) rank(order []int32, mix float64) {
	nodes := m.turn.beam.Nodes
	m.said = m.said[:0]
	for _, i := range order {
		chance := 1e9
		if s := &nodes[i].State; s.End == epidemic.Running {
			m.turn.fillInputs(s, &m.play.in)
			chance = m.net.LogOdds(m.play.in[:]) + mix*nodes[i].Value
		} else if !s.End.Wins() {
			chance = -1e9
		}
		m.said = append(m.said, liked{i, chance})
	}
	slices.SortStableFunc(m.said, func(a, b liked) int { return cmp.Compare(b.chance, a.chance) })
}

// liked is a node and how much it is liked.
type liked struct {
	node   int32
	chance float64
}

// propose adds a plan, unless it is there already. Plans that end alike but for some cubes
// are of one kind, and two of each are enough; a script that follows one of a kind follows all.
// The same end with other collectors is another plan: what comes after differs.
func (m *mind) propose(p plan) {
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

// What a plan has to bring beside what rollouts see of it, as a part of the chance to win.
const (
	tollAsk   = 0.005  // for each question that people are asked
	tollWhole = 0.03   // for a card without which the hands no longer hold those of a cure
	tollCured = 0.0015 // for a cube of a cured disease that is left, and by the square of their number
)

// tollOf is what a plan costs that rollouts do not see: people are asked for something; a card is
// spent that a collector who lacks one is waiting for, since rollouts play on by a narrow
// search that seldom brings such cards together; cubes that could be swept stay for longer than a
// rollout lasts.
func (m *mind) tollOf(p *plan) (toll float64) {
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

// tollOfCards is the part of the toll for cards that the hands have lost between two positions.
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

// heldOf is how many cards of a colour the hands hold, how many the fullest of them, and how many
// its cure takes there.
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
