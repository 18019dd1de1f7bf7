package bots

import (
	"cmp"
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
	end   epidemic.State
	kind  uint64
	key   uint64
	who   collectors // in its search, and in the turns that its rollouts play
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
	if m.binds() {
		free -= m.collects * m.each
	}
	for _, i := range ranked {
		if len(m.ideas) >= max(1, free) {
			break
		}
		m.propose(&nodes[i].State, nodes[i].Moves, nodes[i].Value, collectors{})
	}
	if m.byNet > 0 && m.net != nil {
		m.gatherByNet(order)
	}
	if m.binds() && !m.ideas[0].end.End.Wins() {
		m.gatherByCollectors()
	}
	if m.idea != nil {
		most := len(m.ideas) + m.byIdea
		for _, i := range m.idea.search(&m.trial) {
			if len(m.ideas) >= most {
				break
			}
			n := &m.idea.beam.Nodes[i]
			m.propose(&n.State, n.Moves, m.turn.of(&n.State, m.turn.Key(&n.State)), collectors{})
		}
	}
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
		m.propose(&nodes[l.node].State, nodes[l.node].Moves, nodes[l.node].Value, collectors{})
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
// are of one kind, and two of each are enough. The same end with other collectors is another
// plan: what comes after differs.
func (m *mind) propose(end *epidemic.State, moves []engine.Move, value float64, who collectors) {
	cubes, kind, spent := end.Key()
	key := cubes*31 + kind*17 + spent
	alike := 0
	for i := range m.ideas {
		p := &m.ideas[i]
		if p.who != who {
			continue
		}
		if p.key == key {
			return
		}
		if p.kind == kind {
			alike++
		}
	}
	if alike < 2 {
		m.ideas = append(m.ideas, plan{moves: append([]engine.Move(nil), moves...), value: value, end: *end, kind: kind, key: key, who: who})
	}
}
