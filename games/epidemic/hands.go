package epidemic

import "theriac/engine"

// take moves a card from the deck into a hand. Everyone sees the card if hands are open, or if it is an
// event and hidden events are announced.
func (s *State) take(seat engine.Seat, c Card, out *engine.Facts, rule string) {
	s.hands[seat].Add(c)
	if s.inTheOpen(c) {
		out.Add(FactCardDrawn, rule, uint8(seat), uint8(c))
		return
	}
	out.Tell(s.rules.sees[seat], FactCardDrawn, rule, uint8(seat), uint8(c))
	out.Veil(s.rules.sees[seat], FactCardHidden, rule, uint8(seat))
}

// inTheOpen reports whether everyone sees a card, no matter whose hand it is in.
func (s *State) inTheOpen(c Card) bool {
	return s.rules.Open || s.Shown.Has(c) || (s.rules.Announced && c.IsEvent())
}

// reveal records that a card has become public.
func (s *State) reveal(c Card) {
	if !s.inTheOpen(c) {
		s.learned(engine.Everyone)
	}
}

// show records that everyone knows a card in a hand. The card can be an event that stays in the hand because
// another seat refused consent to it.
func (s *State) show(seat engine.Seat, c Card) {
	if s.hands[seat].Has(c) {
		s.reveal(c)
		s.keepShown(c)
	}
}

// keepShown records that a card in a hidden hand is known to everyone.
func (s *State) keepShown(c Card) {
	if !s.rules.Open {
		s.Shown.Add(c)
	}
}

// DiscardCard moves a card from a hand to the discard.
func (s *State) DiscardCard(seat engine.Seat, c Card, out *engine.Facts, rule string) {
	s.reveal(c)
	s.hands[seat].Remove(c)
	s.Shown.Remove(c)
	s.Discard.Add(c)
	out.Add(FactCardDiscarded, rule, uint8(seat), uint8(c))
}

// RecoverCard moves a card from the discard to a hand.
func (s *State) RecoverCard(seat engine.Seat, c Card, out *engine.Facts, rule string) {
	s.Discard.Remove(c)
	s.hands[seat].Add(c)
	s.keepShown(c)
	out.Add(FactCardRecovered, rule, uint8(seat), uint8(c))
}

// HoldsCity reports whether a seat holds the card of a city.
func (s *State) HoldsCity(seat engine.Seat, card uint8) bool {
	return Card(card).IsCity() && s.hands[seat].Has(Card(card))
}

// CheckLimit asks seats to discard down to their limit after they have received cards from anywhere but the
// deck. It skips the seat that is drawing, which discards later in the turn.
func (s *State) CheckLimit() {
	if s.overLimit() != 0 && (s.Depth == 0 || s.Top().Question != QuestionDiscard) {
		s.ask(Frame{Question: QuestionDiscard})
	}
}

// GiveCard moves a card from one hand to another. Everyone sees which card it is.
func (s *State) GiveCard(from, to engine.Seat, c Card, out *engine.Facts, rule string) {
	s.reveal(c)
	s.hands[from].Remove(c)
	s.hands[to].Add(c)
	s.keepShown(c)
	out.Add(FactCardGiven, rule, uint8(from), uint8(to), uint8(c))
}

// handLimit returns how many cards a hand can hold.
func (s *State) handLimit(seat engine.Seat) int {
	if int(seat) >= s.rules.Players { // the helper's hand, which has no role
		return int(s.rules.Numbers.HandLimit)
	}
	return int(s.rules.Numbers.HandLimit) + int(s.Role(seat).Keeps)
}

// overLimit returns the seats that must discard now because they hold too many cards. It leaves out the seat
// that is drawing, which discards only after the epidemics.
func (s *State) overLimit() engine.Seats {
	if s.rules.Turn[s.Stage].Crowded {
		return s.tooMany().Without(s.drawer())
	}
	return s.tooMany()
}

// drawer returns the hand that draws this turn, and which may exceed its limit until its epidemics are
// resolved.
func (s *State) drawer() engine.Seat {
	if helper, ok := s.rules.helperHand(); ok && s.rules.Turn[s.Stage].Helper {
		return helper
	}
	return s.Active
}

// tooMany returns the seats whose hands exceed their limit.
func (s *State) tooMany() engine.Seats {
	var over engine.Seats
	for seat := range engine.Seat(s.rules.Holders) {
		if n := s.hands[seat].Len(); n > int(s.rules.Numbers.HandLimit) && n > s.handLimit(seat) {
			over |= 1 << seat
		}
	}
	return over
}

// HoldsEvent reports whether a seat can play an event, from its hand or its role card.
func (s *State) HoldsEvent(seat engine.Seat, event int) bool {
	c := EventCard(event)
	return s.spokenFor(seat).Has(c) || s.Stash[seat] == c
}

// SpendEvent removes the card of a played event. From the hand, it goes to the discard; from a role card, it
// leaves the game.
func (s *State) SpendEvent(seat engine.Seat, v engine.Verb, out *engine.Facts) {
	event := s.rules.verbs[v].event
	c := EventCard(int(event))
	rule := s.rules.Events[event].Rule
	if s.atIntensify() {
		rule = "event/between-steps"
	}
	again := s.Depth > 0 && s.replays(seat, int(event))
	if again {
		by := s.Top().Verb
		s.closeTop()
		s.SpendEvent(seat, by, out)
	}
	seat = s.holding(seat, c)
	out.Add(FactEventPlayed, rule, uint8(seat), uint8(event))
	switch {
	case again:
		out.Add(FactEventReplayed, "event/replay", uint8(seat), uint8(event))
	case s.rules.Events[event].Lasts != AtOnce:
		s.layDown(seat, int(event), out)
	case s.Stash[seat] == c:
		s.Stash[seat] = NoCard
		s.Removed.Add(c)
		out.Add(FactEventRemoved, s.ruleOf(seat).remove, uint8(event))
	default:
		s.DiscardCard(seat, c, out, s.rules.byHolder(seat, "event/discard", s.rules.helper.event))
	}
	// Because the position has changed, seats that have passed are asked again, and standing passes for the
	// old position expire.
	for i := range s.Stack[:s.Depth] {
		if f := &s.Stack[i]; f.Question == QuestionWindow {
			f.Arg[windowPassed] = 0
			s.Serial++
			f.ID = s.Serial
		}
	}
}

// StashEvent moves an event from the discard to a seat's role card.
func (s *State) StashEvent(seat engine.Seat, event uint8, out *engine.Facts, rule string) {
	c := EventCard(int(event))
	s.Discard.Remove(c)
	s.Stash[seat] = c
	out.Add(FactEventStored, rule, uint8(seat), event)
}
