package actions

import (
	"math/bits"

	"theriac/engine"
	"theriac/games/epidemic"
)

// Ship moves a pawn from one port to another for a card of the destination's colour. A role that needs no card
// has Sail instead.
//
// Rule: iberia/action/ship.
var Ship = &epidemic.Verb{
	Name: "ship", Rule: "action/ship", Args: []*engine.Kind{epidemic.CityKind, epidemic.CardKind},
	Intent:    epidemic.Ferries,
	Questions: []engine.QuestionKind{epidemic.QuestionAction}, Cost: 1, Spends: epidemic.SpendsOperand,
	Needs: []epidemic.Need{
		{Rule: "role/sailor", Holds: func(s *epidemic.State, m engine.Move) bool { return !sails(s, m.Seat) }},
		{Rule: "action/elsewhere", Holds: func(s *epidemic.State, m engine.Move) bool { return s.Pawn(m.Seat) != epidemic.City(m.Arg[0]) }},
		{Rule: "action/ports", Holds: func(s *epidemic.State, m engine.Move) bool {
			return Harbours(s, m.Seat)>>m.Arg[0]&1 != 0
		}},
		{Rule: "hand/own", Any: "city-cards", Holds: func(s *epidemic.State, m engine.Move) bool { return s.HoldsCity(m.Seat, m.Arg[1]) }},
		{Rule: "action/ship", Holds: func(s *epidemic.State, m engine.Move) bool {
			return s.Rules().Colour(epidemic.City(m.Arg[0])) == s.Rules().Colour(epidemic.City(m.Arg[1]))
		}},
	},
	List: func(s *epidemic.State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		hand := s.Hand(by)
		if hand.Cities() == 0 || sails(s, by) {
			return dst
		}
		m, r := engine.Move{Seat: by, Verb: v}, s.Rules()
		for set := Harbours(s, by); set != 0; set &= set - 1 {
			to := bits.TrailingZeros64(set)
			if cards := hand.Cities() & r.CitiesOf(r.Colour(epidemic.City(to))); cards != 0 {
				dst = epidemic.AppendPairs(dst, m, uint8(to), cards)
			}
		}
		return dst
	},
	Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
		s.DiscardCard(m.Seat, epidemic.Card(m.Arg[1]), out, "action/ship")
		s.MovePawn(m.Seat, epidemic.City(m.Arg[0]), out, "action/ship")
		s.SpendAction()
	},
}

// Harbours returns the ports to which a seat's pawn can sail.
func Harbours(s *epidemic.State, seat engine.Seat) uint64 {
	here, ports := uint64(1)<<s.Pawn(seat), s.Rules().Ports()
	if ports&here == 0 {
		return 0
	}
	return ports &^ here
}

// Sail moves a pawn by ship without a card. It is for the Sailor, and for everyone during a free move.
//
// Rule: iberia/role/sailor.
var Sail = epidemic.TravelVerb(epidemic.Travel{
	Name: "sail", Rule: "role/sailor", Questions: []engine.QuestionKind{epidemic.QuestionAction, epidemic.QuestionFree},
	Intent: epidemic.Travels,
	Needs: []epidemic.Need{
		{Rule: "role/sailor", Holds: func(s *epidemic.State, m engine.Move) bool { return sails(s, m.Seat) }},
		{Rule: "action/ports", Holds: func(s *epidemic.State, m engine.Move) bool {
			return Harbours(s, m.Seat)>>m.Arg[0]&1 != 0
		}},
	},
	Cities: func(s *epidemic.State, pawn, _ engine.Seat) uint64 {
		if !sails(s, pawn) {
			return 0
		}
		return Harbours(s, pawn)
	},
})

// sails reports whether a seat can sail without a card.
func sails(s *epidemic.State, seat engine.Seat) bool {
	return s.Top().Question == epidemic.QuestionFree || s.Role(seat).Marks&SailsFree != 0
}
