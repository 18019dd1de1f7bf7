package epidemic

import "theriac/engine"

// dealTeams deals roles and objectives to each team, unseen by the others.
func (s *State) dealTeams(out *engine.Facts) {
	var roles [32]uint8
	n := copy(roles[:], s.rules.inPlay)
	s.key.Shuffle(engine.Lot{Kind: lotRoles}, roles[:n])
	var objectives [8]uint8
	m := len(s.rules.Objectives)
	for i := range m {
		objectives[i] = uint8(i)
	}
	s.key.Shuffle(engine.Lot{Kind: lotObjectives}, objectives[:m])
	out.Add(FactChallenge, "team/setup")
	s.Rate = teamRate
	out.Add(FactRateRaised, "team/rate", s.rules.Numbers.Rate[s.Rate])
	for team := range uint8(s.rules.teams()) {
		o, first := &s.deals[team], uint8(firstOf(team))
		for range rolesPerDeal {
			n--
			o.Roles |= 1 << roles[n]
		}
		for range s.rules.objectives {
			m--
			o.Objectives |= 1 << objectives[m]
		}
		for set := uint64(o.Roles); set != 0; set &= set - 1 {
			out.Tell(seatsOf(team), FactRoleOffered, "team/roles", first, uint8(firstCity(set)))
		}
		for set := uint64(o.Objectives); set != 0; set &= set - 1 {
			out.Tell(seatsOf(team), FactObjectiveDealt, "team/objectives", first, uint8(firstCity(set)))
		}
		out.Veil(seatsOf(team), FactTeamDealt, "team/hands", first)
		if s.rules.objectives == 1 {
			s.settleOn(team, uint8(firstCity(uint64(o.Objectives))))
		}
	}
	for i := range s.Teams.Bases {
		s.Teams.Bases[i] = NoCity
	}
	for seat := range s.rules.Players {
		s.Pawns[seat] = NoCity
	}
}

// settleOn records the objective that a team has chosen.
func (s *State) settleOn(team, objective uint8) {
	s.deals[team].Objective = objective + 1
	s.Teams.Settled |= 1 << team
}

// drawFirst chooses at random which team takes the first turn.
func (s *State) drawFirst(out *engine.Facts) {
	s.First = firstOf(uint8(s.key.N(engine.Lot{Kind: lotFirstTeam}, s.rules.teams())))
	s.Active = s.First
	out.Add(FactFirstTeam, "team/first", uint8(s.First))
}

// settingUp asks teams for decisions that must be made before the first turn, and reports whether it asked.
// All teams choose roles at the same time. Then they place their stations one after another, in reverse turn
// order.
func (s *State) settingUp() bool {
	if s.rolesUnknown(s.rules) {
		s.ask(Frame{Question: QuestionRoles})
		return true
	}
	n := uint8(s.rules.teams())
	for i := range n {
		if team := (teamOf(s.First) + n - 1 - i) % n; s.Teams.Bases[team] == NoCity {
			s.ask(Frame{Question: QuestionBase, Seat: firstOf(team)})
			return true
		}
	}
	return false
}

// undecided returns the seats whose team has yet to choose its roles or its objective.
func (s *State) undecided() engine.Seats {
	var set engine.Seats
	for team := range uint8(s.rules.teams()) {
		if s.Teams.Assigned&s.Teams.Settled>>team&1 == 0 {
			set |= 1 << firstOf(team)
		}
	}
	return set
}

func unassigned(s *State, m engine.Move) bool { return s.Teams.Assigned>>teamOf(m.Seat)&1 == 0 }

func unsettled(s *State, m engine.Move) bool { return s.Teams.Settled>>teamOf(m.Seat)&1 == 0 }

// AssignRoles gives a team's two seats two of the three roles that it was dealt.
var AssignRoles = &Verb{
	Name: "assign", Rule: "team/roles", Args: []*engine.Kind{RoleKind, RoleKind}, Questions: []engine.QuestionKind{QuestionRoles},
	Mode: TeamMode, Veiled: 3,
	Needs: []Need{
		{Rule: "turn/question", Holds: unassigned},
		{Rule: "team/roles", Holds: func(s *State, m engine.Move) bool {
			of := s.deals[teamOf(m.Seat)].Roles
			return m.Arg[0] != m.Arg[1] && of>>m.Arg[0]&1 != 0 && of>>m.Arg[1]&1 != 0
		}},
	},
	List: func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		m := engine.Move{Seat: by, Verb: v}
		if !unassigned(s, m) {
			return dst
		}
		of := uint64(s.deals[teamOf(by)].Roles)
		for a := of; a != 0; a &= a - 1 {
			for b := of &^ (a & -a); b != 0; b &= b - 1 {
				m.Arg[0], m.Arg[1] = uint8(firstCity(a)), uint8(firstCity(b))
				dst = append(dst, m)
			}
		}
		return dst
	},
	Play: func(s *State, m engine.Move, out *engine.Facts) {
		team := teamOf(m.Seat)
		s.deals[team].Picked = [2]uint8{m.Arg[0] + 1, m.Arg[1] + 1}
		s.Teams.Assigned |= 1 << team
		for i := range uint8(2) {
			out.Tell(seatsOf(team), FactRolePicked, "team/roles", uint8(m.Seat)+i, m.Arg[i])
		}
		s.teamChose(team, out, "team/roles")
	},
}

// ChooseObjective chooses the objective that a team keeps.
var ChooseObjective = &Verb{
	Name: "objective", Rule: "team/objectives", Args: []*engine.Kind{ObjectiveKind}, Questions: []engine.QuestionKind{QuestionRoles},
	Mode: TeamMode, Veiled: 1,
	Needs: []Need{
		{Rule: "turn/question", Holds: unsettled},
		{Rule: "team/objectives", Holds: func(s *State, m engine.Move) bool {
			return s.deals[teamOf(m.Seat)].Objectives>>m.Arg[0]&1 != 0
		}},
	},
	List: func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		m := engine.Move{Seat: by, Verb: v}
		if !unsettled(s, m) {
			return dst
		}
		return AppendCities(dst, by, v, uint64(s.deals[teamOf(by)].Objectives))
	},
	Play: func(s *State, m engine.Move, out *engine.Facts) {
		team := teamOf(m.Seat)
		s.settleOn(team, m.Arg[0])
		out.Tell(seatsOf(team), FactObjectiveKept, "team/objectives", uint8(m.Seat), m.Arg[0])
		s.teamChose(team, out, "team/objectives")
	},
}

// teamChose tells everyone that a team has chosen. Once all teams have, the chosen roles become public and
// the others leave the game.
func (s *State) teamChose(team uint8, out *engine.Facts, rule string) {
	s.learned(seatsOf(team))
	out.Veil(seatsOf(team), FactTeamChose, rule, uint8(firstOf(team)))
	if s.rolesUnknown(s.rules) {
		return
	}
	s.closeTop()
	s.learned(engine.Everyone)
	for team := range uint8(s.rules.teams()) {
		o := &s.deals[team]
		for i := range uint8(2) {
			seat := uint8(firstOf(team)) + i
			s.Roles[seat] = o.Picked[i] - 1
			out.Add(FactRoleDealt, "team/roles", seat, s.Roles[seat])
		}
		o.Roles, o.Picked = 0, [2]uint8{}
	}
	s.findGuards(s.rules)
}

// farFromBases returns the cities where a team can put its station: those far enough from all other teams'
// stations.
func (s *State) farFromBases() uint64 {
	near := uint64(0)
	for _, c := range s.Teams.Bases[:s.rules.teams()] {
		if c != NoCity {
			near |= bit(c)
		}
	}
	for range apart - 1 {
		eachCity(near, func(c City) bool {
			near |= s.rules.links[c]
			return true
		})
	}
	return s.rules.Everywhere() &^ near
}

// Base puts a team's station and both of its pawns into a city.
var Base = &Verb{
	Name: "base", Rule: "team/placement", Args: []*engine.Kind{CityKind}, Questions: []engine.QuestionKind{QuestionBase}, Mode: TeamMode,
	Needs: []Need{{Rule: "team/placement", Holds: func(s *State, m engine.Move) bool { return s.farFromBases()&bit(city(m)) != 0 }}},
	List: func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		return AppendCities(dst, by, v, s.farFromBases())
	},
	Play: func(s *State, m engine.Move, out *engine.Facts) {
		s.closeTop()
		s.Teams.Bases[teamOf(m.Seat)] = city(m)
		out.Add(FactBasePlaced, "team/stations", uint8(m.Seat), m.Arg[0])
		for seat := m.Seat; seat <= m.Seat+1; seat++ { // roles do not react to this arrival
			s.Pawns[seat] = city(m)
			out.Add(FactPawnMoved, "team/placement", uint8(seat), m.Arg[0])
		}
	},
}
