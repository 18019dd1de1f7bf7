package strains

import "theriac/games/epidemic"

// HighlyContagious makes an outbreak of the virulent disease place two cubes in every city that it reaches,
// unless another outbreak caused it.
//
// Rule: world/strain/highly-contagious.
var HighlyContagious = &epidemic.StrainCard{
	ID: "highly-contagious", Rule: "strain/highly-contagious", Set: "lab",
	Reaches: 2,
}
