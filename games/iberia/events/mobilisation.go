package events

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// Mobilisation gives every player a free move of their own pawn, beginning with the active player.
//
// Rule: iberia/event/mobilisation.
var Mobilisation = &epidemic.Event{
	ID:   "mobilisation",
	Rule: "event/mobilisation",
	Verb: &epidemic.Verb{
		Name: "mobilisation", Rule: "event/mobilisation",
		Wide: true,
		List: epidemic.Plain,
		Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
			s.SpendEvent(m.Seat, m.Verb, out)
			s.EveryoneMoves(m.Verb)
		},
	},
}
