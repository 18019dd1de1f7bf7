package events

import "theriac/games/epidemic"

// ImprovedSanitation makes each treat action remove one more cube of the colour, until the next turn of the
// active player begins. Cubes removed in other ways are not affected.
//
// Rule: world/event/improved-sanitation.
var ImprovedSanitation = &epidemic.Event{
	ID: "improved-sanitation", Rule: "event/improved-sanitation", Set: "lab",
	Lasts: epidemic.UntilNextTurn, TreatsMore: 1,
	Verb: layDown("improved-sanitation"),
}
