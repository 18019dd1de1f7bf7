package incidents

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// Spreads places one mutant cube in each city of the three bottom infection cards.
//
// Rule: world/mutation/spreads.
var Spreads = &epidemic.Event{
	ID: "mutation-spreads", Rule: "mutation/spreads", Set: "brink",
	Class: epidemic.Incident,
	Drawn: func(s *epidemic.State, _ *engine.Facts) { s.InfectBottom(3, 1) },
}
