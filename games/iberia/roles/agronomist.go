package roles

import (
	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/iberia/actions"
)

// Agronomist can put a token into a region that borders his city, as an action that costs no card. When he
// purifies the water, he may add one token.
//
// Rule: iberia/role/agronomist.
var Agronomist = &epidemic.Role{
	ID:    "agronomist",
	Rule:  "role/agronomist",
	Verbs: []*epidemic.Verb{actions.PurifyVerb("purify-more", "role/agronomist/purify", 3), well},
}

const wellRule = "role/agronomist/well"

var well = &epidemic.Verb{
	Name: "well", Rule: wellRule, Args: []*engine.Kind{epidemic.RegionKind},
	Questions: []engine.QuestionKind{epidemic.QuestionAction}, Cost: 1,
	Needs: []epidemic.Need{{Rule: "action/purify-supply", Holds: actions.TokensLeft}, {Rule: "action/region", Holds: actions.BesideRegion}},
	List: func(s *epidemic.State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		if s.TokensLeft == 0 {
			return dst
		}
		return epidemic.AppendRegions(dst, engine.Move{Seat: by, Verb: v}, s.Rules().RegionsOf(s.Pawn(by)))
	},
	Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
		s.PlaceTokens(epidemic.Region(m.Arg[0]), 1, out, wellRule)
		s.SpendAction()
	},
}
