package epidemictest

import "theriac/games/epidemic"

// inForce puts an event face up in front of a seat.
func (a *arranger) inForce() {
	seat, event := a.seat(), a.Value(a.r.Event)
	if a.Failed() {
		return
	}
	if a.r.Events[event].Lasts == epidemic.AtOnce {
		a.Fail("it does not last")
		return
	}
	a.pluck(epidemic.EventCard(int(event)))
	a.s.Lying[seat] |= 1 << event
	a.s.InForce |= 1 << event
}

// pluckInForce removes an event from those in force.
func (a *arranger) pluckInForce(c epidemic.Card) {
	s := a.s
	if !c.IsEvent() {
		return
	}
	for seat := range s.Lying {
		s.Lying[seat] &^= 1 << (c - epidemic.FirstEvent)
	}
	s.InForce &^= 1 << (c - epidemic.FirstEvent)
	s.Leaving &^= 1 << (c - epidemic.FirstEvent)
}

// samples moves cubes of a disease between the supply and the role card that keeps samples, so that the card
// has exactly the given number.
func (a *arranger) samples() {
	d, n := a.disease(), a.Number()
	if a.Failed() {
		return
	}
	s := a.s
	if n > s.Supply[d]+s.Samples[d] {
		a.Fail("not that many cubes")
		return
	}
	s.Supply[d] += s.Samples[d] - n
	s.Away[d] += n - s.Samples[d]
	s.Samples[d] = n
}

// role gives a seat a role that no other seat has.
func (a *arranger) role() {
	seat, role := a.seat(), a.Value(a.r.Role)
	if a.Failed() {
		return
	}
	if a.s.UnusedRoles()>>role&1 == 0 {
		a.Fail("the role is not free")
		return
	}
	a.s.Roles[seat] = role
	a.hidden() // reading the position back recomputes the values derived from roles
}
