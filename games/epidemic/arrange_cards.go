package epidemic

// inForce lays an event face up before a seat.
func (a *arranger) inForce() {
	seat, event := a.seat(), a.value(a.s.rules.Event)
	if a.why != "" {
		return
	}
	if a.s.rules.Events[event].Lasts == AtOnce {
		a.why = "it does not last"
		return
	}
	a.s.pluck(EventCard(int(event)))
	a.s.Lying[seat] |= 1 << event
	a.s.InForce |= 1 << event
}

// pluckInForce takes an event that is in force away.
func (s *State) pluckInForce(c Card) {
	if !c.IsEvent() {
		return
	}
	for seat := range s.Lying {
		s.Lying[seat] &^= 1 << (c - FirstEvent)
	}
	s.InForce &^= 1 << (c - FirstEvent)
	s.Leaving &^= 1 << (c - FirstEvent)
}

// samples lays exactly so many cubes of a disease on the role card, from the supply.
func (a *arranger) samples() {
	d, n := a.disease(), a.number()
	if a.why != "" {
		return
	}
	s := a.s
	if n > s.Supply[d]+s.Samples[d] {
		a.why = "not that many cubes"
		return
	}
	s.Supply[d] += s.Samples[d] - n
	s.Away[d] += n - s.Samples[d]
	s.Samples[d] = n
}

// role gives a seat a role that nobody has.
func (a *arranger) role() {
	seat, role := a.seat(), a.value(a.s.rules.Role)
	if a.why != "" {
		return
	}
	if a.s.UnusedRoles()>>role&1 == 0 {
		a.why = "the role is not free"
		return
	}
	a.s.Roles[seat] = role
	a.s.findGuards(a.s.rules)
}
