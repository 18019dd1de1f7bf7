package epidemictest

import (
	"math/bits"

	"theriac/games/epidemic"
)

// teams is how many teams play.
func (a *arranger) teams() int { return a.r.Players / 2 }

// setUpTeams answers the questions of the set-up of teams with their defaults.
func (a *arranger) setUpTeams() {
	s := a.s
	for s.Asking() == epidemic.QuestionRoles || s.Asking() == epidemic.QuestionBase {
		a.putBack()
		s.Play(s.Default(s.Decision().All.First()), nil)
	}
}

// roles gives the seats their roles, from the first on.
func (a *arranger) roles() {
	a.setUpTeams()
	for seat := 0; a.More(); seat++ {
		if seat == a.r.Players {
			a.Fail("no such seat")
			return
		}
		a.s.Roles[seat] = a.Value(a.r.Role)
	}
	a.hidden() // what follows from roles is worked out when the position is read again
}

// objectives gives the teams their objectives. What a team did not choose is another
// one then.
func (a *arranger) objectives() {
	a.setUpTeams()
	list, deals := a.values(a.r.Objective), a.hidden().Deals[:a.teams()]
	var given uint8
	for _, o := range list {
		given |= 1 << o
	}
	if len(list) != len(deals) || bits.OnesCount8(given) != len(list) {
		a.Fail("one objective for each team")
		return
	}
	for i, o := range list {
		dealt := bits.OnesCount8(deals[i].Objectives)
		deals[i].Objective, deals[i].Objectives = o+1, 1<<o
		for o := uint8(0); bits.OnesCount8(deals[i].Objectives) < dealt; o++ {
			if given>>o&1 == 0 {
				given |= 1 << o
				deals[i].Objectives |= 1 << o
			}
		}
	}
}

// bases puts the teams' stations and pawns into cities.
func (a *arranger) bases() {
	a.setUpTeams()
	for team, c := range a.cities() {
		if team == a.teams() {
			a.Fail("no such team")
			return
		}
		a.s.Teams.Bases[team], a.s.Pawns[2*team], a.s.Pawns[2*team+1] = c, c, c
	}
}

// awards gives an award to a team.
func (a *arranger) awards() {
	which, team := a.Value(a.r.Award), a.Number()
	if int(team) >= a.teams() {
		a.Fail("no such team")
	}
	if !a.Failed() {
		a.s.Teams.Awards[which] = team + 1
	}
}

// deals deals each team three roles and its objectives, while they choose.
func (a *arranger) deals() {
	if a.s.Asking() != epidemic.QuestionRoles {
		a.Fail("nobody chooses any more")
		return
	}
	deals := a.hidden().Deals[:a.teams()]
	for team := range deals {
		o := &deals[team]
		roles, objectives := bits.OnesCount32(o.Roles), bits.OnesCount8(o.Objectives)
		o.Roles, o.Objectives = 0, 0
		for range roles {
			o.Roles |= 1 << a.Value(a.r.Role)
		}
		for range objectives {
			one := a.Value(a.r.Objective)
			o.Objectives |= 1 << one
			if objectives == 1 { // there is nothing to choose
				o.Objective = one + 1
				a.s.Teams.Settled |= 1 << team
			}
		}
	}
}

// first lets a seat's team begin.
func (a *arranger) first() {
	a.s.First = a.seat() &^ 1
	a.s.Active = a.s.First
}
