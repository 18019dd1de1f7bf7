package events

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// OneQuietNight skips the next infection step. Epidemics still happen, and an infection step that has
// already begun is completed.
//
// Rule: world/event/one-quiet-night.
var OneQuietNight = &epidemic.Event{
	ID:   "one-quiet-night",
	Rule: "event/one-quiet-night",
	Verb: &epidemic.Verb{
		Name: "one-quiet-night", Rule: "event/one-quiet-night",
		Intent: epidemic.Skips,
		List:   epidemic.Plain,
		Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
			s.SpendEvent(m.Seat, m.Verb, out)
			s.Quiet++
		},
	},
}
