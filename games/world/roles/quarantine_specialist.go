package roles

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// QuarantineSpecialist prevents cubes of every colour, and so outbreaks, in her city and its neighbours. She
// has no effect during the set-up.
//
// Rule: world/role/quarantine-specialist.
var QuarantineSpecialist = &epidemic.Role{
	ID:   "quarantine-specialist",
	Rule: "role/quarantine-specialist",
	Blocks: func(s *epidemic.State, own engine.Seat, c epidemic.City, _ epidemic.Disease) bool {
		here := s.Pawn(own)
		return here == c || s.Rules().Links(here)>>c&1 != 0
	},
}
