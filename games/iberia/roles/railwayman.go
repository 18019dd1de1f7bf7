package roles

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// Railwayman lays two adjoining rails for one action, once a turn. When he travels by train, he can take
// along a pawn from his city.
//
// Rule: iberia/role/railwayman.
var Railwayman = &epidemic.Role{
	ID:   "railwayman",
	Rule: "role/railwayman",
	Verbs: []*epidemic.Verb{
		railTwo,
		epidemic.PassengerVerb("train-with", "role/railwayman/passenger", "action/train", func(s *epidemic.State, seat engine.Seat) uint64 {
			return s.ByTrack(s.Pawn(seat))
		}),
	},
}

const railsRule = "role/railwayman/rails"

// railTwo lays two rails. Its operands are the cities at the end of the first and of the second rail.
var railTwo = &epidemic.Verb{
	Name: "rail-two", Rule: railsRule, Args: []*engine.Kind{epidemic.CityKind, epidemic.CityKind},
	Intent:    epidemic.Lays,
	Questions: []engine.QuestionKind{epidemic.QuestionAction}, Cost: 1, Once: true,
	Needs: []epidemic.Need{
		{Rule: "action/rail-limit", Holds: func(s *epidemic.State, _ engine.Move) bool { return s.TracksLeft() > 1 }},
		{Rule: railsRule, Holds: func(s *epidemic.State, m engine.Move) bool {
			here, via := s.Pawn(m.Seat), epidemic.City(m.Arg[0])
			return s.Unlaid(here)>>via&1 != 0 && beyond(s, here, via)>>m.Arg[1]&1 != 0
		}},
	},
	List: func(s *epidemic.State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		if s.TracksLeft() < 2 {
			return dst
		}
		here := s.Pawn(by)
		m := engine.Move{Seat: by, Verb: v}
		for via := range epidemic.EachCity(s.Unlaid(here)) {
			dst = epidemic.AppendPairs(dst, m, uint8(via), beyond(s, here, via))
		}
		return dst
	},
	Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
		via := epidemic.City(m.Arg[0])
		s.LayTrack(s.Pawn(m.Seat), via, out, railsRule)
		s.LayTrack(via, epidemic.City(m.Arg[1]), out, railsRule)
		s.SpendAction()
	},
}

// beyond returns the cities to which a second rail can be laid from via, if the first one runs from here to
// via.
func beyond(s *epidemic.State, here, via epidemic.City) uint64 { return s.Unlaid(via) &^ (1 << here) }
