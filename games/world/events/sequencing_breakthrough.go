package events

import "theriac/games/epidemic"

// SequencingBreakthrough makes the next cure take one card less, no matter which seat finds it.
//
// Rule: world/event/sequencing-breakthrough.
var SequencingBreakthrough = &epidemic.Event{
	ID: "sequencing-breakthrough", Rule: "event/sequencing-breakthrough", Set: "lab",
	Lasts: epidemic.UntilUsed, CureLess: 1,
	Verb: layDown("sequencing-breakthrough"),
}
