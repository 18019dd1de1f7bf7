package epidemic

import "theriac/engine"

// Teams of two seats that sit side by side. They save the world together and
// count, once it is saved, which team has more prestige by it. What the teams hold in the
// open is in Teams; what only they have seen is in their Deals.

const (
	maxTeams = engine.MaxSeats / 2
	// rolesPerDeal is how many roles a team chooses from.
	rolesPerDeal = 3
	// apart is how many links lie between the stations of two teams at least.
	apart = 3
	// teamRate is the place on the infection rate track where teams begin.
	teamRate = 2
	// teamDraws is how many player cards each turn of a seat draws.
	teamDraws = 1
	// fewerForSix is how many cards fewer a cure takes at a table of six.
	fewerForSix = 1
	// keptBack is the actions that the first of a team needs agreement for.
	keptBack = 1
)

// Teams is what everybody sees of the teams.
type Teams struct {
	Bases    [maxTeams]City   // each team's own station; NoCity until it stands
	Awards   [maxAwards]uint8 // the team that has each award, from 1; 0 for none
	Assigned uint8            // the teams that have given out their roles
	Settled  uint8            // the teams that have their objective
	// Left is the actions that the first of a team left to its partner; while the first
	// acts, the one that it takes only if the partner agrees.
	Left uint8
}

// Deal is what was dealt to a team, and what it chose of it. A role or an
// objective that is chosen is counted from 1.
type Deal struct {
	Roles      uint32 // to choose from, until all teams have chosen
	Picked     [2]uint8
	Objectives uint8 // that the team was dealt
	Objective  uint8 // the one that it plays for
}

// Objective is a card that says how much prestige a team gets for what.
type Objective struct {
	ID                                  string
	Cure, Eradication, Station          uint8
	MoreFirstCure, MoreFirstEradication uint8 // besides what the awards for being first give to all
}

// Honours is the prestige of awards that is the same for every team.
type Honours struct{ FirstCure, FirstEradication, Worst, Mutant, Removal uint8 }

// teams is how many there are.
func (r *Rules) teams() int { return r.Players / 2 }

func teamOf(seat engine.Seat) uint8 { return uint8(seat) / 2 }

// firstOf is the seat that speaks for a team.
func firstOf(team uint8) engine.Seat { return engine.Seat(2 * team) }

func seatsOf(team uint8) engine.Seats { return 3 << (2 * team) }

func (r *Rules) allTeams() uint8 { return 1<<r.teams() - 1 }

// compileTeams finds what teams change of the numbers, and which seats see which hand.
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

// ownStation is the city of a team's own station.
func (s *State) ownStation(seat engine.Seat) City { return s.Teams.Bases[teamOf(seat)] }

// rivalStation is the rule by which a seat cannot use the station in a city: it is
// another team's own.
func (s *State) rivalStation(seat engine.Seat, c City) string {
	for team := range uint8(s.rules.teams()) {
		if team != teamOf(seat) && s.Teams.Bases[team] == c {
			return "team/stations"
		}
	}
	return ""
}

// rolesUnknown says that teams have still to choose, so that nobody has a role.
func (p *Public) rolesUnknown(r *Rules) bool {
	return p.Teams.Assigned&p.Teams.Settled != r.allTeams()
}

// teamKind names the teams.
var teamKind = engine.NewKind("team", "0", "1", "2")

// codeTeams walks what everybody sees of the teams.
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

// codeDeals walks what is known of what teams were dealt.
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

// brokenTeams looks for what was dealt to two teams, or to none.
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
