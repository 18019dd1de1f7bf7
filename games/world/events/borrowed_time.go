package events

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// BorrowedTime gives whoever is taking actions two more of them, the hand that helps
// somebody alone too.
//
// Rule: world/event/borrowed-time.
var BorrowedTime = &epidemic.Event{
	ID: "borrowed-time", Rule: "event/borrowed-time", Since: 2, Set: "brink",
	Ready: func(s *epidemic.State) bool { return s.InActions() || s.Relieving() },
	Verb: &epidemic.Verb{
		Name: "borrowed-time", Rule: "event/borrowed-time",
		List: epidemic.Plain,
		Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
			s.SpendEvent(m.Seat, m.Verb, out)
			s.AddActions(2, out, "event/borrowed-time")
		},
	},
}
