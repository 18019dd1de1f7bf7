package events

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// GovernmentGrant puts a station into any city, without a card. If all stations are on the board, the
// player moves one.
//
// Rule: world/event/government-grant.
var GovernmentGrant = &epidemic.Event{
	ID:   "government-grant",
	Rule: "event/government-grant",
	Verb: &epidemic.Verb{
		Name: "government-grant", Rule: "event/government-grant",
		List: epidemic.Plain,
		Play: func(s *epidemic.State, m engine.Move, _ *engine.Facts) {
			s.AskCity(m.Seat, m.Verb, grantWhere)
		},
		Keeps: []*engine.Kind{engine.Number, epidemic.CityKind},
		City:  &epidemic.CityChoice{Cities: grantCities, Then: grantThen, Why: grantWhy},
	},
}

// These are the two questions of a grant: where the station goes and, if all stations are on the board, which
// one moves there.
const (
	grantWhere = iota
	grantWhich
)

func grantCities(s *epidemic.State, f *epidemic.Frame) uint64 {
	if f.Arg[0] == grantWhich {
		return s.Stations
	}
	return s.Rules().Everywhere() &^ s.Stations
}

// grantWhy returns the rule that excludes a city because it already has a station.
func grantWhy(s *epidemic.State, f *epidemic.Frame, c epidemic.City) string {
	if f.Arg[0] == grantWhere && s.HasStation(c) {
		return "action/one-station"
	}
	return ""
}

func grantThen(s *epidemic.State, f epidemic.Frame, c epidemic.City, out *engine.Facts) {
	holder := s.HandWith(f.Seat, f.Verb)
	switch {
	case f.Arg[0] == grantWhich:
		s.SpendEvent(f.Seat, f.Verb, out)
		s.MoveStation(c, epidemic.City(f.Arg[1]), out)
		s.StationBuilt(f.Seat, holder, out)
	case s.StationLeft():
		s.SpendEvent(f.Seat, f.Verb, out)
		s.BuildStation(c, out, "event/government-grant")
		s.StationBuilt(f.Seat, holder, out)
	default:
		s.AskCity(f.Seat, f.Verb, grantWhich, uint8(c))
	}
}
