package lobby

import (
	"slices"

	"theriac/engine"
	"theriac/games"
)

// Team returns the seats in the team to which a seat belongs. It returns no seats if the table has no teams.
func (t *Table) Team(seat int) engine.Seats {
	game, ok := games.Find(t.Game)
	if !ok || seat < 0 || seat >= len(t.Seats) {
		return 0
	}
	return engine.TeamOf(game, t.Settings, engine.Seat(seat))
}

// Teams returns the teams of a table, ordered by their first seats, or nil.
func (t *Table) Teams() []engine.Seats {
	var list []engine.Seats
	for i := range t.Seats {
		if team := t.Team(i); !team.Empty() && !slices.Contains(list, team) {
			list = append(list, team)
		}
	}
	return list
}

// Side returns the number of the team to which all the given seats belong. It returns false if no team has
// all of them.
func (t *Table) Side(seats engine.Seats) (int, bool) {
	if seats.Empty() {
		return 0, false
	}
	for i, team := range t.Teams() {
		if seats&^team == 0 {
			return i, true
		}
	}
	return 0, false
}

// Reads reports whether a person may read a team's chat. People who now hold a seat in the team may. If the table
// sets Listen, so may people who hold any other seat. No one else may, not even the host.
func (a *Access) Reads(team int) bool {
	teams := a.Table.Teams()
	if a.Operator || team < 0 || team >= len(teams) {
		return false
	}
	return a.Seats&teams[team] != 0 || a.Table.Listen && !a.Seats.Empty()
}

// Left records that a person gave up a seat in a team during the game, and so has seen the team's cards.
type Left struct {
	Person string `json:"person"`
	Team   int    `json:"team"`
}

// oneTeam returns an error if the rules for teams forbid a person to take a seat. A person alone at the table may
// take seats in all teams. No one can play against a person who holds seats in two teams. No one who has seen one
// team's cards can join another team.
func (r *tableRecord) oneTeam(person string, at int) error {
	side, ok := r.Side(engine.SeatsOf(engine.Seat(at)))
	if !ok {
		return nil
	}
	if r.onOtherTeam(person, at, side) && r.others(person, at) {
		return refuse(OneTeam)
	}
	for i, s := range r.Seats {
		if i == at || s.Holder == "" || s.Holder == person {
			continue
		}
		if held := r.Held(s.Holder).Without(engine.Seat(at)); held&^r.Team(i) != 0 {
			return refuse(OneTeam)
		}
	}
	return nil
}

// onOtherTeam reports whether a person holds a seat in a team other than the given one, or gave up such a seat. It
// ignores the seat `at`.
func (r *tableRecord) onOtherTeam(person string, at, side int) bool {
	return r.Held(person).Without(engine.Seat(at))&^r.Team(at) != 0 ||
		slices.ContainsFunc(r.Left, func(l Left) bool { return l.Person == person && l.Team != side })
}

// others reports whether another person holds a seat at the table, or held one during the game. It ignores
// the seat `at`.
func (r *tableRecord) others(person string, at int) bool {
	for i, s := range r.Seats {
		if i != at && s.Holder != "" && s.Holder != person {
			return true
		}
	}
	return slices.ContainsFunc(r.Left, func(l Left) bool { return l.Person != person })
}

// noteLeft records that the holder of a seat is about to give it up.
func (r *tableRecord) noteLeft(at int) {
	side, ok := r.Side(engine.SeatsOf(engine.Seat(at)))
	l := Left{r.Seats[at].Holder, side}
	if !ok || r.Status != Playing || l.Person == "" || slices.Contains(r.Left, l) {
		return
	}
	if r.Left = append(r.Left, l); len(r.Left) > MaxGuests {
		r.Left = r.Left[1:]
	}
}

// forgetLeft removes the records that a person gave up seats.
func (r *tableRecord) forgetLeft(person string) {
	r.Left = slices.DeleteFunc(r.Left, func(l Left) bool { return l.Person == person })
}
