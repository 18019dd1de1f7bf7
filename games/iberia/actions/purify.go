package actions

import (
	"math/bits"

	"theriac/engine"
	"theriac/games/epidemic"
)

// Purify puts two tokens into a region that borders the pawn's city.
//
// Rule: iberia/action/purify.
var Purify = PurifyVerb("purify", "action/purify", 2)

// PurifyVerb makes a move that puts the given number of tokens into a region that borders the pawn's city. It
// costs a card that has the colour of one of the region's cities or of a researched disease. A role with the
// mark AnyWater pays with any card.
func PurifyVerb(name, rule string, tokens uint8) *epidemic.Verb {
	return &epidemic.Verb{
		Name: name, Rule: rule, Args: []*engine.Kind{epidemic.RegionKind, epidemic.CardKind},
		Questions: []engine.QuestionKind{epidemic.QuestionAction}, Cost: 1, Spends: epidemic.SpendsOperand,
		Needs: []epidemic.Need{
			{Rule: "action/purify-supply", Holds: TokensLeft},
			{Rule: "action/region", Holds: BesideRegion},
			{Rule: "hand/own", Any: "city-cards", Holds: func(s *epidemic.State, m engine.Move) bool { return s.HoldsCity(m.Seat, m.Arg[1]) }},
			{Rule: "action/purify", Holds: func(s *epidemic.State, m engine.Move) bool {
				return (s.Rules().KindsIn(epidemic.Region(m.Arg[0]))|anywhere(s, m.Seat))>>m.Arg[1]&1 != 0
			}},
		},
		List: func(s *epidemic.State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
			hand := s.Hand(by)
			if s.TokensLeft == 0 || hand.Cities() == 0 {
				return dst
			}
			m, always := engine.Move{Seat: by, Verb: v}, anywhere(s, by)
			for set := s.Rules().RegionsOf(s.Pawn(by)); set != 0; set &= set - 1 {
				r := epidemic.Region(bits.TrailingZeros64(set))
				dst = epidemic.AppendPairs(dst, m, uint8(r), hand.Cities()&(s.Rules().KindsIn(r)|always))
			}
			return dst
		},
		Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
			r, card := epidemic.Region(m.Arg[0]), epidemic.City(m.Arg[1])
			why := rule
			if s.Role(m.Seat).Marks&AnyWater != 0 && (s.Rules().KindsIn(r)|s.CuredCities())>>card&1 == 0 {
				why = "role/royal-academy-scientist/purify"
			}
			s.DiscardCard(m.Seat, epidemic.Card(card), out, why)
			s.PlaceTokens(r, tokens, out, rule)
			s.SpendAction()
		},
	}
}

// TokensLeft reports whether the supply has any tokens left.
func TokensLeft(s *epidemic.State, _ engine.Move) bool { return s.TokensLeft > 0 }

// BesideRegion reports whether the region named in a move borders the mover's city.
func BesideRegion(s *epidemic.State, m engine.Move) bool {
	return s.Rules().RegionsOf(s.Pawn(m.Seat))>>m.Arg[0]&1 != 0
}

// anywhere returns the cities whose cards allow a seat to purify any region: those of researched diseases,
// or all cities if its role has the mark AnyWater.
func anywhere(s *epidemic.State, seat engine.Seat) uint64 {
	if s.Role(seat).Marks&AnyWater != 0 {
		return s.Rules().Everywhere()
	}
	return s.CuredCities()
}
