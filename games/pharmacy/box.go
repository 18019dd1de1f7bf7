package pharmacy

import (
	"slices"

	"theriac/engine"
)

// Box is what programs that only display the game need to know: its pieces and constants. Pieces have their
// built-in values, even though a group may play with other ones.
type Box struct {
	Pills, Piles *engine.Kind
	Viruses      []Virus
	Injections   int // the number of injections in the piles
	Risks        []Risk
	Numbers      Numbers
}

// Numbers are the constants of the rules that no option changes.
type Numbers struct {
	RiskSickness int // the sickness at which a player can play risk cards
	TooMany      int // the number of injections that puts a player into intensive care
	CarePoints   int // points lost by a player in intensive care
	NursePoints  int // points for a nurse whose patient stays out of intensive care
	WrongPoints  int // points lost by a wrong guess
	OwnerPays    int // the value that a risk card's owner pays when the card returns
}

// Box returns the contents of the game's box.
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

// Answers returns the kinds of questions that a verb answers.
func (t *Ruleset) Answers(v engine.Verb) []engine.QuestionKind {
	return slices.Clone(t.verbs[v].questions)
}
