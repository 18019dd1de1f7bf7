package events

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

const reexaminedRule = "event/reexamined-research"

// ReexaminedResearch lets the player whose turn it is take a City card of the
// player discard into the hand. While the hand that helps somebody alone takes its
// action, it is that hand that gets the card.
//
// Rule: world/event/reexamined-research.
var ReexaminedResearch = &epidemic.Event{
	ID: "reexamined-research", Rule: reexaminedRule, Since: 2, Set: "brink",
	Ready: func(s *epidemic.State) bool { return s.Discard.Cities() != 0 },
	Verb: &epidemic.Verb{
		Name: "reexamined-research", Rule: reexaminedRule,
		List: epidemic.Plain,
		Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
			s.SpendEvent(m.Seat, m.Verb, out)
			s.AskCity(s.Active, m.Verb)
		},
		City: &epidemic.CityChoice{
			Cities: func(s *epidemic.State, _ *epidemic.Frame) uint64 { return s.Discard.Cities() },
			Then: func(s *epidemic.State, f epidemic.Frame, c epidemic.City, out *engine.Facts) {
				s.RecoverCard(s.Acting(f.Seat), epidemic.Card(c), out, reexaminedRule)
				s.CheckLimit()
			},
		},
	},
}
