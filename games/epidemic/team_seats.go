package epidemic

import "theriac/engine"

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
