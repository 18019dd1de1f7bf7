package events

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// GovernmentGrant puts a station into any city, without a card. With all of
// them out, one is moved.
//
// Rule: world/event/government-grant.
var GovernmentGrant = &epidemic.Event{
	ID:   "government-grant",
	Rule: "event/government-grant",
	Verb: &epidemic.Verb{
		Name: "government-grant", Rule: "event/government-grant", Args: []*engine.Kind{epidemic.CityKind},
		Needs: []epidemic.Need{{Rule: "action/one-station", Holds: func(s *epidemic.State, m engine.Move) bool {
			return !s.HasStation(epidemic.City(m.Arg[0]))
		}}},
		List: func(s *epidemic.State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
			return epidemic.AppendCities(dst, by, v, s.Rules().Everywhere()&^s.Stations)
		},
		Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
			if !s.StationLeft() {
				s.AskCity(m.Seat, m.Verb, m.Arg[0])
				return
			}
			s.SpendEvent(m.Seat, m.Verb, out)
			s.BuildStation(epidemic.City(m.Arg[0]), out, "event/government-grant")
		},
		// The further question is for the station to move.
		City: &epidemic.CityChoice{
			Cities: func(s *epidemic.State, _ *epidemic.Frame) uint64 { return s.Stations },
			Then: func(s *epidemic.State, f epidemic.Frame, from epidemic.City, out *engine.Facts) {
				s.SpendEvent(f.Seat, f.Verb, out)
				s.MoveStation(from, epidemic.City(f.Arg[0]), out)
			},
		},
	},
}
