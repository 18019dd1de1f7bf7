package events

import "theriac/games/epidemic"

// InfectionZoneBan prevents outbreaks from causing further outbreaks, until the next turn of the active player
// begins. The first outbreak of each infection card still happens.
//
// Rule: world/event/infection-zone-ban.
var InfectionZoneBan = &epidemic.Event{
	ID: "infection-zone-ban", Rule: "event/infection-zone-ban", Set: "lab",
	Lasts: epidemic.UntilNextTurn, StopsChains: true,
	Verb: layDown("infection-zone-ban").For(epidemic.Calms),
}
