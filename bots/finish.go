package bots

import (
	"cmp"
	"math/bits"
	"slices"

	"theriac/engine"
	"theriac/games/epidemic"
)

// The last cure as a plan of several seats: if the hands hold its cards, a search over the next
// turns, in which nothing is drawn and nothing breaks out, finds who hands what to whom and
// where it is cured. Its first turn is a plan like others; what the rest is worth is told by
// rollouts that follow the script as far as it can be played.

// script is the moves of the turns after a plan, one list a turn.
type script [][]engine.Move

// line is a position on the way to a cure, and how it was come to.
type line struct {
	state epidemic.State
	first int32 // the node of the turn's search where it begins
	value float64
	after script
}

// scripted is how likely a script is thought to be played to its end before it is tried.
const scripted = 0.9

const (
	scriptWidth = 10 // positions that the search of each turn of a script keeps
	scriptLines = 14 // lines that are followed from turn to turn
	scriptEach  = 3  // of which so many come from one of the turn before
)

// likesCures makes the weights of a search that has nothing in mind but cures.
func likesCures(w weights) weights {
	for _, i := range []int{wOut, wOutGrow, wCube, wTwo, wThree, wSupply, wPull, wEvent, wSpare, wOver, wStation, wEradicated} {
		w[i] = 0
	}
	return w
}

// ending is the disease of the last cure, if the hands hold its cards.
func (m *mind) ending() (d int, ok bool) {
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

// gatherByScripts adds plans after which the next seats can find the last cure by themselves,
// the soonest first. The ends of the turn are those that the turn's search has kept.
func (m *mind) gatherByScripts(order []int32) {
	if _, ok := m.ending(); !ok {
		return
	}
	nodes, t, most := m.turn.beam.Nodes, m.last, len(m.ideas)+m.scripts
	t.begin(&m.trial)
	var lines []line
	seen := map[uint64]bool{}
	for _, i := range order { // of those with the same pawns and hands the first has the best value
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
