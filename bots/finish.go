package bots

import (
	"cmp"
	"math/bits"
	"slices"

	"theriac/engine"
	"theriac/games/epidemic"
)

// The last cure is planned over several turns. If the hands together hold its cards, a search finds which
// cards to give and where to cure. It assumes that no cards are drawn and no outbreaks happen meanwhile. The
// first turn's moves become an ordinary plan, whose rollouts follow the later turns' moves as far as
// possible.

// script holds the moves that a plan expects in the turns after the current one, one list per turn.
type script [][]engine.Move

// line is a sequence of turns that may lead to the last cure, with its final position.
type line struct {
	state epidemic.State
	first int32 // the node of the current turn's search that it starts from
	value float64
	after script
}

// scripted is the assumed chance that the players can follow a script to its end.
const scripted = 0.9

const (
	scriptWidth = 10 // positions that the search keeps in each scripted turn
	scriptLines = 14 // lines that continue from one turn to the next
	scriptEach  = 3  // best continuations kept for each line
)

// likesCures returns weights for a search whose only goal is a cure.
func likesCures(w weights) weights {
	for _, i := range []int{wOut, wOutGrow, wCube, wTwo, wThree, wSupply, wPull, wEvent, wSpare, wOver, wStation, wEradicated} {
		w[i] = 0
	}
	return w
}

// ending returns the disease of the last cure. It returns false if the hands do not hold the cards for it.
func (m *planner) ending() (d int, ok bool) {
	s, t := &m.trial, m.turn
	open := (1<<t.diseases - 1) &^ int(s.Cured)
	if bits.OnesCount(uint(open)) != 1 {
		return 0, false
	}
	d = bits.TrailingZeros(uint(open))
	held, need := 0, 9
	for h := range t.holders {
		held += bits.OnesCount64(s.Hand(engine.Seat(h)).Cities() & t.counting[d])
		need = min(need, s.CureNeed(engine.Seat(h), epidemic.Disease(d)).Cards)
	}
	return d, held >= need
}

// collectByScripts adds plans after which the next seats can find the last cure, the soonest first. It starts
// from the final positions that the current turn's search has kept.
func (m *planner) collectByScripts(order []int32) {
	if _, ok := m.ending(); !ok {
		return
	}
	nodes, t, most := m.turn.beam.Nodes, m.last, len(m.ideas)+m.scripts
	t.begin(&m.trial)
	var lines []line
	seen := map[uint64]bool{}
	for _, i := range order { // positions come best first, so the first with given pawns and hands is the best
		s := &nodes[i].State
		key := t.Key(s)
		if s.End == epidemic.Running && !seen[key.B] {
			seen[key.B] = true
			lines = append(lines, line{state: *s, first: i, value: t.of(s, key)})
		}
	}
	for range m.rules.Players - 1 {
		slices.SortStableFunc(lines, func(a, b line) int { return cmp.Compare(b.value, a.value) })
		var next []line
		found := false
		for i := range lines[:min(len(lines), scriptLines)] {
			l := &lines[i]
			if !l.state.PassOn() {
				return
			}
			ends := t.search(&l.state)
			for _, j := range ends[:min(len(ends), scriptEach)] {
				n := &t.beam.Nodes[j]
				after := append(slices.Clone(l.after), slices.Clone(n.Moves))
				if n.State.End.Wins() {
					first := &nodes[l.first]
					m.propose(plan{moves: first.Moves, value: first.Value, end: first.State, after: after})
					found = true
					break
				}
				next = append(next, line{state: n.State, first: l.first, value: n.Value, after: after})
			}
		}
		if found || len(m.ideas) >= most {
			return
		}
		lines = next
	}
}
