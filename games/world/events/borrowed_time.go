package events

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// BorrowedTime gives whoever is taking actions two more of them, the hand that helps
// somebody alone too. Before cards are drawn it is not too late.
//
// Rule: world/event/borrowed-time.
var BorrowedTime = &epidemic.Event{
	ID: "borrowed-time", Rule: "event/borrowed-time", Set: "brink",
	Ready: func(s *epidemic.State) bool {
		return s.InActions() || s.HelperActs() || s.BeforeDraw()
	},
	Verb: &epidemic.Verb{
		Name: "borrowed-time", Rule: "event/borrowed-time",
		List: epidemic.Plain,
		Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
			s.SpendEvent(m.Seat, m.Verb, out)
			s.PlayActions(2, out, "event/borrowed-time")
		},
	},
}
