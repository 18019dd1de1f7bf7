package pharmacytest

import (
	"theriac/engine"
	"theriac/games/pharmacy"
)

// front puts exactly the given viruses in front of a seat. Viruses that are risk cards are opened, and
// injections come from the piles.
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

// clearFront moves the cards in front of a seat to the bottom of the piles.
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

// unused gives a seat exactly the given number of injections that are not on a virus.
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
