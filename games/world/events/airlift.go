package events

import "theriac/games/epidemic"

// Airlift takes any pawn to any city, if its owner agrees. Refused, the card
// stays where it was, and another city can be asked for.
//
// Rule: world/event/airlift.
var Airlift = epidemic.MovePawnEvent("airlift")
