package pharmacy

import "theriac/engine"

// coPayment makes the player who opens the card return a pill to the pharmacy.
var coPayment = Risk{
	ID: "co-payment", Rule: "card/co-payment", Copies: 1,
	Open: func(s *State, by engine.Seat, out *engine.Facts) {
		s.askReturns(engine.SeatsOf(by), out)
	},
}
