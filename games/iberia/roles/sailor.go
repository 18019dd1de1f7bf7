package roles

import (
	"theriac/games/epidemic"
	"theriac/games/iberia/actions"
)

// Sailor needs no card to go by ship, and takes a pawn of his port along.
//
// Rule: iberia/role/sailor.
var Sailor = &epidemic.Role{
	ID:    "sailor",
	Rule:  "role/sailor",
	Marks: actions.SailsFree,
	Verbs: []*epidemic.Verb{epidemic.PassengerVerb("sail-with", "role/sailor/passenger", "action/ports", actions.Harbours)},
}
