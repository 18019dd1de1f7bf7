package roles

import (
	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/iberia/actions"
)

// RoyalAcademyScientist purifies the water with a card of any colour. As an action, he looks at the top three
// player cards and puts them back in any order.
//
// Rule: iberia/role/royal-academy-scientist.
var RoyalAcademyScientist = &epidemic.Role{
	ID:    "royal-academy-scientist",
	Rule:  "role/royal-academy-scientist",
	Marks: actions.AnyWater,
	Verbs: []*epidemic.Verb{study},
}

const studyRule = "role/royal-academy-scientist/study"

var study = &epidemic.Verb{
	Name: "study", Rule: studyRule, Questions: []engine.QuestionKind{epidemic.QuestionAction}, Cost: 1,
	Reveals: true,
	Needs:   []epidemic.Need{{Rule: studyRule, Holds: func(s *epidemic.State, _ engine.Move) bool { return s.DeckLen > 0 }}},
	List: func(s *epidemic.State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		if s.DeckLen == 0 {
			return dst
		}
		return epidemic.Plain(s, by, v, dst)
	},
	Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
		s.SpendAction()
		s.LookAtDeck(m.Seat, m.Verb, out, studyRule)
	},
}
