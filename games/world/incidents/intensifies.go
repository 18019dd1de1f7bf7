package incidents

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// Intensifies places one mutant cube in every city that has exactly two of them.
//
// Rule: world/mutation/intensifies.
var Intensifies = &epidemic.Event{
	ID: "mutation-intensifies", Rule: "mutation/intensifies", Set: "brink",
	Class: epidemic.Incident,
	Drawn: func(s *epidemic.State, out *engine.Facts) { s.InfectWhere(2, out) },
}
