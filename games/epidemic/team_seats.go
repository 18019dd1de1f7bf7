package epidemic

import "theriac/engine"

// Partners returns the seats that see the same cards as a seat, including the seat itself: all seats if hands
// are open, or the two seats of a team.
func (t *Ruleset) Partners(set engine.Settings, seat engine.Seat) engine.Seats {
	switch team := t.Team(set, seat); {
	case !team.Empty():
		return team
	case t.OpenHands || set.Get("hands") == "open":
		return engine.AllSeats(set.Int("players"))
	}
	return engine.SeatsOf(seat)
}

// Team returns both seats of a seat's team, if the settings choose teams. Seats 0 and 1 are a team, then 2
// and 3, and so on.
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
