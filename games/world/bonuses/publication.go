package bonuses

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// Publication returns a bonus card that is never played, but kept for the prestige it is worth.
//
// Rule: world/event/publication.
func Publication(id string) *epidemic.Event {
	const rule = "event/publication"
	return &epidemic.Event{
		ID: id, Rule: rule, Set: "lab", Class: epidemic.Bonus, Kept: 2,
		Verb: &epidemic.Verb{
			Name: id, Rule: rule, Mode: epidemic.TeamMode,
			Needs: []epidemic.Need{{Rule: rule, Holds: func(*epidemic.State, engine.Move) bool { return false }}},
			List: func(_ *epidemic.State, _ engine.Seat, _ engine.Verb, dst []engine.Move) []engine.Move {
				return dst
			},
			Play: func(*epidemic.State, engine.Move, *engine.Facts) {},
		},
	}
}
