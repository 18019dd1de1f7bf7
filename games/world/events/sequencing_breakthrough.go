package events

import "theriac/games/epidemic"

// SequencingBreakthrough spares the next cure one card, whoever finds it.
//
// Rule: world/event/sequencing-breakthrough.
var SequencingBreakthrough = &epidemic.Event{
	ID: "sequencing-breakthrough", Rule: "event/sequencing-breakthrough", Set: "lab",
	Lasts: epidemic.UntilUsed, CureLess: 1,
	Verb: layDown("sequencing-breakthrough"),
}
