package events

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// Telegraph moves one or two city cards from one player to another, no matter where their pawns are. The player
// of the event names the two players, then the cards. The giver must agree to each card. The player keeps the
// event until the first card is given.
//
// Rule: iberia/event/telegraph.
var Telegraph = &epidemic.Event{
	ID:    "telegraph",
	Rule:  wireRule,
	Ready: somebodyHoldsCity,
	Verb: &epidemic.Verb{
		Name: "telegraph", Rule: wireRule, Args: []*engine.Kind{engine.SeatKind, engine.SeatKind},
		Wide: true,
		Needs: []epidemic.Need{
			{Rule: wireRule, Holds: func(s *epidemic.State, m engine.Move) bool {
				if m.Arg[0] == m.Arg[1] || int(max(m.Arg[0], m.Arg[1])) >= s.Rules().Players {
					return false
				}
				hand := s.Hand(engine.Seat(m.Arg[0]))
				return hand.Cities() != 0
			}},
			{Rule: "consent/refused", Holds: func(s *epidemic.State, m engine.Move) bool {
				return wireCards(s, m.Seat, m.Verb, m.Arg) != 0
			}},
		},
		List: func(s *epidemic.State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
			for from := range uint8(s.Rules().Players) {
				for to := range uint8(s.Rules().Players) {
					if wire := [engine.Operands]uint8{from, to}; from != to && wireCards(s, by, v, wire) != 0 {
						dst = append(dst, engine.Move{Seat: by, Verb: v, Arg: wire})
					}
				}
			}
			return dst
		},
		Play: func(s *epidemic.State, m engine.Move, _ *engine.Facts) {
			s.AskChoice(epidemic.QuestionTheirs, m.Seat, m.Verb, 0, m.Arg[0], m.Arg[1])
		},
		Choice: &epidemic.Choice{
			List: func(s *epidemic.State, f *epidemic.Frame, m engine.Move, dst []engine.Move) []engine.Move {
				return epidemic.AppendPairs(dst, m, f.Arg[0], wireCards(s, f.Seat, f.Verb, f.Arg))
			},
			Asks: func(_ *epidemic.State, f *epidemic.Frame, m engine.Move) (engine.Seat, bool) {
				return engine.Seat(m.Arg[0]), engine.Seat(m.Arg[0]) != f.Seat
			},
			Then: func(s *epidemic.State, f epidemic.Frame, m engine.Move, out *engine.Facts) {
				from := engine.Seat(f.Arg[0])
				if f.N == 0 {
					s.SpendEvent(f.Seat, f.Verb, out)
				}
				s.GiveCard(from, engine.Seat(f.Arg[1]), epidemic.Card(m.Arg[1]), out, wireRule)
				if f.N == 0 && wireCards(s, f.Seat, f.Verb, f.Arg) != 0 {
					s.AskChoice(epidemic.QuestionTheirs, f.Seat, f.Verb, 1, f.Arg[0], f.Arg[1])
					return
				}
				s.CheckLimit()
			},
			Recalls: func(f *epidemic.Frame, m engine.Move) [2]uint8 { return [2]uint8{f.Arg[1], m.Arg[1]} },
			Enough:  func(s *epidemic.State, _ epidemic.Frame, _ *engine.Facts) { s.CheckLimit() },
			AtLeast: 1,
		},
	},
}

const wireRule = "event/telegraph"

// wireCards returns the city cards that the first seat named in a telegraph could give to the second. It leaves
// out cards that the giver has refused to give in this step of the turn.
func wireCards(s *epidemic.State, by engine.Seat, v engine.Verb, wire [engine.Operands]uint8) uint64 {
	from, to := engine.Seat(wire[0]), wire[1]
	hand := s.Hand(from)
	set := hand.Cities()
	if from != by && s.RefusedN > 0 {
		for c := range epidemic.EachCity(set) {
			if !s.MayAsk(v, from, to, uint8(c)) {
				set &^= 1 << c
			}
		}
	}
	return set
}

// somebodyHoldsCity reports whether any hand has a city card to give.
func somebodyHoldsCity(s *epidemic.State) bool {
	for seat := range engine.Seat(s.Rules().Players) {
		if hand := s.Hand(seat); hand.Cities() != 0 {
			return true
		}
	}
	return false
}
