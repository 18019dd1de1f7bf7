package events

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// MildSeason makes the next infection step turn a single card, from the bottom of the deck.
//
// Rule: iberia/event/mild-season.
var MildSeason = &epidemic.Event{
	ID:   "mild-season",
	Rule: "event/mild-season",
	Verb: &epidemic.Verb{
		Name: "mild-season", Rule: "event/mild-season",
		Intent: epidemic.Calms,
		List:   epidemic.Plain,
		Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
			s.SpendEvent(m.Seat, m.Verb, out)
			s.Bottom++
		},
	},
}
