package roles

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// Dispatcher moves another pawn as if it were his own, and pays with his own cards. He also brings any pawn to
// a city with another pawn. He cannot take other actions with that pawn, or use its role's special ways to
// move. The pawn's owner must agree.
//
// Rule: world/role/dispatcher.
var Dispatcher = &epidemic.Role{
	ID:    "dispatcher",
	Rule:  "role/dispatcher",
	Not:   epidemic.SoloMode,
	Verbs: []*epidemic.Verb{dispatch, join},
}

// gathering returns the cities to which a pawn can be brought because another pawn is there.
func gathering(s *epidemic.State, pawn engine.Seat) uint64 {
	var set uint64
	for seat := range engine.Seat(s.Rules().Players) {
		set |= 1 << s.Pawn(seat)
	}
	return set &^ (1 << s.Pawn(pawn))
}

func atTable(s *epidemic.State, m engine.Move) bool { return int(pawnOf(m)) < s.Rules().Players }

func canMove(s *epidemic.State, m engine.Move) bool { return s.CanSteer(m.Seat, pawnOf(m)) }

// dispatch is the move that names a pawn. The Dispatcher is then asked where it moves.
var dispatch = &epidemic.Verb{
	Name: "dispatch", Rule: "role/dispatcher", Args: []*engine.Kind{engine.SeatKind},
	Questions: []engine.QuestionKind{epidemic.QuestionAction}, Cost: 1,
	Needs: []epidemic.Need{
		{Rule: "role/dispatcher", Holds: atTable},
		epidemic.MayLeave(epidemic.NamedPawn),
		{Rule: "role/dispatcher/join", Holds: func(s *epidemic.State, m engine.Move) bool { return pawnOf(m) != m.Seat || canMove(s, m) }},
		{Rule: "consent/refused", Holds: canMove},
	},
	List: func(s *epidemic.State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		for pawn := range uint8(s.Rules().Players) {
			m := engine.Move{Seat: by, Verb: v, Arg: [engine.Operands]uint8{pawn}}
			if canMove(s, m) {
				dst = append(dst, m)
			}
		}
		return dst
	},
	Play: func(s *epidemic.State, m engine.Move, _ *engine.Facts) {
		s.Steer(m.Seat, pawnOf(m), m.Verb)
	},
}

// join brings the pawn that was named to a city with another pawn.
var join = epidemic.TravelVerb(epidemic.Travel{
	Name: "join", Rule: "role/dispatcher/join", Questions: []engine.QuestionKind{epidemic.QuestionSteer},
	Needs: []epidemic.Need{{Rule: "role/dispatcher/join", Holds: func(s *epidemic.State, m engine.Move) bool {
		return gathering(s, s.Steered())>>m.Arg[0]&1 != 0
	}}},
	Cities: func(s *epidemic.State, pawn, _ engine.Seat) uint64 { return gathering(s, pawn) },
})
