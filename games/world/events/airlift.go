package events

import "theriac/games/epidemic"

// Airlift moves any pawn to any city, if the pawn's owner agrees. If the owner refuses, the player keeps the
// card and can ask about another city.
//
// Rule: world/event/airlift.
var Airlift = epidemic.MovePawnEvent("airlift")
