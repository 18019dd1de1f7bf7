package events

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// SecondChance takes the card of the pawn's city from the discard into the hand.
//
// Rule: iberia/event/second-chance.
var SecondChance = &epidemic.Event{
	ID:   "second-chance",
	Rule: "event/second-chance",
	Serves: func(s *epidemic.State, seat engine.Seat) bool {
		return s.Discard.Has(epidemic.Card(s.Pawn(seat)))
	},
	Verb: &epidemic.Verb{
		Name: "second-chance", Rule: "event/second-chance",
		Needs: []epidemic.Need{{Rule: "event/second-chance", Holds: func(s *epidemic.State, m engine.Move) bool {
			return s.Discard.Has(epidemic.Card(s.Pawn(m.Seat)))
		}}},
		List: func(s *epidemic.State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
			if !s.Discard.Has(epidemic.Card(s.Pawn(by))) {
				return dst
			}
			return epidemic.Plain(s, by, v, dst)
		},
		Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
			s.SpendEvent(m.Seat, m.Verb, out)
			s.RecoverCard(m.Seat, epidemic.Card(s.Pawn(m.Seat)), out, "event/second-chance")
			s.CheckLimit()
		},
	},
}
