package incidents

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// Threatens places three mutant cubes in the city of the bottom infection card.
//
// Rule: world/mutation/threatens.
var Threatens = &epidemic.Event{
	ID: "mutation-threatens", Rule: "mutation/threatens", Set: "brink",
	Class: epidemic.Incident,
	Drawn: func(s *epidemic.State, _ *engine.Facts) { s.InfectBottom(1, 3) },
}
