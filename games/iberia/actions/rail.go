package actions

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// Rail lays a rail on a line that begins at the pawn's city.
//
// Rule: iberia/action/rail.
var Rail = &epidemic.Verb{
	Name: "rail", Rule: "action/rail", Args: []*engine.Kind{epidemic.CityKind},
	Intent:    epidemic.Lays,
	Questions: []engine.QuestionKind{epidemic.QuestionAction}, Cost: 1,
	Needs: append([]epidemic.Need{{Rule: "action/rail-limit", Holds: func(s *epidemic.State, _ engine.Move) bool { return s.TracksLeft() > 0 }}},
		layable(func(s *epidemic.State, m engine.Move) (a, b epidemic.City) {
			return s.Pawn(m.Seat), epidemic.City(m.Arg[0])
		})...),
	List: func(s *epidemic.State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		if s.TracksLeft() <= 0 {
			return dst
		}
		return epidemic.AppendCities(dst, by, v, s.Unlaid(s.Pawn(by)))
	},
	Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
		s.LayTrack(s.Pawn(m.Seat), epidemic.City(m.Arg[0]), out, "action/rail")
		s.SpendAction()
	},
}

// layable returns the conditions for laying a rail. The function line returns the two cities that a move
// connects.
func layable(line func(s *epidemic.State, m engine.Move) (a, b epidemic.City)) []epidemic.Need {
	between := func(s *epidemic.State, m engine.Move) (epidemic.Line, bool) {
		a, b := line(s, m)
		return s.Rules().LineBetween(a, b)
	}
	return []epidemic.Need{
		{Rule: "action/rail", Holds: func(s *epidemic.State, m engine.Move) bool { _, ok := between(s, m); return ok }},
		{Rule: "action/rail-dotted", Holds: func(s *epidemic.State, m engine.Move) bool {
			l, _ := between(s, m)
			return s.Rules().CarriesTracks(l)
		}},
		{Rule: "action/rail-once", Holds: func(s *epidemic.State, m engine.Move) bool { l, _ := between(s, m); return !s.HasTrack(l) }},
	}
}
