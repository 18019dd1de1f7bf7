package pharmacy

import "theriac/engine"

// recall makes all players but the one who opens the card return a pill of their choice to the pharmacy.
var recall = Risk{
	ID: "recall", Rule: "card/recall", Copies: 1,
	Open: func(s *State, by engine.Seat, out *engine.Facts) {
		s.askReturns(s.everyone().Without(by), out)
	},
}
