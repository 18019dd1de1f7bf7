package actions

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// Train moves a pawn any distance along connected rails.
//
// Rule: iberia/action/train.
var Train = epidemic.TravelVerb(epidemic.Travel{
	Name: "train", Rule: "action/train", Questions: []engine.QuestionKind{epidemic.QuestionAction, epidemic.QuestionFree},
	Intent: epidemic.Travels,
	Needs: []epidemic.Need{{Rule: "action/train", Holds: func(s *epidemic.State, m engine.Move) bool {
		pawn, _ := s.Moving()
		return s.ByTrack(s.Pawn(pawn))>>m.Arg[0]&1 != 0
	}}},
	Cities: func(s *epidemic.State, pawn, _ engine.Seat) uint64 { return s.ByTrack(s.Pawn(pawn)) },
})
