package roles

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// Medic treats all cubes of a colour together. If a disease is cured, its cubes are removed from the city of
// his pawn, and none are placed there.
//
// Rule: world/role/medic.
var Medic = &epidemic.Role{
	ID:       "medic",
	Rule:     "role/medic",
	TreatAll: true,
	Stands: func(s *epidemic.State, own engine.Seat, out *engine.Facts) {
		c := s.Pawn(own)
		for d := range epidemic.Disease(len(s.Rules().Diseases)) {
			if n := s.CubesAt(c, d); n > 0 && s.IsCured(d) {
				s.RemoveCubes(c, d, n, out, "role/medic/clean")
			}
		}
	},
	Blocks: func(s *epidemic.State, own engine.Seat, c epidemic.City, d epidemic.Disease) bool {
		return s.Pawn(own) == c && s.IsCured(d)
	},
}
