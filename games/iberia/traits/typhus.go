package traits

import "theriac/games/epidemic"

// Typhus takes two actions to treat in a city with more than one of its cubes.
//
// Rule: iberia/trait/typhus.
var Typhus = &epidemic.Trait{
	ID: "typhus", Rule: "trait/typhus", Disease: "red",
	TreatCost: func(s *epidemic.State, c epidemic.City, d epidemic.Disease) uint8 {
		if s.CubesAt(c, d) > 1 {
			return 2
		}
		return 1
	},
}
