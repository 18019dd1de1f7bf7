package pharmacy

import "theriac/engine"

// jab is an injection for the player who opens the card.
var jab = Risk{
	ID: "jab", Rule: "card/jab", Copies: 3,
	Open: func(s *State, by engine.Seat, out *engine.Facts) {
		out.Add(factInjectionGot, "card/jab", uint8(by))
		s.giveInjection(by, out)
	},
}
