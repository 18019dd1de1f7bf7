package lobby

import (
	"slices"

	"theriac/engine"
	"theriac/games"
)

// Team is the seats that play together with a seat against the others; none at a
// table without teams.
func (t *Table) Team(seat int) engine.Seats {
	game, ok := games.Find(t.Game)
	if !ok || seat < 0 || seat >= len(t.Seats) {
		return 0
	}
	return engine.TeamOf(game, t.Settings, engine.Seat(seat))
}

// Teams is the teams of a table, by their first seats, or none.
func (t *Table) Teams() []engine.Seats {
	var list []engine.Seats
	for i := range t.Seats {
		if team := t.Team(i); !team.Empty() && !slices.Contains(list, team) {
			list = append(list, team)
		}
	}
	return list
}

// Side is the number of the one team that some seats belong to; false where they
// belong to none, or to several.
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

// Reads says whether a person may read a team's chat: the holders of its seats now,
// and where the table lets rivals listen, the holders of any seat. Nobody else, not
// even the host.
func (a *Access) Reads(team int) bool {
	teams := a.Table.Teams()
	if a.Operator || team < 0 || team >= len(teams) {
		return false
	}
	return a.Seats&teams[team] != 0 || a.Table.Listen && !a.Seats.Empty()
}

// Left is a team of which a person gave up a seat while the game ran: they have seen
// its cards.
type Left struct {
	Person string `json:"person"`
	Team   int    `json:"team"`
}

// oneTeam keeps people on one side of a table with teams. A person alone at the table
// may take all sides, and play them; nobody sits down opposite a person who holds
// two, and nobody who has seen one team's cards joins another.
func (r *record) oneTeam(person string, at int) error {
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

// onOtherTeam says whether a person holds a seat of another team beside that one, or has
// held one.
func (r *record) onOtherTeam(person string, at, side int) bool {
	return r.Held(person).Without(engine.Seat(at))&^r.Team(at) != 0 ||
		slices.ContainsFunc(r.Left, func(l Left) bool { return l.Person == person && l.Team != side })
}

// others says whether somebody else sits at the table, leaving out one seat, or sat
// there while the game ran.
func (r *record) others(person string, at int) bool {
	for i, s := range r.Seats {
		if i != at && s.Holder != "" && s.Holder != person {
			return true
		}
	}
	return slices.ContainsFunc(r.Left, func(l Left) bool { return l.Person != person })
}

// noteLeft notes that the holder of a seat is about to give it up.
func (r *record) noteLeft(at int) {
	side, ok := r.Side(engine.SeatsOf(engine.Seat(at)))
	l := Left{r.Seats[at].Holder, side}
	if !ok || r.Status != Playing || l.Person == "" || slices.Contains(r.Left, l) {
		return
	}
	if r.Left = append(r.Left, l); len(r.Left) > MaxGuests {
		r.Left = r.Left[1:]
	}
}

// forgetLeft takes a person out of those who gave up a seat.
func (r *record) forgetLeft(person string) {
	r.Left = slices.DeleteFunc(r.Left, func(l Left) bool { return l.Person == person })
}
