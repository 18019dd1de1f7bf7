package bots

import (
	"cmp"
	"slices"

	"theriac/games/epidemic"
)

// A plan for more than one turn depends on which hand collects which colour. By default, the value of a
// position assumes the best hand for each colour, which changes as cards are drawn. A search with fixed hands
// finds turns that bring cards to them. Rollouts of such a plan keep the same hands, so they measure its
// result if all players keep to it.

// collectors assigns the cards of each colour to the hand that collects them: its number plus one, or 0 for
// any hand.
type collectors [maxDiseases]uint8

// may reports whether hand h may collect colour d.
func (c *collectors) may(d, h int) bool { return c[d] == 0 || int(c[d]) == h+1 }

// change assigns colour d to hand h instead of the best hand. The field loss is the number of turns by which
// this is expected to delay the cure.
type change struct {
	d, h int
	loss float64
}

// assignments returns the most plausible collectors. The first assignment gives each uncured colour to its
// best hand. Each of the others gives one colour to another hand, beginning with the change that costs the
// fewest turns.
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

// turnsIn returns the expected number of turns until hand h can cure colour d.
func (v *value) turnsIn(s *epidemic.State, d, h int, x *hands) float64 {
	o := x.of[d]
	var m meeting
	v.meet(s, &o, &m)
	o.order[0] = uint8(h)
	for other := range o.least {
		if other != h {
			o.least[other] = 2 * lateForEver // estimates hand h alone, by making all other hands too slow
		}
	}
	return v.outlook(s, d, &o, &m).turns
}

// binds reports whether to search plans for fixed collectors, for sweeps and for scripts. Measurements showed
// that this helps only in the base box.
func (m *planner) binds() bool { return m.turn.base }

// collectByCollectors adds plans from searches that assign each colour to a fixed hand.
func (m *planner) collectByCollectors() {
	m.turn.begin(&m.trial)
	for _, who := range m.turn.assignments(&m.trial, m.collects) {
		m.team.collect = who
		m.collectFrom(m.team, m.each, who)
	}
}
