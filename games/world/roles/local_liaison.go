package roles

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

const liaisonRule = "role/local-liaison"

// LocalLiaison gives a City card of her city's colour to a player in any city of that colour, once a turn and
// as an action. In a laboratory, once a turn, she may characterise a disease or test a cure for free.
//
// Rule: world/role/local-liaison.
var LocalLiaison = &epidemic.Role{
	ID: "local-liaison", Rule: liaisonRule, Set: "lab", Not: epidemic.SoloMode,
	FreeLab: epidemic.LabCharacterise | epidemic.LabTest,
	Verbs:   []*epidemic.Verb{passOn},
}

// sameColour returns the cities that have the same colour as the city of a seat's pawn.
func sameColour(s *epidemic.State, seat engine.Seat) uint64 {
	return s.Rules().CitiesOf(s.Rules().Colour(s.Pawn(seat)))
}

// inColour reports whether the pawn of another seat is in a city of the same colour.
func inColour(s *epidemic.State, by, to engine.Seat) bool {
	return to != by && int(to) < s.Rules().Players && sameColour(s, by)>>s.Pawn(to)&1 != 0
}

var passOn = &epidemic.Verb{
	Name: "pass-on", Rule: liaisonRule, Args: []*engine.Kind{engine.SeatKind, epidemic.CardKind},
	Intent:    epidemic.Shares,
	Questions: []engine.QuestionKind{epidemic.QuestionAction}, Cost: 1, Once: true,
	Spends: epidemic.SpendsOperand,
	Needs: []epidemic.Need{
		{Rule: liaisonRule, Text: "nobody-near", Holds: func(s *epidemic.State, m engine.Move) bool {
			return inColour(s, m.Seat, engine.Seat(m.Arg[0]))
		}},
		{Rule: liaisonRule, Text: "colour-cards", Holds: func(s *epidemic.State, m engine.Move) bool {
			return s.HoldsCity(m.Seat, m.Arg[1]) && sameColour(s, m.Seat)>>m.Arg[1]&1 != 0
		}},
		{Rule: "consent/refused", Holds: epidemic.NotRefused},
	},
	List: func(s *epidemic.State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		hand := s.Hand(by)
		cards := hand.Cities() & sameColour(s, by)
		m := engine.Move{Seat: by, Verb: v}
		for to := range engine.Seat(s.Rules().Players) {
			if m.Arg[0] = uint8(to); !inColour(s, by, to) {
				continue
			}
			for c := range epidemic.EachCity(cards) {
				if m.Arg[1] = uint8(c); epidemic.NotRefused(s, m) {
					dst = append(dst, m)
				}
			}
		}
		return dst
	},
	Asks:  func(_ *epidemic.State, m engine.Move) (engine.Seat, bool) { return engine.Seat(m.Arg[0]), true },
	Shows: func(_ *epidemic.State, m engine.Move) epidemic.Card { return epidemic.Card(m.Arg[1]) },
	Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
		s.GiveCard(m.Seat, engine.Seat(m.Arg[0]), epidemic.Card(m.Arg[1]), out, liaisonRule)
		s.SpendAction()
		s.CheckLimit()
	},
}
