package roles

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

const archiveRule = "role/archivist"

// Archivist can hold eight cards. Once a turn, as an action, he takes the card of his pawn's city from the
// player discard.
//
// Rule: world/role/archivist.
var Archivist = &epidemic.Role{
	ID: "archivist", Rule: archiveRule, Set: "brink",
	Keeps: 1,
	Verbs: []*epidemic.Verb{fromArchive},
}

var fromArchive = &epidemic.Verb{
	Name: "recover", Rule: archiveRule, Questions: []engine.QuestionKind{epidemic.QuestionAction}, Cost: 1, Once: true,
	Intent: epidemic.Gathers,
	Needs: []epidemic.Need{{Rule: archiveRule, Holds: func(s *epidemic.State, m engine.Move) bool {
		return s.Discard.Has(epidemic.Card(s.Pawn(m.Seat)))
	}}},
	List: func(s *epidemic.State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		if !s.Discard.Has(epidemic.Card(s.Pawn(by))) {
			return dst
		}
		return epidemic.Plain(s, by, v, dst)
	},
	Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
		s.RecoverCard(m.Seat, epidemic.Card(s.Pawn(m.Seat)), out, archiveRule)
		s.SpendAction()
		s.CheckLimit()
	},
}
