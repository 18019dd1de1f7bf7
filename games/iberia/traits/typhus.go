package traits

import "theriac/games/epidemic"

// Typhus takes two actions to treat where there is more than one cube of it.
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
