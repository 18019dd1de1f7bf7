package traits

import "theriac/games/epidemic"

// Malaria brings two cubes in the infection step to a city that had none of it.
//
// Rule: iberia/trait/malaria.
var Malaria = &epidemic.Trait{
	ID: "malaria", Rule: "trait/malaria", Disease: "black",
	Places: func(s *epidemic.State, c epidemic.City, d epidemic.Disease) uint8 {
		if s.CubesAt(c, d) == 0 {
			return 2
		}
		return 1
	},
}
