package strains

import "theriac/games/epidemic"

// HighlyContagious makes an outbreak of the strain that no other has set off bring two cubes to
// every city that it reaches.
//
// Rule: world/strain/highly-contagious.
var HighlyContagious = &epidemic.StrainCard{
	ID: "highly-contagious", Rule: "strain/highly-contagious", Set: "lab",
	Reaches: 2,
}
