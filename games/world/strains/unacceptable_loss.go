package strains

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// UnacceptableLoss takes four cubes of the strain from the supply out of the game, or all there are.
//
// Rule: world/strain/unacceptable-loss.
var UnacceptableLoss = &epidemic.StrainCard{
	ID: "unacceptable-loss", Rule: "strain/unacceptable-loss", Set: "brink",
	Now: func(s *epidemic.State, d epidemic.Disease, out *engine.Facts) {
		s.LoseSupply(d, 4, out, "strain/unacceptable-loss")
	},
}
