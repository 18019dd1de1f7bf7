package roles

import (
	"math/bits"

	"theriac/engine"
	"theriac/games/epidemic"
)

// Nurse has a prevention token in a region that borders her city. She moves it whenever her pawn moves, no
// matter which seat moves the pawn. No cubes are placed in the cities around that region.
//
// Rule: iberia/role/nurse.
var Nurse = &epidemic.Role{
	ID:    "nurse",
	Rule:  "role/nurse",
	Verbs: []*epidemic.Verb{shield},
	Arrives: func(s *epidemic.State, own engine.Seat, out *engine.Facts) {
		beside := s.Rules().RegionsOf(s.Pawn(own))
		if beside&(beside-1) == 0 {
			place(s, own, epidemic.Region(bits.TrailingZeros64(beside)), out)
			return
		}
		v, _ := s.Rules().Vocabulary().Verb("shield")
		s.AskChoice(epidemic.QuestionRegion, own, v, 0)
	},
	Blocks: func(s *epidemic.State, _ engine.Seat, c epidemic.City, _ epidemic.Disease) bool {
		return s.Rules().RegionsOf(c)>>s.Shield&1 != 0
	},
}

// shield asks in which region the Nurse's token goes.
var shield = epidemic.Question("shield", "role/nurse/shield", nil, &epidemic.Choice{
	List: func(s *epidemic.State, f *epidemic.Frame, m engine.Move, dst []engine.Move) []engine.Move {
		return epidemic.AppendRegions(dst, m, s.Rules().RegionsOf(s.Pawn(f.Seat)))
	},
	Prefers: func(s *epidemic.State, m engine.Move) bool { return epidemic.Region(m.Arg[0]) == s.Shield },
	Then: func(s *epidemic.State, f epidemic.Frame, m engine.Move, out *engine.Facts) {
		place(s, f.Seat, epidemic.Region(m.Arg[0]), out)
	},
})

func place(s *epidemic.State, own engine.Seat, r epidemic.Region, out *engine.Facts) {
	s.Shield = r
	out.Add(epidemic.FactShieldPlaced, "role/nurse/shield", uint8(own), uint8(r))
}
