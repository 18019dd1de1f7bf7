package events

import "theriac/games/epidemic"

// CommercialTravelBan sets the infection rate to one until the next turn of the active player begins.
//
// Rule: world/event/commercial-travel-ban.
var CommercialTravelBan = &epidemic.Event{
	ID: "commercial-travel-ban", Rule: "event/commercial-travel-ban", Set: "brink",
	Lasts: epidemic.UntilNextTurn, Rate: 1,
	Verb: layDown("commercial-travel-ban").For(epidemic.Calms),
}
