package pharmacy

import (
	"slices"

	"theriac/engine"
)

// Box is what those who only show the game know of it: its pieces, with the values
// that they have unless a group plays with its own, and its numbers.
type Box struct {
	Pills, Piles *engine.Kind
	Viruses      []Virus
	Injections   int // among the cards of the piles
	Risks        []Risk
	Numbers      Numbers
}

// Numbers are those that no option changes.
type Numbers struct {
	RiskSickness int // how ill one must be to play a risk card
	TooMany      int // injections that bring a player into intensive care
	CarePoints   int // lost by a player who ends up there
	NursePoints  int // of a patient who stays out of it
	WrongPoints  int // lost by a wrong guess
	OwnerPays    int // by the owner of a risk card that has come back
}

// Box is what the box of the game holds.
func (t *Ruleset) Box() Box {
	b := Box{
		Pills: pillKind, Piles: pileKind, Viruses: slices.Clone(viruses[:]), Injections: injections,
		Numbers: Numbers{
			RiskSickness: RiskSickness, TooMany: TooMany, OwnerPays: ownerPays,
			CarePoints: carePoints, NursePoints: nursePoints, WrongPoints: wrongPoints,
		},
	}
	for _, r := range t.risks {
		b.Risks = append(b.Risks, *r)
	}
	return b
}

// Answers are the questions that a kind of move answers.
func (t *Ruleset) Answers(v engine.Verb) []engine.QuestionKind {
	return slices.Clone(t.verbs[v].questions)
}
