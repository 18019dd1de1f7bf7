package mapgame

import (
	"strings"

	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/internal/terminal/present"
)

// This file draws teams of two neighbouring seats.

func (f *presenter) teaming() bool { return f.v.Rules().Plays(epidemic.TeamMode) }

func (f *presenter) teams() int { return f.v.Rules().Players / 2 }

func (f *presenter) Then(s engine.Seat) (engine.Seat, bool) { return f.v.Rules().ActsAfter(s) }

// choosing reports whether a team is still choosing its roles. Until all have chosen, no seat has a role.
func (f *presenter) choosing() bool {
	return f.teaming() && f.v.Teams.Assigned&f.v.Teams.Settled != 1<<f.teams()-1
}

// Company returns the seats that share a screen with a seat, because they know exactly what it knows.
func (f *presenter) Company(s engine.Seat) engine.Seats {
	if f.teaming() {
		return engine.SeatsOf(s&^1, s|1)
	}
	return engine.SeatsOf(s)
}

// team returns the name of a team, made from the names of its seats.
func (f *presenter) team(n int) string {
	return f.text("team", "first", f.Seat(engine.Seat(2*n)), "second", f.Seat(engine.Seat(2*n+1)))
}

// teamSign returns the sign for a team's own station. It contains the numbers of the team's seats.
func teamSign(n int) string {
	return "⌂" + seatNumber(engine.Seat(2*n)) + "+" + seatNumber(engine.Seat(2*n+1))
}

// bases returns the signs for the teams' stations in a city.
func (f *presenter) bases(c epidemic.City) []string {
	var out []string
	for n := range f.teams() {
		if f.teaming() && f.v.Teams.Bases[n] == c {
			out = append(out, teamSign(n))
		}
	}
	return out
}

// sides returns a line for each team: the city of its station, its objective if the view knows it, and its
// awards.
func (f *presenter) sides(width int) string {
	if !f.teaming() {
		return ""
	}
	var b strings.Builder
	for n := range f.teams() {
		var parts []string
		if c := f.v.Teams.Bases[n]; c != epidemic.NoCity {
			parts = append(parts, f.text("team.base", "sign", teamSign(n), "city", f.city(c)))
		}
		offer := &f.v.Deals[n]
		switch {
		case offer.Objective != 0:
			parts = append(parts, f.objective(offer.Objective-1))
		case offer.Objectives != 0:
			for i := range f.v.Rules().Objectives {
				if offer.Objectives>>i&1 != 0 {
					parts = append(parts, f.objective(uint8(i)))
				}
			}
		default:
			parts = append(parts, f.st.Dim(f.text("objective.hidden")))
		}
		if names := f.awards(n); len(names) > 0 {
			parts = append(parts, f.text("awards", "awards", strings.Join(names, ", ")))
		}
		b.WriteString(f.st.Bold(f.team(n)) + "\n" + present.Flow(present.Indent, parts, " · ", width))
	}
	b.WriteByte('\n')
	return b.String()
}

// offer returns the roles that a seat's team is choosing from, or an empty string once it has chosen.
func (f *presenter) offer(s engine.Seat) string {
	if f.v.Teams.Assigned>>(s/2)&1 != 0 {
		return ""
	}
	var roles []string
	for i, r := range f.v.Rules().Roles {
		if f.v.Deals[s/2].Roles>>i&1 != 0 {
			roles = append(roles, present.Together(f.c.Name("role", r.ID)))
		}
	}
	return f.text("offer", "roles", strings.Join(roles, ", "))
}

// objective returns the name of an objective, and the prestige that each of its achievements gives.
func (f *presenter) objective(i uint8) string {
	o, h := f.v.Rules().Objectives[i], f.v.Rules().Honours
	values := []string{
		f.text("objective.cure", "n", int(o.Cure)), f.text("objective.eradication", "n", int(o.Eradication)),
	}
	for _, x := range []struct {
		key string
		n   uint8
		all uint8
	}{
		{"objective.station", o.Station, o.Station},
		{"objective.first-cure", o.MoreFirstCure, o.MoreFirstCure + h.FirstCure},
		{"objective.first-eradication", o.MoreFirstEradication, o.MoreFirstEradication + h.FirstEradication},
	} {
		if x.n > 0 {
			values = append(values, f.text(x.key, "n", int(x.all)))
		}
	}
	return f.text("objective", "objective", f.c.Name("objective", o.ID), "values", strings.Join(values, ", "))
}

// awards returns the names of a team's awards.
func (f *presenter) awards(team int) []string {
	var out []string
	for i, owner := range f.v.Teams.Awards {
		if int(owner) == team+1 {
			out = append(out, f.c.Name("award", f.v.Rules().Award.Text(uint8(i))))
		}
	}
	return out
}

// Ending describes how the game ended, and the result of each team.
func (f *presenter) Ending(r engine.Result) (string, []string) {
	key := "end." + r.Cause[strings.LastIndex(r.Cause, "/")+1:]
	switch {
	case f.teaming() && f.c.Has(key+".teams"):
		key += ".teams"
	case f.v.Rules().Plays(epidemic.MutationMode) && f.c.Has(key+".mutation"):
		key += ".mutation"
	}
	if !f.teaming() || r.Won == 0 {
		return f.c.Text(key), nil
	}
	var lines, won []string
	for n := range f.teams() {
		first := engine.Seat(2 * n)
		lines = append(lines, f.text("team.prestige", "team", f.team(n), "n", int(r.Points[first])))
		if r.Won.Has(first) {
			won = append(won, f.team(n))
		}
	}
	return f.c.Text(key), append(lines, f.text("team.won", "n", len(won), "teams", strings.Join(won, ", ")))
}
