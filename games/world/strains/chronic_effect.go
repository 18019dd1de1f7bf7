package strains

import "theriac/games/epidemic"

// ChronicEffect brings two cubes instead of one to a city that has none of the strain yet, when
// an infection card infects it.
//
// Rule: world/strain/chronic-effect.
var ChronicEffect = &epidemic.StrainCard{
	ID: "chronic-effect", Rule: "strain/chronic-effect", Set: "brink",
	First: 2,
}
