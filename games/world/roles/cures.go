package roles

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// The functions in this file state conditions that the ordinary cure and the special cures of several roles
// have in common.

// eachDisease returns a function that lists a move for each disease that meets the condition holds.
func eachDisease(holds func(s *epidemic.State, m engine.Move) bool) func(*epidemic.State, engine.Seat, engine.Verb, []engine.Move) []engine.Move {
	return func(s *epidemic.State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		m := engine.Move{Seat: by, Verb: v}
		for d := range uint8(len(s.Rules().Diseases)) {
			if m.Arg[0] = d; holds(s, m) {
				dst = append(dst, m)
			}
		}
		return dst
	}
}

// inPlay reports whether the disease that a move names is in play at this table.
func inPlay(s *epidemic.State, m engine.Move) bool { return int(m.Arg[0]) < len(s.Rules().Diseases) }

func notCured(s *epidemic.State, m engine.Move) bool { return !s.IsCured(epidemic.Disease(m.Arg[0])) }

func atStation(s *epidemic.State, m engine.Move) bool {
	return s.CureHere(m.Seat, epidemic.Disease(m.Arg[0]))
}

// researched reports whether the cure has been prepared in the laboratory. It is always true at a table without
// one.
func researched(s *epidemic.State, m engine.Move) bool {
	return s.Researched(epidemic.Disease(m.Arg[0]))
}
