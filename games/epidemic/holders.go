package epidemic

import "theriac/engine"

// Hands and the seats that decide for them. Every seat has one. A way to play can have one more,
// the helper's: it is the holder after the seats, and has neither pawn nor role. A seat
// decides what it does, which of its events are played and which cards it gives up.

// helperRules are the rules by which something happens to the helper's hand: it is
// dealt, it moves a pawn, finds a cure, discards an event or a card over the limit.
type helperRules struct{ hands, move, cure, event, limit string }

// helperHand is the hand that helps, where there is one.
func (r *Rules) helperHand() (engine.Seat, bool) {
	return engine.Seat(r.Players), r.Holders > r.Players
}

// Speaker is the seat that decides for a hand.
func (r *Rules) Speaker(holder engine.Seat) engine.Seat {
	if int(holder) < r.Players {
		return holder
	}
	return 0
}

// speakers is the seats that decide for some hands.
func (r *Rules) speakers(holders engine.Seats) engine.Seats {
	if help, ok := r.helperHand(); ok && holders.Has(help) {
		return holders.Without(help) | 1<<r.Speaker(help)
	}
	return holders
}

// byHolder is the rule for the hand of a seat, or the one for the hand that helps.
func (r *Rules) byHolder(holder engine.Seat, seats, help string) string {
	if int(holder) < r.Players {
		return seats
	}
	return help
}

// spokenFor is the cards that a seat decides about.
func (s *State) spokenFor(seat engine.Seat) Cards {
	if help, ok := s.rules.helperHand(); ok && s.rules.Speaker(help) == seat {
		return s.hands[seat].Or(s.hands[help])
	}
	return s.hands[seat]
}

// holding is the hand that has a card, of those that a seat decides for: its own
// where none has.
func (s *State) holding(seat engine.Seat, c Card) engine.Seat {
	if help, ok := s.rules.helperHand(); ok && s.hands[help].Has(c) {
		return help
	}
	return seat
}

// HandWith is the hand that has the card of an event, of those that a seat decides
// for.
func (s *State) HandWith(seat engine.Seat, v engine.Verb) engine.Seat {
	return s.holding(seat, s.rules.EventCardOf(v))
}

// surplus is the cards from which a seat chooses what goes: those of the hands
// that are too large.
func (s *State) surplus(seat engine.Seat) Cards {
	var set Cards
	for over := s.overLimit(); over != 0; over &= over - 1 {
		if holder := over.First(); s.rules.Speaker(holder) == seat {
			set = set.Or(s.hands[holder])
		}
	}
	return set
}

// Surplus is the cards from which one of the view's seats chooses what goes.
func (v *View) Surplus(seat engine.Seat) Cards {
	s := v.guess()
	return s.surplus(seat)
}

// HelperActs says that the hand that helps is asked for its action.
func (s *State) HelperActs() bool {
	return s.Depth > 0 && s.rules.questions[s.Stack[0].Question].helper
}

// Acting is the hand whose actions go on, while a seat is asked for them: that is
// whose cards pay, and whom more actions are given.
func (s *State) Acting(seat engine.Seat) engine.Seat {
	if s.HelperActs() {
		help, _ := s.rules.helperHand()
		return help
	}
	return seat
}
