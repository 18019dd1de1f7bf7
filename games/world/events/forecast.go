package events

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

const forecastCards = 6

// Forecast shows its player the top six infection cards, or all if there are fewer. The player puts them
// back in any order.
//
// Rule: world/event/forecast.
var Forecast = &epidemic.Event{
	ID:    "forecast",
	Rule:  "event/forecast",
	Ready: func(s *epidemic.State) bool { return s.InfectionLen > 0 },
	Verb: &epidemic.Verb{
		Name: "forecast", Rule: "event/forecast",
		Intent: epidemic.Foresees,
		List:   epidemic.Plain,
		Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
			s.SpendEvent(m.Seat, m.Verb, out)
			s.LookAtTop(m.Seat, m.Verb, forecastCards, out, "event/forecast")
		},
	},
}
