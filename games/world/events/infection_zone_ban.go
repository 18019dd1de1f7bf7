package events

import "theriac/games/epidemic"

// InfectionZoneBan keeps outbreaks from setting off others, until the player whose
// turn it is begins the next one. The first outbreak of a card still happens.
//
// Rule: world/event/infection-zone-ban.
var InfectionZoneBan = &epidemic.Event{
	ID: "infection-zone-ban", Rule: "event/infection-zone-ban", Set: "lab",
	Lasts: epidemic.UntilNextTurn, StopsChains: true,
	Verb: layDown("infection-zone-ban").For(epidemic.Calms),
}
