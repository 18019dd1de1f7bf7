package traits

import "theriac/games/epidemic"

// Malaria places two cubes instead of one in the infection step if the city has no cube of malaria yet.
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
