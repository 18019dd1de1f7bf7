package events

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// Correspondence exchanges a card between two players, no matter where their pawns are. The player of the event
// names both cards. Both holders learn which cards these are, and must agree.
//
// Rule: iberia/event/correspondence.
var Correspondence = &epidemic.Event{
	ID:     "correspondence",
	Rule:   letterRule,
	Serves: func(s *epidemic.State, seat engine.Seat) bool { return exchangers(s, seat) > 1 },
	Verb: &epidemic.Verb{
		Name: "correspondence", Rule: letterRule, Args: []*engine.Kind{engine.SeatKind, epidemic.CardKind},
		Wide: true,
		Needs: []epidemic.Need{
			{Rule: letterRule, Holds: func(s *epidemic.State, m engine.Move) bool {
				if int(m.Arg[0]) >= s.Rules().Players {
					return false
				}
				cards := letters(s, m.Seat, m.Verb, engine.Seat(m.Arg[0]))
				return cards.Has(epidemic.Card(m.Arg[1])) && othersHold(s, m)
			}},
			{Rule: "consent/refused", Holds: finds},
		},
		List: func(s *epidemic.State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
			m := engine.Move{Seat: by, Verb: v}
			for seat := range uint8(s.Rules().Players) {
				m.Arg[0] = seat
				if !othersHold(s, m) {
					continue
				}
				for c := range letters(s, by, v, engine.Seat(seat)).Each {
					if m.Arg[1] = uint8(c); finds(s, m) {
						dst = append(dst, m)
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
				for seat := range uint8(s.Rules().Players) {
					m.Arg[0] = seat
					for c := range letters(s, f.Seat, f.Verb, engine.Seat(seat)).Each {
						if m.Arg[1] = uint8(c); mayExchange(s, f.Seat, f.Verb, f.Arg, m.Arg) {
							dst = append(dst, m)
						}
					}
				}
				return dst
			},
			Asks: func(_ *epidemic.State, f *epidemic.Frame, m engine.Move) (engine.Seat, bool) {
				if b := engine.Seat(m.Arg[0]); b != f.Seat {
					return b, true
				}
				return engine.Seat(f.Arg[0]), true
			},
			Recalls: func(f *epidemic.Frame, m engine.Move) [2]uint8 { return pair(f.Arg, m.Arg) },
			Then: func(s *epidemic.State, f epidemic.Frame, m engine.Move, out *engine.Facts) {
				a, b := engine.Seat(f.Arg[0]), engine.Seat(m.Arg[0])
				if f.N == 0 && a != f.Seat && b != f.Seat {
					if f.N = 1; s.AlsoAsks(f, m, a, out) {
						return
					}
				}
				s.SpendEvent(f.Seat, f.Verb, out)
				s.GiveCard(a, b, epidemic.Card(f.Arg[1]), out, letterRule)
				s.GiveCard(b, a, epidemic.Card(m.Arg[1]), out, letterRule)
			},
		},
	},
}

const letterRule = "event/correspondence"

// letters returns the cards that a seat could exchange. They exclude the event itself, and an event card that
// is being used to replay it.
func letters(s *epidemic.State, by engine.Seat, v engine.Verb, seat engine.Seat) epidemic.Cards {
	cards, own := s.Hand(seat), s.Rules().EventCardOf(v)
	cards.Remove(own)
	if hand := s.Hand(by); seat == by && !hand.Has(own) {
		plan, _ := s.Rules().Vocabulary().Verb(planID)
		cards.Remove(s.Rules().EventCardOf(plan))
	}
	return cards
}

// exchangers returns the number of seats that would have a card to exchange if the given seat played the event.
func exchangers(s *epidemic.State, by engine.Seat) int {
	v, _ := s.Rules().Vocabulary().Verb("correspondence")
	n := 0
	for seat := range engine.Seat(s.Rules().Players) {
		if cards := letters(s, by, v, seat); !cards.Empty() {
			n++
		}
	}
	return n
}

// othersHold reports whether another seat has a card to give in return for the one that a move names.
func othersHold(s *epidemic.State, m engine.Move) bool {
	for seat := range uint8(s.Rules().Players) {
		if cards := letters(s, m.Seat, m.Verb, engine.Seat(seat)); seat != m.Arg[0] && !cards.Empty() {
			return true
		}
	}
	return false
}

// mayExchange reports whether two cards are in different hands and neither holder has refused to exchange them
// in this step of the turn.
func mayExchange(s *epidemic.State, by engine.Seat, v engine.Verb, x, y [engine.Operands]uint8) bool {
	cards := pair(x, y)
	for _, holder := range [2]uint8{x[0], y[0]} {
		if engine.Seat(holder) != by && !s.MayAsk(v, engine.Seat(holder), cards[0], cards[1]) {
			return false
		}
	}
	return x[0] != y[0]
}

// pair returns the key under which a refused exchange is remembered: its two cards, the lower one first.
func pair(x, y [engine.Operands]uint8) [2]uint8 { return [2]uint8{min(x[1], y[1]), max(x[1], y[1])} }

// finds reports whether the card named in a move can be exchanged for another seat's card. It leaves out
// exchanges that were refused.
func finds(s *epidemic.State, m engine.Move) bool {
	if s.RefusedN == 0 {
		return true // an earlier check ensures that others hold cards
	}
	for seat := range uint8(s.Rules().Players) {
		for c := range letters(s, m.Seat, m.Verb, engine.Seat(seat)).Each {
			if mayExchange(s, m.Seat, m.Verb, m.Arg, [engine.Operands]uint8{seat, uint8(c)}) {
				return true
			}
		}
	}
	return false
}
