package bots

import (
	"cmp"
	"slices"

	"theriac/games/epidemic"
)

// Plans that last longer than a turn: who collects which colour. The value of a position
// takes the hand that is best for each colour just now, and the best hand changes as cards
// are drawn. A search that is told the hands proposes turns that bring cards to them, and
// the rollouts of such a plan go on with the same hands: so a plan is judged by what comes
// of it if all keep to it.

// collectors says which hand collects the cards of each colour: one more than its number,
// or 0 for whichever hand is best.
type collectors [maxDiseases]uint8

// may says that a hand may collect a colour.
func (c *collectors) may(d, h int) bool { return c[d] == 0 || int(c[d]) == h+1 }

// change is another hand for one colour, and the turns that it is thought to lose.
type change struct {
	d, h int
	loss float64
}

// assignments are the most plausible collectors: the best hand of each colour that has no
// cure, and then the same with one colour in another hand, those first that lose least.
func (v *value) assignments(s *epidemic.State, most int) []collectors {
	var best collectors
	var changes []change
	x := v.counted(s)
	v.toStations(s)
	for d := range v.diseases {
		if s.IsCured(epidemic.Disease(d)) {
			continue
		}
		var turns [maxSeats]float64
		first := 0
		for h := range v.holders {
			if turns[h] = v.turnsIn(s, d, h, x); turns[h] < turns[first] {
				first = h
			}
		}
		best[d] = uint8(first + 1)
		for h := range v.holders {
			if h != first && turns[h] < never {
				changes = append(changes, change{d, h, turns[h] - turns[first]})
			}
		}
	}
	slices.SortStableFunc(changes, func(a, b change) int { return cmp.Compare(a.loss, b.loss) })
	list := []collectors{best}
	for _, c := range changes[:max(0, min(len(changes), most-1))] {
		next := best
		next[c.d] = uint8(c.h + 1)
		list = append(list, next)
	}
	return list
}

// turnsIn is in how many turns a colour is thought to come to its cure in one hand.
func (v *value) turnsIn(s *epidemic.State, d, h int, x *hands) float64 {
	o := x.of[d]
	var m meeting
	v.meet(s, &o, &m)
	o.order[0] = uint8(h)
	for other := range o.least {
		if other != h {
			o.least[other] = 2 * lateForEver // none of them is looked at
		}
	}
	return v.outlook(s, d, &o, &m).turns
}

// binds says that plans for given collectors, sweeps and scripts are looked for. They were
// measured in the base box only.
func (m *mind) binds() bool { return m.turn.base }

// gatherByCollectors adds plans of searches in which the colours have given hands.
func (m *mind) gatherByCollectors() {
	m.turn.begin(&m.trial)
	for _, who := range m.turn.assignments(&m.trial, m.collects) {
		m.team.collect = who
		m.gatherFrom(m.team, m.each, who)
	}
}
