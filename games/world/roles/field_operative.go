package roles

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

const (
	sampleRule = "role/field-operative"
	// A cure can use this number of samples, which replace the given number of cards.
	cureSamples  = 3
	insteadCards = 2
)

// FieldOperative moves a cube from his city to the role card, once a turn and as an action. Three of these
// samples replace two cards of a cure. He may return samples to the supply.
//
// Rule: world/role/field-operative.
var FieldOperative = &epidemic.Role{
	ID: "field-operative", Rule: sampleRule, Set: "brink", Not: epidemic.LabMode,
	KeepsSamples: true,
	Verbs:        []*epidemic.Verb{collect, cureWithSamples, giveBack},
}

func cubeHere(s *epidemic.State, m engine.Move) bool {
	return s.CubesAt(s.Pawn(m.Seat), epidemic.Disease(m.Arg[0])) > 0
}

var collect = &epidemic.Verb{
	Name: "collect", Rule: sampleRule, Args: []*engine.Kind{epidemic.DiseaseKind},
	Intent:    epidemic.Gathers,
	Questions: []engine.QuestionKind{epidemic.QuestionAction}, Cost: 1, Once: true,
	Needs: []epidemic.Need{{Rule: sampleRule, Text: "cubes", Holds: cubeHere}},
	List:  eachDisease(cubeHere),
	Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
		s.TakeSample(m.Seat, s.Pawn(m.Seat), epidemic.Disease(m.Arg[0]), out, sampleRule)
		s.SpendAction()
	},
}

const samplesRule = "role/field-operative/cure"

// withSamples returns the cards that a cure still takes from the hand if samples are used.
func withSamples(s *epidemic.State, m engine.Move) epidemic.CureNeed {
	need := s.CureNeed(m.Seat, epidemic.Disease(m.Arg[0]))
	need.Cards -= insteadCards
	need.Marked = min(need.Marked, need.Cards)
	return need
}

func paysWithSamples(s *epidemic.State, m engine.Move) bool {
	d, need := epidemic.Disease(m.Arg[0]), withSamples(s, m)
	return s.Samples[d] >= cureSamples && need.Cards > 0 && s.CanPay(m.Seat, d, need)
}

var cureWithSamples = &epidemic.Verb{
	Name: "cure-samples", Rule: samplesRule, Args: []*engine.Kind{epidemic.DiseaseKind},
	Intent:    epidemic.Cures,
	Questions: []engine.QuestionKind{epidemic.QuestionAction}, Cost: 1, Where: epidemic.AtStation,
	Needs: []epidemic.Need{
		{Rule: "setup/contents", Holds: inPlay},
		{Rule: "action/cure-once", Holds: notCured}, epidemic.StationToCure(atStation),
		{Rule: samplesRule, Holds: paysWithSamples},
	},
	List: eachDisease(func(s *epidemic.State, m engine.Move) bool {
		return notCured(s, m) && paysWithSamples(s, m) && atStation(s, m)
	}),
	Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
		d := epidemic.Disease(m.Arg[0])
		s.ReturnSamples(m.Seat, d, cureSamples, out, samplesRule)
		s.PayCure(m.Seat, m.Verb, d, withSamples(s, m), out)
	},
	Card: epidemic.CurePayment,
}

func hasSample(s *epidemic.State, m engine.Move) bool { return s.Samples[m.Arg[0]] > 0 }

const giveBackRule = "role/field-operative/return"

var giveBack = &epidemic.Verb{
	Name: "give-back", Rule: giveBackRule, Args: []*engine.Kind{epidemic.DiseaseKind},
	Intent:    epidemic.GivesBack,
	Questions: []engine.QuestionKind{epidemic.QuestionAction, epidemic.QuestionWindow, epidemic.QuestionDiscard},
	Needs:     []epidemic.Need{{Rule: giveBackRule, Holds: hasSample}},
	List:      eachDisease(hasSample),
	Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
		s.ReturnSamples(m.Seat, epidemic.Disease(m.Arg[0]), 1, out, giveBackRule)
	},
}
