package events

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

const hospitalRule = "event/mobile-hospital"

// MobileHospital removes a cube from each city to which the active player drives or ferries this turn. The
// player chooses the colour.
//
// Rule: world/event/mobile-hospital.
var MobileHospital = &epidemic.Event{
	ID: "mobile-hospital", Rule: hospitalRule, Set: "brink",
	Ready: inActions,
	Lasts: epidemic.ThisTurn,
	Drove: func(s *epidemic.State, by engine.Seat, v engine.Verb, out *engine.Facts) {
		only, colours := epidemic.Disease(0), 0
		for d := range epidemic.Disease(len(s.Rules().Diseases)) {
			if s.CubesAt(s.Pawn(by), d) > 0 {
				only = d
				colours++
			}
		}
		switch colours {
		case 0:
		case 1:
			s.RemoveCubes(s.Pawn(by), only, 1, out, hospitalRule)
		default:
			s.AskChoice(epidemic.QuestionCube, by, v, 0)
		}
	},
	Verb: &epidemic.Verb{
		Name: "mobile-hospital", Rule: hospitalRule,
		List: epidemic.Plain,
		Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) { s.SpendEvent(m.Seat, m.Verb, out) },
		Choice: &epidemic.Choice{
			List: func(s *epidemic.State, f *epidemic.Frame, m engine.Move, dst []engine.Move) []engine.Move {
				return epidemic.AppendCubes(s, dst, m, 1<<s.Pawn(f.Seat))
			},
			Then: func(s *epidemic.State, _ epidemic.Frame, m engine.Move, out *engine.Facts) {
				s.RemoveCubes(epidemic.City(m.Arg[0]), epidemic.Disease(m.Arg[1]), 1, out, hospitalRule)
			},
		},
	},
}
