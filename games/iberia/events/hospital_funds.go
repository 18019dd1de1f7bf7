package events

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// HospitalFunds builds a hospital in a city of its colour, or moves it there.
//
// Rule: iberia/event/hospital-funds.
var HospitalFunds = &epidemic.Event{
	ID:   "hospital-funds",
	Rule: fundsRule,
	Verb: &epidemic.Verb{
		Name: "hospital-funds", Rule: fundsRule, Args: []*engine.Kind{epidemic.CityKind},
		Wide: true,
		Needs: []epidemic.Need{{Rule: "action/one-station", Holds: func(s *epidemic.State, m engine.Move) bool {
			return !s.HasStation(epidemic.City(m.Arg[0]))
		}}},
		List: func(s *epidemic.State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
			return epidemic.AppendCities(dst, by, v, s.Rules().Everywhere()&^s.Stations)
		},
		Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
			s.SpendEvent(m.Seat, m.Verb, out)
			s.BuildOwn(epidemic.City(m.Arg[0]), out, fundsRule, fundsRule)
		},
	},
}

const fundsRule = "event/hospital-funds"
