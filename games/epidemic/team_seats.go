package epidemic

import "theriac/engine"

// Partners is the seats that see all that a seat sees: everybody where hands lie open, the
// team where there are teams, the seat alone otherwise.
func (t *Ruleset) Partners(set engine.Settings, seat engine.Seat) engine.Seats {
	switch team := t.Team(set, seat); {
	case !team.Empty():
		return team
	case t.OpenHands || set.Get("hands") == "open":
		return engine.AllSeats(set.Int("players"))
	}
	return engine.SeatsOf(seat)
}

// Team is the two seats that play together, where the settings choose teams: the
// first two, the next two, and so on.
func (t *Ruleset) Team(set engine.Settings, seat engine.Seat) engine.Seats {
	if int(seat) >= set.Int("players") {
		return 0
	}
	for _, o := range t.Modes {
		if o.Mode.Has(TeamMode) && set.Get(o.Option) == o.Value {
			first := seat &^ 1
			return engine.SeatsOf(first, first+1)
		}
	}
	return 0
}
