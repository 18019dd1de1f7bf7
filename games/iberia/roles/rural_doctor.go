package roles

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// RuralDoctor removes a second cube when he treats, from his own city or from any city that borders one of
// its regions.
//
// Rule: iberia/role/rural-doctor.
var RuralDoctor = &epidemic.Role{
	ID:    "rural-doctor",
	Rule:  "role/rural-doctor",
	Verbs: []*epidemic.Verb{alsoTreat},
	Treated: func(s *epidemic.State, own engine.Seat, _ *engine.Facts) {
		if s.Infected(s.Rules().Around(s.Pawn(own))) != 0 {
			v, _ := s.Rules().Vocabulary().Verb("also-treat")
			s.AskChoice(epidemic.QuestionCube, own, v, 0)
		}
	},
}

// alsoTreat asks for the second cube that the RuralDoctor removes.
var alsoTreat = epidemic.Question("also-treat", "role/rural-doctor/treat", nil, &epidemic.Choice{
	List: func(s *epidemic.State, f *epidemic.Frame, m engine.Move, dst []engine.Move) []engine.Move {
		return epidemic.AppendCubes(s, dst, m, s.Rules().Around(s.Pawn(f.Seat)))
	},
	Then: func(s *epidemic.State, _ epidemic.Frame, m engine.Move, out *engine.Facts) {
		s.RemoveCubes(epidemic.City(m.Arg[0]), epidemic.Disease(m.Arg[1]), 1, out, "role/rural-doctor/treat")
	},
	Enough: epidemic.Stop,
})
