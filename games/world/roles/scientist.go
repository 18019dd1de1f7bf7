package roles

import "theriac/games/epidemic"

// Scientist needs only four cards of a colour for a cure.
//
// Rule: world/role/scientist.
var Scientist = &epidemic.Role{ID: "scientist", Rule: "role/scientist", CureWith: 4}
