package strains

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// UnacceptableLoss removes four cubes of the virulent disease from the supply and from the game, or all if
// there are fewer.
//
// Rule: world/strain/unacceptable-loss.
var UnacceptableLoss = &epidemic.StrainCard{
	ID: "unacceptable-loss", Rule: "strain/unacceptable-loss", Set: "brink",
	Now: func(s *epidemic.State, d epidemic.Disease, out *engine.Facts) {
		s.LoseSupply(d, 4, out, "strain/unacceptable-loss")
	},
}
