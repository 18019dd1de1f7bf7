package epidemictest

import (
	"math/bits"

	"theriac/games/epidemic"
)

// teams returns the number of teams.
func (a *arranger) teams() int { return a.r.Players / 2 }

// setUpTeams answers all questions of the teams' set-up with the default moves.
func (a *arranger) setUpTeams() {
	s := a.s
	for s.Asking() == epidemic.QuestionRoles || s.Asking() == epidemic.QuestionBase {
		a.putBack()
		s.Play(s.Default(s.Decision().All.First()), nil)
	}
}

// roles gives the seats their roles, beginning with the first seat.
func (a *arranger) roles() {
	a.setUpTeams()
	for seat := 0; a.More(); seat++ {
		if seat == a.r.Players {
			a.Fail("no such seat")
			return
		}
		a.s.Roles[seat] = a.Value(a.r.Role)
	}
	a.hidden() // reading the position back recomputes the values derived from roles
}

// objectives sets the objectives that the teams have chosen. A team that was dealt two gets an unused one as
// its second.
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

// bases puts each team's station and pawns into a city.
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

// deals sets the roles and the objectives that each team chooses from. It fails if the teams have already
// chosen their roles.
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
			if objectives == 1 { // the team has no choice
				o.Objective = one + 1
				a.s.Teams.Settled |= 1 << team
			}
		}
	}
}

// first makes a seat's team take the first turn.
func (a *arranger) first() {
	a.s.First = a.seat() &^ 1
	a.s.Active = a.s.First
}
