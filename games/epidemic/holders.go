package epidemic

import "theriac/engine"

// This file implements hands and the seats that decide for them. Every seat has a hand. A module can add one
// more, the helper's hand, which has neither pawn nor role. Its holder number follows those of the seats. One
// seat decides what it does, which of its events are played, and which cards it discards.

// helperRules are the ids of the rules that govern the helper's hand: dealing it, moving a pawn, finding a
// cure, discarding an event, and its limit.
type helperRules struct{ hands, move, cure, event, limit string }

// helperHand returns the holder number of the helper's hand, if there is one.
func (r *Rules) helperHand() (engine.Seat, bool) {
	return engine.Seat(r.Players), r.Holders > r.Players
}

// Speaker returns the seat that decides for a hand.
func (r *Rules) Speaker(holder engine.Seat) engine.Seat {
	if int(holder) < r.Players {
		return holder
	}
	return 0
}

// speakers returns the seats that decide for the given hands.
func (r *Rules) speakers(holders engine.Seats) engine.Seats {
	if help, ok := r.helperHand(); ok && holders.Has(help) {
		return holders.Without(help) | 1<<r.Speaker(help)
	}
	return holders
}

// byHolder returns one of two rules: help for the helper's hand, seats for the hand of a seat.
func (r *Rules) byHolder(holder engine.Seat, seats, help string) string {
	if int(holder) < r.Players {
		return seats
	}
	return help
}

// spokenFor returns the cards of all hands that a seat decides for.
func (s *State) spokenFor(seat engine.Seat) Cards {
	if help, ok := s.rules.helperHand(); ok && s.rules.Speaker(help) == seat {
		return s.hands[seat].Or(s.hands[help])
	}
	return s.hands[seat]
}

// holding returns the hand that holds a card, out of those that a seat decides for. If none holds it, it
// returns the seat's own.
func (s *State) holding(seat engine.Seat, c Card) engine.Seat {
	if help, ok := s.rules.helperHand(); ok && s.hands[help].Has(c) {
		return help
	}
	return seat
}

// HandWith returns the hand that holds the event of verb v, out of those that a seat decides for.
func (s *State) HandWith(seat engine.Seat, v engine.Verb) engine.Seat {
	return s.holding(seat, s.rules.EventCardOf(v))
}

// surplus returns the cards that a seat can discard: all cards of those of its hands that exceed their limit.
func (s *State) surplus(seat engine.Seat) Cards {
	var set Cards
	for over := s.overLimit(); over != 0; over &= over - 1 {
		if holder := over.First(); s.rules.Speaker(holder) == seat {
			set = set.Or(s.hands[holder])
		}
	}
	return set
}

// Surplus returns the cards that one of the view's seats can discard: all cards of those of its hands that
// exceed their limit.
func (v *View) Surplus(seat engine.Seat) Cards {
	s := v.guess()
	return s.surplus(seat)
}

// HelperActs reports whether the open question is about the helper's action.
func (s *State) HelperActs() bool {
	return s.Depth > 0 && s.rules.questions[s.Stack[0].Question].helper
}

// Acting returns the hand that a seat's move acts for: its own or the helper's. That hand pays with its cards
// and gets any additional actions.
func (s *State) Acting(seat engine.Seat) engine.Seat {
	if s.HelperActs() {
		help, _ := s.rules.helperHand()
		return help
	}
	return seat
}
