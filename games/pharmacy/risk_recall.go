package pharmacy

import "theriac/engine"

// recall makes everybody else return a pill of their choice.
var recall = Risk{
	ID: "recall", Rule: "card/recall", Copies: 1,
	Open: func(s *State, by engine.Seat, out *engine.Facts) {
		s.askReturns(s.everyone().Without(by), out)
	},
}
