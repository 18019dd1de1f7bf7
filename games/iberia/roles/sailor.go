package roles

import (
	"theriac/games/epidemic"
	"theriac/games/iberia/actions"
)

// Sailor needs no card to travel by ship, and can take along a pawn from his port.
//
// Rule: iberia/role/sailor.
var Sailor = &epidemic.Role{
	ID:    "sailor",
	Rule:  "role/sailor",
	Marks: actions.SailsFree,
	Verbs: []*epidemic.Verb{epidemic.PassengerVerb("sail-with", "role/sailor/passenger", "action/ports", actions.Harbours)},
}
