package strains

import "theriac/games/epidemic"

// ChronicEffect makes an infection card place two cubes instead of one in a city that has no cube of the
// virulent disease.
//
// Rule: world/strain/chronic-effect.
var ChronicEffect = &epidemic.StrainCard{
	ID: "chronic-effect", Rule: "strain/chronic-effect", Set: "brink",
	First: 2,
}
