package roles

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// Troubleshooter looks at as many infection cards as the infection rate at the beginning of her turn, without
// changing their order. For a direct flight she shows the card instead of discarding it.
//
// Rule: world/role/troubleshooter.
var Troubleshooter = &epidemic.Role{
	ID: "troubleshooter", Rule: "role/troubleshooter", Set: "brink",
	ShowsFlight: true,
	Begins: func(s *epidemic.State, own engine.Seat, out *engine.Facts) {
		s.Peek(own, s.InfectionRate(), out, "role/troubleshooter")
	},
}
