package roles

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// ContainmentSpecialist removes a cube of each colour that has two or more of them in
// a city when the pawn comes there, whoever moves it.
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
