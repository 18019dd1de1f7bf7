package events

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// trackEvent makes an event that lays n rails on lines of a certain kind, or as many as possible.
func trackEvent(id string, n uint8, kind func(r *epidemic.Rules) [2]uint64) *epidemic.Event {
	rule := "event/" + id
	free := func(s *epidemic.State) [2]uint64 { return s.Layable(kind(s.Rules())) }
	lay := func(s *epidemic.State, by engine.Seat, v engine.Verb, left uint8, m engine.Move, out *engine.Facts) {
		s.LayTrack(epidemic.City(m.Arg[0]), epidemic.City(m.Arg[1]), out, rule)
		if left > 0 && free(s) != [2]uint64{} {
			s.AskChoice(epidemic.QuestionLine, by, v, left)
		}
	}
	return &epidemic.Event{
		ID: id, Rule: rule,
		Ready: func(s *epidemic.State) bool { return free(s) != [2]uint64{} },
		Verb: &epidemic.Verb{
			Name: id, Rule: rule, Args: []*engine.Kind{epidemic.CityKind, epidemic.CityKind}, Keeps: []*engine.Kind{},
			Wide: true,
			Needs: []epidemic.Need{{Rule: rule, Holds: func(s *epidemic.State, m engine.Move) bool {
				a, b := epidemic.City(m.Arg[0]), epidemic.City(m.Arg[1])
				l, ok := s.Rules().LineBetween(a, b)
				return ok && a < b && free(s)[l/64]>>(l%64)&1 != 0
			}}},
			List: func(s *epidemic.State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
				return epidemic.AppendLines(s, dst, engine.Move{Seat: by, Verb: v}, free(s))
			},
			Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
				s.SpendEvent(m.Seat, m.Verb, out)
				lay(s, m.Seat, m.Verb, n-1, m, out)
			},
			Choice: &epidemic.Choice{
				List: func(s *epidemic.State, _ *epidemic.Frame, m engine.Move, dst []engine.Move) []engine.Move {
					return epidemic.AppendLines(s, dst, m, free(s))
				},
				Then: func(s *epidemic.State, f epidemic.Frame, m engine.Move, out *engine.Facts) {
					lay(s, f.Seat, f.Verb, f.N-1, m, out)
				},
			},
		},
	}
}
