package strains

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// UncountedPopulations places one more cube in every city that has exactly one cube of the virulent disease.
//
// Rule: world/strain/uncounted-populations.
var UncountedPopulations = &epidemic.StrainCard{
	ID: "uncounted-populations", Rule: "strain/uncounted-populations", Set: "brink",
	Now: func(s *epidemic.State, _ epidemic.Disease, out *engine.Facts) { s.AddWhere(1, out) },
}
