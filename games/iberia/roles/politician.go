package roles

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// Politician can give the card of his city to any player, wherever that player's pawn is. He can also exchange
// a city card from his hand for one in the discard, if one of the two is the card of his city.
//
// Rule: iberia/role/politician.
var Politician = &epidemic.Role{
	ID:    "politician",
	Rule:  "role/politician",
	Verbs: []*epidemic.Verb{post, trade},
}

const postRule, tradeRule = "role/politician/post", "role/politician/trade"

var post = &epidemic.Verb{
	Name: "post", Rule: postRule, Args: []*engine.Kind{engine.SeatKind},
	Questions: []engine.QuestionKind{epidemic.QuestionAction}, Cost: 1, Where: epidemic.WithCard, Spends: epidemic.SpendsHere,
	Needs: []epidemic.Need{
		{Rule: postRule, Text: "card-here", Holds: func(s *epidemic.State, m engine.Move) bool {
			return s.HoldsCity(m.Seat, uint8(s.Pawn(m.Seat))) && engine.Seat(m.Arg[0]) != m.Seat && int(m.Arg[0]) < s.Rules().Players
		}},
		{Rule: "consent/refused", Holds: epidemic.NotRefused},
	},
	List: func(s *epidemic.State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		for to := range uint8(s.Rules().Players) {
			m := engine.Move{Seat: by, Verb: v, Arg: [engine.Operands]uint8{to}}
			if engine.Seat(to) != by && epidemic.NotRefused(s, m) {
				dst = append(dst, m)
			}
		}
		return dst
	},
	Asks: func(_ *epidemic.State, m engine.Move) (engine.Seat, bool) { return engine.Seat(m.Arg[0]), true },
	Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
		s.GiveCard(m.Seat, engine.Seat(m.Arg[0]), epidemic.Card(s.Pawn(m.Seat)), out, postRule)
		s.SpendAction()
		s.CheckLimit()
	},
}

var trade = &epidemic.Verb{
	Name: "trade", Rule: tradeRule, Args: []*engine.Kind{epidemic.CardKind, epidemic.CardKind},
	Questions: []engine.QuestionKind{epidemic.QuestionAction}, Cost: 1, Spends: epidemic.SpendsFirst,
	Needs: []epidemic.Need{
		{Rule: "hand/own", Any: "city-cards", Holds: func(s *epidemic.State, m engine.Move) bool { return s.HoldsCity(m.Seat, m.Arg[0]) }},
		{Rule: tradeRule, Holds: func(s *epidemic.State, m engine.Move) bool {
			here := uint8(s.Pawn(m.Seat))
			return epidemic.Card(m.Arg[1]).IsCity() && s.Discard.Has(epidemic.Card(m.Arg[1])) && (m.Arg[0] == here || m.Arg[1] == here)
		}},
	},
	List: func(s *epidemic.State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		hand, here := s.Hand(by), s.Pawn(by)
		m := engine.Move{Seat: by, Verb: v}
		for own := range epidemic.EachCity(hand.Cities()) {
			set := s.Discard.Cities()
			if own != here {
				set &= 1 << here
			}
			dst = epidemic.AppendPairs(dst, m, uint8(own), set)
		}
		return dst
	},
	Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
		s.DiscardCard(m.Seat, epidemic.Card(m.Arg[0]), out, tradeRule)
		s.RecoverCard(m.Seat, epidemic.Card(m.Arg[1]), out, tradeRule)
		s.SpendAction()
	},
}
