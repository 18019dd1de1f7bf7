package events

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// OneMoreDay gives the active player two more actions. It is played during the actions or immediately after
// them.
//
// Rule: iberia/event/one-more-day.
var OneMoreDay = &epidemic.Event{
	ID:    "one-more-day",
	Rule:  "event/one-more-day",
	Ready: func(s *epidemic.State) bool { return s.InActions() || s.BeforeDraw() },
	Verb: &epidemic.Verb{
		Name: "one-more-day", Rule: "event/one-more-day",
		List: epidemic.Plain,
		Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
			s.SpendEvent(m.Seat, m.Verb, out)
			s.PlayActions(2, out, "event/one-more-day")
		},
	},
}
