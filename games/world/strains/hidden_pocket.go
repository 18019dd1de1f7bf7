package strains

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// HiddenPocket brings an eradicated strain back to those of its cities whose cards lie in the
// infection discard. Teams play without it.
//
// Rule: world/strain/hidden-pocket.
var HiddenPocket = &epidemic.StrainCard{
	ID: "hidden-pocket", Rule: "strain/hidden-pocket", Set: "brink",
	Not: epidemic.TeamMode,
	Now: func(s *epidemic.State, d epidemic.Disease, out *engine.Facts) {
		s.Return(d, out, "strain/hidden-pocket")
	},
}
