package bonuses

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// ExtraShift gives its holder one more action this turn, in addition to the team's six.
//
// Rule: world/event/extra-shift.
func ExtraShift(id string) *epidemic.Event {
	const rule = "event/extra-shift"
	return &epidemic.Event{
		ID: id, Rule: rule, Set: "lab", Class: epidemic.Bonus, Kept: 1,
		Verb: &epidemic.Verb{
			Name: id, Rule: rule, Mode: epidemic.TeamMode,
			List: epidemic.Plain,
			Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
				s.SpendEvent(m.Seat, m.Verb, out)
				s.AddActions(1, out, rule)
			},
		},
	}
}
