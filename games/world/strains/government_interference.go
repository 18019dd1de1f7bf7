package strains

import "theriac/games/epidemic"

// GovernmentInterference keeps a pawn in a city that has the strain until its seat has treated some of
// it there in its turn.
//
// Rule: world/strain/government-interference.
var GovernmentInterference = &epidemic.StrainCard{
	ID: "government-interference", Rule: "strain/government-interference", Set: "brink",
	Holds: true,
}
