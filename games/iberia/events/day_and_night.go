package events

import "theriac/games/epidemic"

// DayAndNight moves any pawn to any city, if the pawn's owner agrees. If the owner refuses, the player keeps
// the card and can ask about another city.
//
// Rule: iberia/event/day-and-night.
var DayAndNight = epidemic.MovePawnEvent("day-and-night").AsWide()
