package roles

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// OperationsExpert builds stations without a card. Once a turn he flies from a station to any city by
// discarding any city card. Another seat that moves his pawn cannot use that flight.
//
// Rule: world/role/operations-expert.
var OperationsExpert = &epidemic.Role{
	ID:        "operations-expert",
	Rule:      "role/operations-expert",
	BuildFree: true,
	Verbs:     []*epidemic.Verb{specialFlight},
}

const flightRule = "role/operations-expert/flight"

// specialFlight is the move that names the card to discard. The seat is then asked for the destination.
var specialFlight = &epidemic.Verb{
	Name: "special-flight", Rule: flightRule, Args: []*engine.Kind{epidemic.CardKind},
	Intent:    epidemic.Detours,
	Questions: []engine.QuestionKind{epidemic.QuestionAction}, Cost: 1, Once: true, Where: epidemic.AtStation,
	Spends: epidemic.SpendsOperand,
	Needs: []epidemic.Need{
		epidemic.MayLeave(epidemic.OwnPawn),
		{Rule: flightRule, Text: "station-here", Why: func(s *epidemic.State, m engine.Move) string { return s.NoStation(m.Seat, s.Pawn(m.Seat), flightRule) }},
		{Rule: "hand/own", Any: "city-cards", Holds: func(s *epidemic.State, m engine.Move) bool {
			hand := s.Hand(m.Seat)
			return epidemic.Card(m.Arg[0]).IsCity() && hand.Has(epidemic.Card(m.Arg[0]))
		}},
	},
	List: func(s *epidemic.State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		if s.Pinned(by) {
			return dst
		}
		hand := s.Hand(by)
		return epidemic.AppendCities(dst, by, v, hand.Cities())
	},
	Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
		s.DiscardCard(m.Seat, epidemic.Card(m.Arg[0]), out, flightRule)
		s.AskCity(m.Seat, m.Verb, m.Arg[0])
	},
	City: &epidemic.CityChoice{
		Cities: func(s *epidemic.State, f *epidemic.Frame) uint64 {
			return s.Rules().Everywhere() &^ (1 << s.Pawn(f.Seat))
		},
		Then: func(s *epidemic.State, f epidemic.Frame, c epidemic.City, out *engine.Facts) {
			s.MovePawn(f.Seat, c, out, flightRule)
			s.SpendAction()
		},
	},
}
