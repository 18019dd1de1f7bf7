package pharmacy

import "theriac/engine"

// coPayment makes the player who opens it return a pill.
var coPayment = Risk{
	ID: "co-payment", Rule: "card/co-payment", Copies: 1,
	Open: func(s *State, by engine.Seat, out *engine.Facts) {
		s.askReturns(engine.SeatsOf(by), out)
	},
}
