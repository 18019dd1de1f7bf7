package events

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// BorrowedTime gives two more actions to the hand whose turn it is. In a solo game, that can be the helper's
// hand. The event can be played until cards are drawn.
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
