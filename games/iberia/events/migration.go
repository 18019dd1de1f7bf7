package events

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// Migration removes one or two cubes from the board.
//
// Rule: iberia/event/migration.
var Migration = &epidemic.Event{
	ID:    "migration",
	Rule:  migrationRule,
	Ready: (*epidemic.State).AnyCubes,
	Verb: &epidemic.Verb{
		Name: "migration", Rule: migrationRule,
		Wide: true,
		List: func(s *epidemic.State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
			if !s.AnyCubes() {
				return dst
			}
			return epidemic.Plain(s, by, v, dst)
		},
		Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
			s.SpendEvent(m.Seat, m.Verb, out)
			s.AskChoice(epidemic.QuestionCube, m.Seat, m.Verb, 0)
		},
		Choice: &epidemic.Choice{
			List: func(s *epidemic.State, _ *epidemic.Frame, m engine.Move, dst []engine.Move) []engine.Move {
				return epidemic.AppendCubes(s, dst, m, s.Rules().Everywhere())
			},
			Then: func(s *epidemic.State, f epidemic.Frame, m engine.Move, out *engine.Facts) {
				removeCube(s, m, out, migrationRule)
				if f.N == 0 && s.AnyCubes() {
					s.AskChoice(epidemic.QuestionCube, f.Seat, f.Verb, 1)
				}
			},
			Enough:  epidemic.Stop,
			AtLeast: 1,
		},
	},
}

const migrationRule = "event/migration"

func removeCube(s *epidemic.State, m engine.Move, out *engine.Facts, rule string) {
	s.RemoveCubes(epidemic.City(m.Arg[0]), epidemic.Disease(m.Arg[1]), 1, out, rule)
}
