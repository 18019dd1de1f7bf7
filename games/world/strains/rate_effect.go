package strains

import "theriac/games/epidemic"

// RateEffect makes an infection step turn one more card if one of its cards was a city of the virulent disease.
//
// Rule: world/strain/rate-effect.
var RateEffect = &epidemic.StrainCard{
	ID: "rate-effect", Rule: "strain/rate-effect", Set: "brink",
	More: 1,
}
