package strains

import "theriac/games/epidemic"

// SlipperySlope makes every outbreak of the virulent disease count twice.
//
// Rule: world/strain/slippery-slope.
var SlipperySlope = &epidemic.StrainCard{
	ID: "slippery-slope", Rule: "strain/slippery-slope", Set: "brink",
	Counts: 2,
}
