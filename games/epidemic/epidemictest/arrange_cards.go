package epidemictest

import "theriac/games/epidemic"

// inForce lays an event face up before a seat.
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

// pluckInForce takes an event that is in force away.
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

// samples lays exactly so many cubes of a disease on the role card, from the supply.
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

// role gives a seat a role that nobody has.
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
	a.hidden() // what follows from roles is worked out when the position is read again
}
