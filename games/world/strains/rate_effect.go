package strains

import "theriac/games/epidemic"

// RateEffect makes an infection step that turns a card of the strain turn one card more.
//
// Rule: world/strain/rate-effect.
var RateEffect = &epidemic.StrainCard{
	ID: "rate-effect", Rule: "strain/rate-effect", Set: "brink",
	More: 1,
}
