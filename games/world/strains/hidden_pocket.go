package strains

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// HiddenPocket brings the virulent disease back if it has been eradicated. Cubes appear in those of its cities
// whose cards are in the infection discard. Teams play without this card.
//
// Rule: world/strain/hidden-pocket.
var HiddenPocket = &epidemic.StrainCard{
	ID: "hidden-pocket", Rule: "strain/hidden-pocket", Set: "brink",
	Not: epidemic.TeamMode,
	Now: func(s *epidemic.State, d epidemic.Disease, out *engine.Facts) {
		s.Return(d, out, "strain/hidden-pocket")
	},
}
