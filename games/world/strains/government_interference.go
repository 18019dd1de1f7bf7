package strains

import "theriac/games/epidemic"

// GovernmentInterference keeps a pawn from leaving a city with cubes of the virulent disease, until its player
// has treated some of them that turn.
//
// Rule: world/strain/government-interference.
var GovernmentInterference = &epidemic.StrainCard{
	ID: "government-interference", Rule: "strain/government-interference", Set: "brink",
	Holds: true,
}
