package lab

import (
	"theriac/engine"
	"theriac/engine/enginetest"
	"theriac/examples/brimful"
)

// subject describes the game to the conformance suite.
func subject() *enginetest.Subject[brimful.State, *brimful.State] {
	return &enginetest.Subject[brimful.State, *brimful.State]{
		Game:     brimful.Game,
		Variants: brimful.Variants(),
		New:      brimful.Deal,
		Fault:    (*brimful.State).Fault,
		Redraw: func(s *brimful.State, by engine.Seats, chance *engine.Rand) brimful.State {
			v := s.Knows(by)
			return v.Position(chance)
		},
		SameView: func(a, b *brimful.State, by engine.Seats) bool { return a.Knows(by) == b.Knows(by) },
		// Scramble plays some random moves to reach a position from the middle of a game.
		Scramble: func(s *brimful.State, n func(int) int) {
			for range n(20) {
				if d := s.Decision(); !d.Over {
					list := s.AppendMoves(nil, d.Owing().First())
					s.Play(list[n(len(list))], nil)
				}
			}
		},
		Choose: func(_ *brimful.State, list []engine.Move, n func(int) int) engine.Move { return list[n(len(list))] },
	}
}
