package pharmacy

import "theriac/engine"

// plagueTwo is a virus that stays with the player who opens the card.
var plagueTwo = Risk{
	ID: "plague-2", Rule: "card/plague-2", Copies: 3, Value: 2,
	Open: func(s *State, by engine.Seat, out *engine.Facts) {
		s.placeVirus(by, s.Open, "card/plague-2", out)
		s.endTurn(out)
	},
}
