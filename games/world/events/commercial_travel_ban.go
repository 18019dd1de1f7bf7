package events

import "theriac/games/epidemic"

// CommercialTravelBan makes the infection rate count as one, until the player whose
// turn it is begins the next one.
//
// Rule: world/event/commercial-travel-ban.
var CommercialTravelBan = &epidemic.Event{
	ID: "commercial-travel-ban", Rule: "event/commercial-travel-ban", Set: "brink",
	Lasts: epidemic.UntilNextTurn, Rate: 1,
	Verb: layDown("commercial-travel-ban").For(epidemic.Calms),
}
