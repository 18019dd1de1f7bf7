package roles

import "theriac/games/epidemic"

// Generalist has five actions a turn.
//
// Rule: world/role/generalist.
var Generalist = &epidemic.Role{
	ID: "generalist", Rule: "role/generalist", Set: "brink",
	MoreActions: 1,
}
