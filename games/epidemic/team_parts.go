package epidemic

import "theriac/engine"

// Two neighbouring seats form a team. If all teams together save the world, the team with the most prestige
// wins. The field Teams holds public information about the teams; deals holds what only each team sees.

const (
	maxTeams = engine.MaxSeats / 2
	// rolesPerDeal is the number of roles that a team chooses from.
	rolesPerDeal = 3
	// apart is the minimum number of connections between the stations of two teams.
	apart = 3
	// teamRate is the initial position on the infection rate track in a team game.
	teamRate = 2
	// teamDraws is the number of player cards that each seat draws in its team's turn.
	teamDraws = 1
	// fewerForSix is how many fewer cards a cure takes with six players.
	fewerForSix = 1
	// keptBack is the number of actions that a team's first seat can take only with its partner's
	// agreement.
	keptBack = 1
)

// Teams is the public information about the teams.
type Teams struct {
	Bases    [maxTeams]City   // each team's own station; NoCity until it is built
	Awards   [maxAwards]uint8 // for each award, 1 plus the team that has it, or 0
	Assigned uint8            // the teams that have chosen their roles
	Settled  uint8            // the teams that have chosen their objective
	// Left is how many unused actions the first seat of a team has passed to its partner. While the first
	// seat acts, it is the number that needs the partner's agreement.
	Left uint8
}

// Deal is what a team was dealt and what it has chosen. A choice is stored as 1 plus the number of the role
// or objective.
type Deal struct {
	Roles      uint32 // roles to choose from, until all teams have chosen
	Picked     [2]uint8
	Objectives uint8 // the objectives that the team was dealt
	Objective  uint8 // the chosen objective
}

// Objective is a card that determines how much prestige a team gets for each achievement.
type Objective struct {
	ID                                  string
	Cure, Eradication, Station          uint8
	MoreFirstCure, MoreFirstEradication uint8 // added to Honours.FirstCure and Honours.FirstEradication
}

// Honours is the prestige of the awards with the same value for every team.
type Honours struct{ FirstCure, FirstEradication, Worst, Mutant, Removal uint8 }

// teams returns the number of teams.
func (r *Rules) teams() int { return r.Players / 2 }

func teamOf(seat engine.Seat) uint8 { return uint8(seat) / 2 }

// firstOf returns a team's first seat, which answers for the team.
func firstOf(team uint8) engine.Seat { return engine.Seat(2 * team) }

func seatsOf(team uint8) engine.Seats { return 3 << (2 * team) }

func (r *Rules) allTeams() uint8 { return 1<<r.teams() - 1 }

// compileTeams sets the numbers that differ in team games, and which seats see which hands.
func compileTeams(r *Rules, set engine.Settings) error {
	if set.Get("roles") != "" {
		return &engine.Refusal{What: "roles " + set.Get("roles"), Rule: "team/setup"}
	}
	if len(r.inPlay) < rolesPerDeal*r.teams() {
		return &engine.Refusal{What: "players " + set.Get("players"), Rule: "setup/contents"}
	}
	r.draws, r.drawRule, r.pawnsLater, r.ownEnd = teamDraws, "team/draw", true, true
	r.stretchCards, r.inStretches, r.stretchRule = r.cardsOfClass(Bonus), r.Epidemics, "team/bonus"
	r.compileBonuses()
	r.objectives = set.Int("objectives")
	if r.Players == engine.MaxSeats {
		r.cureWith, r.cureRule = r.cureWith-fewerForSix, "team/cure"
	}
	for seat := range engine.Seat(r.Players) {
		r.sees[seat] = seatsOf(teamOf(seat))
	}
	return nil
}

// ownStation returns the city of the station that belongs to a seat's team.
func (s *State) ownStation(seat engine.Seat) City { return s.Teams.Bases[teamOf(seat)] }

// rivalStation returns the rule that keeps a seat from using another team's station in a city, or an empty
// string.
func (s *State) rivalStation(seat engine.Seat, c City) string {
	for team := range uint8(s.rules.teams()) {
		if team != teamOf(seat) && s.Teams.Bases[team] == c {
			return "team/stations"
		}
	}
	return ""
}

// rolesUnknown reports whether a team is still choosing its roles. Until all have chosen, no seat has a role.
func (p *Public) rolesUnknown(r *Rules) bool {
	return p.Teams.Assigned&p.Teams.Settled != r.allTeams()
}

// teamKind names the teams.
var teamKind = engine.NewKind("team", "0", "1", "2")

// codeTeams writes or reads the public state of the teams.
func codeTeams(p *Public, r *Rules, c *engine.Coder) {
	t := &p.Teams
	c.Object("teams", func(c *engine.Coder) {
		n := r.teams()
		c.Objects("bases", &n, maxTeams, func(c *engine.Coder, i int) {
			engine.Name(c, "city", r.City, NoCity, &t.Bases[i])
		})
		for i := n; i < maxTeams; i++ {
			t.Bases[i] = NoCity
		}
		c.Object("awards", func(c *engine.Coder) {
			for i, name := range r.Award.Values {
				team := t.Awards[i] - 1
				engine.Name(c, name, teamKind, 0xff, &team)
				t.Awards[i] = team + 1
			}
		})
		engine.Set(c, "assigned", teamKind, 0, &t.Assigned)
		engine.Set(c, "settled", teamKind, 0, &t.Settled)
		engine.Uint(c, "left", &t.Left)
	})
}

// codeDeals writes or reads what is known about the teams' deals.
func (r *Rules) codeDeals(c *engine.Coder, deals []Deal) {
	n := r.teams()
	c.Objects("offers", &n, maxTeams, func(c *engine.Coder, i int) {
		o := &deals[i]
		engine.Set(c, "roles", r.Role, 0, &o.Roles)
		for k, name := range [2]string{"first", "second"} {
			role := o.Picked[k] - 1
			engine.Name(c, name, r.Role, noRole, &role)
			o.Picked[k] = role + 1
		}
		engine.Set(c, "objectives", r.Objective, 0, &o.Objectives)
		objective := o.Objective - 1
		engine.Name(c, "objective", r.Objective, 0xff, &objective)
		o.Objective = objective + 1
	})
}

// brokenTeams checks that each role and objective was dealt to at most one team.
func (s *State) brokenTeams() string {
	var roles uint32
	var objectives uint8
	for i := range s.deals[:s.rules.teams()] {
		o := &s.deals[i]
		switch {
		case roles&o.Roles != 0 || objectives&o.Objectives != 0:
			return "two teams have the same cards"
		case s.rolesUnknown(s.rules) != (count(uint64(o.Roles)) == rolesPerDeal):
			return "a team has not three roles to choose from"
		case count(uint64(o.Objectives)) != s.rules.objectives:
			return "a team has too many objectives or too few"
		case (o.Objective != 0) != (s.Teams.Settled>>i&1 != 0) || o.Objective != 0 && o.Objectives>>(o.Objective-1)&1 == 0:
			return "a team has an objective that it did not choose"
		case o.Picked[0] != 0 && (o.Roles>>(o.Picked[0]-1)&1 == 0 || o.Roles>>(o.Picked[1]-1)&1 == 0):
			return "a team has chosen a role that it was not dealt"
		}
		roles |= o.Roles
		objectives |= o.Objectives
	}
	for _, team := range s.Teams.Awards {
		if int(team) > s.rules.teams() {
			return "an award of no team"
		}
	}
	return ""
}
