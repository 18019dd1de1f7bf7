package bots

import (
	"cmp"
	"slices"

	"theriac/engine"
	"theriac/games/epidemic"
)

// The plans that are compared come from three sources, since the best of one source are
// mostly variants of a single idea: the ends of best value, those that the net likes best,
// and those of a search that likes meetings and stations more than it should. A value
// that likes these more plays worse by itself; as candidates they are judged by how they
// turn out.

// plan is a turn's moves, without the draw that ends it.
type plan struct {
	moves []engine.Move
	value float64
	said  float64 // the net's chance at its end
	end   epidemic.State
	kind  uint64
	key   uint64
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
// is the one of best value.
func (m *mind) gather() {
	m.ideas = m.ideas[:0]
	order := m.turn.search(&m.trial)
	nodes := m.turn.beam.Nodes
	for _, i := range order {
		if len(m.ideas) >= max(1, m.plans) {
			break
		}
		m.propose(&nodes[i].State, nodes[i].Moves, nodes[i].Value)
	}
	if m.byNet > 0 && m.net != nil {
		m.gatherByNet(order)
	}
	if m.idea != nil {
		most := len(m.ideas) + m.byIdea
		for _, i := range m.idea.search(&m.trial) {
			if len(m.ideas) >= most {
				break
			}
			n := &m.idea.beam.Nodes[i]
			m.propose(&n.State, n.Moves, m.turn.of(&n.State, m.turn.Key(&n.State)))
		}
	}
}

// gatherByNet adds the plans that the net likes best among those of good value.
func (m *mind) gatherByNet(order []int32) {
	nodes := m.turn.beam.Nodes
	order = order[:min(len(order), 200)]
	m.said = m.said[:0]
	for _, i := range order {
		chance := 1e9
		if s := &nodes[i].State; s.End == epidemic.Running {
			m.turn.fillInputs(s, &m.play.in)
			chance = m.net.LogOdds(m.play.in[:])
		} else if !s.End.Wins() {
			chance = -1e9
		}
		m.said = append(m.said, liked{i, chance})
	}
	slices.SortStableFunc(m.said, func(a, b liked) int { return cmp.Compare(b.chance, a.chance) })
	most := len(m.ideas) + m.byNet
	for _, l := range m.said {
		if len(m.ideas) >= most {
			return
		}
		m.propose(&nodes[l.node].State, nodes[l.node].Moves, nodes[l.node].Value)
	}
}

// liked is a node and what the net says of it.
type liked struct {
	node   int32
	chance float64
}

// propose adds a plan, unless it is there already. Plans that end alike but for some cubes
// are of one kind, and two of each are enough.
func (m *mind) propose(end *epidemic.State, moves []engine.Move, value float64) {
	cubes, kind, spent := end.Key()
	key := cubes*31 + kind*17 + spent
	alike := 0
	for i := range m.ideas {
		if m.ideas[i].key == key {
			return
		}
		if m.ideas[i].kind == kind {
			alike++
		}
	}
	if alike < 2 {
		m.ideas = append(m.ideas, plan{moves: append([]engine.Move(nil), moves...), value: value, end: *end, kind: kind, key: key})
	}
}
