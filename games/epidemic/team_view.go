package epidemic

import "theriac/engine"

// dealtTo returns what some seats know about the teams' deals: everything dealt to their own team, and after
// a win, the objectives of all teams.
func (s *State) dealtTo(by engine.Seats) [maxTeams]Deal {
	var deals [maxTeams]Deal
	for team := range uint8(maxTeams) {
		switch {
		case by&seatsOf(team) != 0:
			deals[team] = s.deals[team]
		case s.End == Won:
			deals[team].Objective = s.deals[team].Objective
		}
	}
	return deals
}

// fillDeals invents deals for the teams whose deals the view does not know.
func (v *View) fillDeals(s *State, chance *engine.Rand) {
	s.deals = v.Deals
	var gone uint8
	var known uint32
	for i := range v.Deals {
		gone |= v.Deals[i].Objectives
		known |= v.Deals[i].Roles
		if o := v.Deals[i].Objective; o != 0 {
			gone |= 1 << (o - 1)
		}
	}
	pick := func(left *uint64) uint8 {
		of := *left
		for range chance.N(count(of)) {
			of &= of - 1
		}
		*left &^= of & -of
		return uint8(firstCity(of))
	}
	objectives, roles := uint64(1)<<len(v.rules.Objectives)-1, uint64(0)
	objectives &^= uint64(gone)
	for _, role := range v.rules.inPlay {
		roles |= 1 << role
	}
	roles &^= uint64(known)
	for team := range uint8(v.rules.teams()) {
		if v.By&seatsOf(team) != 0 {
			continue
		}
		o := &s.deals[team]
		if o.Objective != 0 {
			o.Objectives = 1 << (o.Objective - 1)
		}
		for count(uint64(o.Objectives)) < v.rules.objectives {
			o.Objectives |= 1 << pick(&objectives)
		}
		if dealt := uint64(o.Objectives); o.Objective == 0 && v.Teams.Settled>>team&1 != 0 {
			o.Objective = 1 + pick(&dealt)
		}
		if !v.rolesUnknown(v.rules) {
			continue
		}
		for range rolesPerDeal {
			o.Roles |= 1 << pick(&roles)
		}
		if dealt := uint64(o.Roles); v.Teams.Assigned>>team&1 != 0 {
			o.Picked[0] = 1 + pick(&dealt)
			o.Picked[1] = 1 + pick(&dealt)
		}
	}
}
