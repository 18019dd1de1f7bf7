package roles

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

const (
	nearRule  = "role/field-director"
	guideRule = "role/field-director/guide"
)

// FieldDirector also treats diseases in cities next to his own. Once a turn, without an action, he moves
// another pawn along one line. That pawn must be in his city or next to it, and its owner must agree.
//
// Rule: world/role/field-director.
var FieldDirector = &epidemic.Role{
	ID: "field-director", Rule: nearRule, Set: "lab",
	Verbs: []*epidemic.Verb{treatNear, guide},
}

var treatNear = &epidemic.Verb{
	Name: "treat-near", Rule: nearRule, Args: []*engine.Kind{epidemic.CityKind, epidemic.DiseaseKind},
	Questions: []engine.QuestionKind{epidemic.QuestionAction}, Cost: 1,
	Needs: []epidemic.Need{
		{Rule: nearRule, Holds: func(s *epidemic.State, m engine.Move) bool {
			return s.Rules().Links(s.Pawn(m.Seat))>>m.Arg[0]&1 != 0
		}},
		{Rule: "action/treat", Text: "cubes-near", Holds: func(s *epidemic.State, m engine.Move) bool {
			return s.CubesAt(epidemic.City(m.Arg[0]), epidemic.Disease(m.Arg[1])) > 0
		}},
		{Rule: "action/four", Holds: affordable},
	},
	Because: func(s *epidemic.State, m engine.Move, rule string) string {
		return s.TooDear(epidemic.City(m.Arg[0]), epidemic.Disease(m.Arg[1]), rule)
	},
	List: func(s *epidemic.State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		at := len(dst)
		dst = epidemic.AppendCubes(s, dst, engine.Move{Seat: by, Verb: v}, s.Rules().Links(s.Pawn(by)))
		out := dst[:at]
		for _, m := range dst[at:] {
			if affordable(s, m) {
				out = append(out, m)
			}
		}
		return out
	},
	Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
		s.TreatAction(m.Seat, epidemic.City(m.Arg[0]), epidemic.Disease(m.Arg[1]), out, nearRule)
	},
}

func affordable(s *epidemic.State, m engine.Move) bool {
	return s.TreatCost(epidemic.City(m.Arg[0]), epidemic.Disease(m.Arg[1])) <= s.Actions
}

// near reports whether another pawn is in the city of a seat's pawn or next to it.
func near(s *epidemic.State, by, pawn engine.Seat) bool {
	if pawn == by || int(pawn) >= s.Rules().Players {
		return false
	}
	here, there := s.Pawn(by), s.Pawn(pawn)
	return here == there || s.Rules().Links(here)>>there&1 != 0
}

var guide = &epidemic.Verb{
	Name: "guide", Rule: guideRule, Args: []*engine.Kind{engine.SeatKind, epidemic.CityKind},
	Questions: []engine.QuestionKind{epidemic.QuestionAction}, Once: true,
	Needs: []epidemic.Need{
		{Rule: guideRule, Text: "nobody-near", Holds: func(s *epidemic.State, m engine.Move) bool { return near(s, m.Seat, pawnOf(m)) }},
		{Rule: "role/field-director/unguided", Holds: func(s *epidemic.State, m engine.Move) bool {
			return !s.Role(pawnOf(m)).Unguided
		}},
		epidemic.MayLeave(epidemic.NamedPawn),
		{Rule: "action/drive", Text: "far", Holds: func(s *epidemic.State, m engine.Move) bool {
			return s.Rules().Links(s.Pawn(pawnOf(m)))>>m.Arg[1]&1 != 0
		}},
		{Rule: "consent/refused", Holds: epidemic.NotRefused},
	},
	List: func(s *epidemic.State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		m := engine.Move{Seat: by, Verb: v}
		for pawn := range engine.Seat(s.Rules().Players) {
			if !near(s, by, pawn) || s.Role(pawn).Unguided || s.Pinned(pawn) {
				continue
			}
			m.Arg[0] = uint8(pawn)
			for c := range epidemic.EachCity(s.Rules().Links(s.Pawn(pawn))) {
				if m.Arg[1] = uint8(c); epidemic.NotRefused(s, m) {
					dst = append(dst, m)
				}
			}
		}
		return dst
	},
	Asks: func(_ *epidemic.State, m engine.Move) (engine.Seat, bool) { return pawnOf(m), true },
	Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
		s.MovePawn(pawnOf(m), epidemic.City(m.Arg[1]), out, guideRule)
	},
}
