package events

import "theriac/games/epidemic"

// DayAndNight takes any pawn to any city, if its owner agrees. Refused, the card
// stays where it was, and another city can be asked for.
//
// Rule: iberia/event/day-and-night.
var DayAndNight = epidemic.MovePawnEvent("day-and-night").AsWide()
