package pharmacytest

import (
	"theriac/engine"
	"theriac/games/pharmacy"
)

// front lays exactly these viruses in front of a seat. Viruses of risk cards are
// opened for it, and injections come from the piles.
func (a *arranger) front() {
	s, seat := a.s, a.seat()
	if a.Failed() {
		return
	}
	a.clearFront(seat)
	f := &s.Fronts[seat]
	for a.More() {
		value, doses, some := a.Cut(pharmacy.Cards(), "/")
		c := pharmacy.Card(value)
		n, ok := engine.Number.Parse(doses)
		if a.Failed() || a.r.Sickness(pharmacy.Lying{Card: c}) == 0 || some && !ok || n > 2 || int(f.N) == len(f.Virus) {
			a.Fail("no such virus")
			return
		}
		if c.IsRisk() {
			a.openFrom(c)
		} else {
			a.take(c)
		}
		for range n {
			a.take(pharmacy.Injection)
		}
		f.Virus[f.N] = pharmacy.Lying{Card: c, Doses: n}
		f.N++
	}
}

// clearFront puts what lies in front of a seat under the piles.
func (a *arranger) clearFront(seat engine.Seat) {
	s := a.s
	f := s.Fronts[seat]
	s.Fronts[seat] = pharmacy.Front{Unused: f.Unused}
	for _, l := range f.Virus[:f.N] {
		if l.Card.IsRisk() {
			a.Fail("a risk card cannot be closed again")
			return
		}
		a.under(a.smaller(), l.Card)
		for range l.Doses {
			a.under(a.smaller(), pharmacy.Injection)
		}
	}
}

// unused makes exactly so many injections lie on no virus of a seat.
func (a *arranger) unused() {
	s, seat := a.s, a.seat()
	n := a.Number()
	for ; !a.Failed() && s.Fronts[seat].Unused < n; s.Fronts[seat].Unused++ {
		a.take(pharmacy.Injection)
	}
	for ; !a.Failed() && s.Fronts[seat].Unused > n; s.Fronts[seat].Unused-- {
		a.under(a.smaller(), pharmacy.Injection)
	}
}
