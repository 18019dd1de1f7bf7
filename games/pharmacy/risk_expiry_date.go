package pharmacy

import "theriac/engine"

// expiryDate makes both neighbours of the player who opens the card return a pill of their choice to the
// pharmacy.
var expiryDate = Risk{
	ID: "expiry-date", Rule: "card/expiry-date", Copies: 1,
	Open: func(s *State, by engine.Seat, out *engine.Facts) {
		s.askReturns(engine.SeatsOf(s.rules.left(by), s.rules.right(by)), out)
	},
}
