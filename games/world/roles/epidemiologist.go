package roles

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

const epidemiologistRule = "role/epidemiologist"

// Epidemiologist takes any City card from a player in the same city who agrees, once in each of her turns and
// without an action. If hands are hidden, she only asks for a card and the other player chooses which. In a
// laboratory she may process a dish once a turn for free.
//
// Rule: world/role/epidemiologist.
var Epidemiologist = &epidemic.Role{
	ID: "epidemiologist", Rule: epidemiologistRule, Set: "brink", Not: epidemic.SoloMode,
	FreeLab: epidemic.LabProcess,
	Verbs:   []*epidemic.Verb{learn, inquire},
}

func withMate(s *epidemic.State, m engine.Move) bool {
	return s.Mates(m.Seat).Has(engine.Seat(m.Arg[0]))
}

// learnt moves the card to the Epidemiologist's hand.
func learnt(s *epidemic.State, from, to engine.Seat, c epidemic.Card, out *engine.Facts) {
	s.GiveCard(from, to, c, out, epidemiologistRule)
	s.CheckLimit()
}

var learn = &epidemic.Verb{
	Name: "learn", Rule: epidemiologistRule, Args: []*engine.Kind{engine.SeatKind, epidemic.CardKind},
	Intent:    epidemic.Shares,
	Questions: []engine.QuestionKind{epidemic.QuestionAction}, Once: true, Hands: epidemic.OpenHands,
	Needs: []epidemic.Need{
		epidemic.TakesNamed[0],
		epidemic.TakesNamed[1],
		{Rule: epidemiologistRule, Text: "nobody", Holds: withMate},
		{Rule: epidemiologistRule, Text: "their-cards", Holds: func(s *epidemic.State, m engine.Move) bool {
			return s.HoldsCity(engine.Seat(m.Arg[0]), m.Arg[1])
		}},
		{Rule: "consent/refused", Holds: epidemic.NotRefused},
	},
	List: func(s *epidemic.State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		m := engine.Move{Seat: by, Verb: v}
		for mates := s.Mates(by); mates != 0; mates &= mates - 1 {
			m.Arg[0] = uint8(mates.First())
			hand := s.Hand(mates.First())
			for c := range epidemic.EachCity(hand.Cities()) {
				if m.Arg[1] = uint8(c); epidemic.NotRefused(s, m) {
					dst = append(dst, m)
				}
			}
		}
		return dst
	},
	Asks: func(_ *epidemic.State, m engine.Move) (engine.Seat, bool) { return engine.Seat(m.Arg[0]), true },
	Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
		learnt(s, engine.Seat(m.Arg[0]), m.Seat, epidemic.Card(m.Arg[1]), out)
	},
}

var inquire = &epidemic.Verb{
	Name: "inquire", Rule: epidemiologistRule, Args: []*engine.Kind{engine.SeatKind},
	Intent:    epidemic.Shares,
	Questions: []engine.QuestionKind{epidemic.QuestionAction}, Once: true, Hands: epidemic.HiddenHands,
	Needs: []epidemic.Need{
		{Rule: "hand/open", Holds: func(s *epidemic.State, _ engine.Move) bool { return !s.Rules().Open }},
		{Rule: epidemiologistRule, Text: "nobody", Holds: withMate},
		{Rule: epidemiologistRule, Text: "their-cards", Holds: hasCards},
		{Rule: "consent/refused", Holds: mayInquire},
	},
	List: func(s *epidemic.State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		m := engine.Move{Seat: by, Verb: v}
		for mates := s.Mates(by); mates != 0; mates &= mates - 1 {
			if m.Arg[0] = uint8(mates.First()); hasCards(s, m) && mayInquire(s, m) {
				dst = append(dst, m)
			}
		}
		return dst
	},
	Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
		s.RequestCard(m, engine.Seat(m.Arg[0]), out)
	},
	Request: &epidemic.Request{
		Cards: func(s *epidemic.State, giver engine.Seat) uint64 { hand := s.Hand(giver); return hand.Cities() },
		Then:  learnt,
	},
}

func hasCards(s *epidemic.State, m engine.Move) bool {
	hand := s.Hand(engine.Seat(m.Arg[0]))
	return !hand.Empty()
}

func mayInquire(s *epidemic.State, m engine.Move) bool {
	return s.MayAsk(m.Verb, engine.Seat(m.Arg[0]), m.Arg[0], m.Arg[1])
}
