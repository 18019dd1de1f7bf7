package roles

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// ContainmentSpecialist removes cubes when her pawn arrives in a city, no matter which seat moved it. Each
// colour that has two or more cubes there loses one.
//
// Rule: world/role/containment-specialist.
var ContainmentSpecialist = &epidemic.Role{
	ID: "containment-specialist", Rule: "role/containment-specialist", Set: "brink",
	Arrives: func(s *epidemic.State, own engine.Seat, out *engine.Facts) {
		c := s.Pawn(own)
		for d := range epidemic.Disease(len(s.Rules().Diseases)) {
			if s.CubesAt(c, d) > 1 {
				s.RemoveCubes(c, d, 1, out, "role/containment-specialist")
			}
		}
	},
}
