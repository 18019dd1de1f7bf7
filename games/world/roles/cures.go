package roles

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// What the moves of several roles that find a cure need, as everybody's does.

// eachDisease lists a move for each disease that it can name.
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

// inPlay says that the disease that a move names is one of the game.
func inPlay(s *epidemic.State, m engine.Move) bool { return int(m.Arg[0]) < len(s.Rules().Diseases) }

func notCured(s *epidemic.State, m engine.Move) bool { return !s.IsCured(epidemic.Disease(m.Arg[0])) }

func atStation(s *epidemic.State, m engine.Move) bool {
	return s.CureHere(m.Seat, epidemic.Disease(m.Arg[0]))
}

// researched says that a laboratory, where there is one, has made the cure ready.
func researched(s *epidemic.State, m engine.Move) bool {
	return s.Researched(epidemic.Disease(m.Arg[0]))
}
