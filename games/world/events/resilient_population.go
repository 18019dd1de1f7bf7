package events

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// ResilientPopulation removes one card in the infection discard from the game. It can also be played
// between the infection and the intensification of an epidemic.
//
// Rule: world/event/resilient-population.
var ResilientPopulation = &epidemic.Event{
	ID:              "resilient-population",
	Rule:            "event/resilient-population",
	BeforeIntensify: true,
	Ready:           func(s *epidemic.State) bool { return s.InfectionDiscard != 0 },
	Verb: &epidemic.Verb{
		Name: "resilient-population", Rule: "event/resilient-population", Args: []*engine.Kind{epidemic.InfectionKind},
		Intent: epidemic.Immunises,
		Needs: []epidemic.Need{{Rule: "event/resilient-population", Holds: func(s *epidemic.State, m engine.Move) bool {
			return s.InfectionDiscard>>m.Arg[0]&1 != 0
		}}},
		List: func(s *epidemic.State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
			return epidemic.AppendCities(dst, by, v, s.InfectionDiscard)
		},
		Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
			s.SpendEvent(m.Seat, m.Verb, out)
			s.RemoveInfection(epidemic.City(m.Arg[0]), out, "event/resilient-population")
		},
	},
}
