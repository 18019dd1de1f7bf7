package pharmacy

import (
	"strings"

	"theriac/engine"
)

// front lays exactly these viruses in front of a seat. Viruses of risk cards are
// opened for it, and injections come from the piles.
func (a *arranger) front() {
	s, seat := a.s, a.seat()
	if a.why != "" {
		return
	}
	a.clearFront(seat)
	f := &s.Fronts[seat]
	for len(a.words) > 0 && a.why == "" {
		name, doses, some := strings.Cut(a.words[0], "/")
		a.words[0] = name
		c := Card(a.value(cardKind))
		n, ok := engine.Number.Parse(doses)
		if a.why != "" || s.rules.value[c] == 0 || some && !ok || n > 2 || f.N == maxFront {
			a.why = "no such virus"
			return
		}
		if c.IsRisk() {
			s.openFrom(c)
		} else {
			a.take(c)
		}
		for range n {
			a.take(Injection)
		}
		f.Virus[f.N] = Lying{Card: c, Doses: n}
		f.N++
	}
}

// clearFront puts what lies in front of a seat under the piles.
func (a *arranger) clearFront(seat engine.Seat) {
	s := a.s
	f := s.Fronts[seat]
	s.Fronts[seat] = Front{Unused: f.Unused}
	for _, l := range f.Virus[:f.N] {
		if l.Card.IsRisk() {
			a.why = "a risk card cannot be closed again"
			return
		}
		s.under(s.smaller(), l.Card)
		for range l.Doses {
			s.under(s.smaller(), Injection)
		}
	}
}

// unused makes exactly so many injections lie on no virus of a seat.
func (a *arranger) unused() {
	s, seat := a.s, a.seat()
	n := a.number()
	for ; a.why == "" && s.Fronts[seat].Unused < n; s.Fronts[seat].Unused++ {
		a.take(Injection)
	}
	for ; a.why == "" && s.Fronts[seat].Unused > n; s.Fronts[seat].Unused-- {
		s.under(s.smaller(), Injection)
	}
}
