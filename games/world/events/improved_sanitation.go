package events

import "theriac/games/epidemic"

// ImprovedSanitation lets each action that treats a disease remove one cube more of
// the colour, until the player whose turn it is begins the next one. Cubes that are
// removed in other ways stay as many as they were.
//
// Rule: world/event/improved-sanitation.
var ImprovedSanitation = &epidemic.Event{
	ID: "improved-sanitation", Rule: "event/improved-sanitation", Set: "lab",
	Lasts: epidemic.UntilNextTurn, TreatsMore: 1,
	Verb: layDown("improved-sanitation"),
}
