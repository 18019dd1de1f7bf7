package actions

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// BuildHospital discards the card of the pawn's city and builds the hospital of that city's colour there. If
// that hospital is already on the board, it is moved.
//
// Rule: iberia/action/build.
var BuildHospital = &epidemic.Verb{
	Name: "build-hospital", Rule: "action/build",
	Intent:    epidemic.Builds,
	Questions: []engine.QuestionKind{epidemic.QuestionAction}, Cost: 1, Where: epidemic.NoStation | epidemic.WithCard,
	Spends: epidemic.SpendsHere,
	Needs: []epidemic.Need{
		{Rule: "action/one-station", Holds: func(s *epidemic.State, m engine.Move) bool { return !s.HasStation(s.Pawn(m.Seat)) }},
		{Rule: "action/build", Text: "card-here", Holds: func(s *epidemic.State, m engine.Move) bool {
			hand := s.Hand(m.Seat)
			return hand.Has(epidemic.Card(s.Pawn(m.Seat)))
		}},
	},
	List: epidemic.Plain,
	Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
		here := s.Pawn(m.Seat)
		s.DiscardCard(m.Seat, epidemic.Card(here), out, "action/build")
		s.BuildOwn(here, out, "action/build", "action/hospital-moves")
		s.SpendAction()
	},
}
