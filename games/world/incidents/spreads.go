package incidents

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// Spreads brings one cube to each of the cities of the three bottom infection cards.
//
// Rule: world/mutation/spreads.
var Spreads = &epidemic.Event{
	ID: "mutation-spreads", Rule: "mutation/spreads", Set: "brink",
	Class: epidemic.Incident,
	Drawn: func(s *epidemic.State, _ *engine.Facts) { s.InfectBottom(3, 1) },
}
