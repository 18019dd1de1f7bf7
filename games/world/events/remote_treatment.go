package events

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

const remoteRule = "event/remote-treatment"

// RemoteTreatment removes any two cubes from the board.
//
// Rule: world/event/remote-treatment.
var RemoteTreatment = &epidemic.Event{
	ID: "remote-treatment", Rule: remoteRule, Set: "brink",
	Ready: func(s *epidemic.State) bool { return s.AnyCubes() },
	Verb: &epidemic.Verb{
		Name: "remote-treatment", Rule: remoteRule,
		Wide: true,
		List: epidemic.Plain,
		Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
			s.SpendEvent(m.Seat, m.Verb, out)
			s.AskChoice(epidemic.QuestionCube, m.Seat, m.Verb, 2)
		},
		Choice: &epidemic.Choice{
			List: func(s *epidemic.State, _ *epidemic.Frame, m engine.Move, dst []engine.Move) []engine.Move {
				return epidemic.AppendCubes(s, dst, m, s.Rules().Everywhere())
			},
			Then: func(s *epidemic.State, f epidemic.Frame, m engine.Move, out *engine.Facts) {
				s.RemoveCubes(epidemic.City(m.Arg[0]), epidemic.Disease(m.Arg[1]), 1, out, remoteRule)
				if f.N > 1 && s.AnyCubes() {
					s.AskChoice(epidemic.QuestionCube, f.Seat, f.Verb, f.N-1)
				}
			},
		},
	},
}
