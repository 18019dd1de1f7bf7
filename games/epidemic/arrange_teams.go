package epidemic

import "theriac/engine"

// setUpTeams answers the questions of the set-up of teams as who does not answer
// would.
func (a *arranger) setUpTeams() {
	s := a.s
	for s.Asking() == QuestionRoles || s.Asking() == QuestionBase {
		s.Play(s.Default(s.Decision().All.First()), nil)
	}
	s.effect = engine.Effect{}
}

// roles gives the seats their roles, from the first on.
func (a *arranger) roles() {
	a.setUpTeams()
	for seat := 0; len(a.words) > 0 && a.why == ""; seat++ {
		if seat == a.s.rules.Players {
			a.why = "no such seat"
			return
		}
		a.s.Roles[seat] = a.value(a.s.rules.Role)
	}
	a.s.findGuards(a.s.rules)
}

// objectives gives the teams their objectives. What a team did not choose is another
// one then.
func (a *arranger) objectives() {
	a.setUpTeams()
	s := a.s
	var given uint8
	n := 0
	for ; len(a.words) > 0 && a.why == ""; n++ {
		o := a.value(s.rules.Objective)
		if a.why != "" || n == s.rules.teams() || given>>o&1 != 0 {
			a.why = "one objective for each team"
			return
		}
		given |= 1 << o
		s.deals[n].Objective, s.deals[n].Objectives = o+1, 1<<o
	}
	if n != s.rules.teams() {
		a.why = "one objective for each team"
		return
	}
	for i := range s.deals[:n] {
		for o := uint8(0); count(uint64(s.deals[i].Objectives)) < s.rules.objectives; o++ {
			if given>>o&1 == 0 {
				given |= 1 << o
				s.deals[i].Objectives |= 1 << o
			}
		}
	}
}

// bases puts the teams' stations and pawns into cities.
func (a *arranger) bases() {
	a.setUpTeams()
	s := a.s
	for team, c := range a.cities() {
		if team == s.rules.teams() {
			a.why = "no such team"
			return
		}
		first := firstOf(uint8(team))
		s.Teams.Bases[team], s.Pawns[first], s.Pawns[first+1] = c, c, c
	}
}

// awards gives an award to a team.
func (a *arranger) awards() {
	which, team := a.value(a.s.rules.Award), a.value(teamKind)
	if a.why == "" {
		a.s.Teams.Awards[which] = team + 1
	}
}

// deals deals each team three roles and its objectives, while they choose.
func (a *arranger) deals() {
	s := a.s
	if s.Asking() != QuestionRoles {
		a.why = "nobody chooses any more"
		return
	}
	for team := range uint8(s.rules.teams()) {
		o := &s.deals[team]
		o.Roles, o.Objectives = 0, 0
		for range rolesPerDeal {
			o.Roles |= 1 << a.value(s.rules.Role)
		}
		for range s.rules.objectives {
			one := a.value(s.rules.Objective)
			o.Objectives |= 1 << one
			if s.rules.objectives == 1 {
				s.settleOn(team, one)
			}
		}
	}
}

// first lets a seat's team begin.
func (a *arranger) first() {
	a.s.First = firstOf(teamOf(a.seat()))
	a.s.Active = a.s.First
}
