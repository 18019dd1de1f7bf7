package epidemic

import "theriac/engine"

// take puts a card from the deck into a hand. Everybody sees it where hands are
// open, and an event where events are announced.
func (s *State) take(seat engine.Seat, c Card, out *engine.Facts, rule string) {
	s.hands[seat].Add(c)
	if s.inTheOpen(c) {
		out.Add(FactCardDrawn, rule, uint8(seat), uint8(c))
		return
	}
	out.Tell(s.rules.sees[seat], FactCardDrawn, rule, uint8(seat), uint8(c))
	out.Veil(s.rules.sees[seat], FactCardHidden, rule, uint8(seat))
}

// inTheOpen says whether everybody may see a card in any hand.
func (s *State) inTheOpen(c Card) bool {
	return s.rules.Open || s.Shown.Has(c) || (s.rules.Announced && c.IsEvent())
}

// reveal notes that a card of a hand comes to lie open.
func (s *State) reveal(c Card) {
	if !s.inTheOpen(c) {
		s.learned(engine.Everyone)
	}
}

// show notes that everybody knows a card of a hand from now on: an event that
// is being played is known to be there even if it is refused and stays.
func (s *State) show(seat engine.Seat, c Card) {
	if s.hands[seat].Has(c) {
		s.reveal(c)
		s.keepShown(c)
	}
}

// keepShown remembers a card of a hidden hand that everybody has seen.
func (s *State) keepShown(c Card) {
	if !s.rules.Open {
		s.Shown.Add(c)
	}
}

// DiscardCard puts a card from a hand on the discard.
func (s *State) DiscardCard(seat engine.Seat, c Card, out *engine.Facts, rule string) {
	s.reveal(c)
	s.hands[seat].Remove(c)
	s.Shown.Remove(c)
	s.Discard.Add(c)
	out.Add(FactCardDiscarded, rule, uint8(seat), uint8(c))
}

// RecoverCard takes a card from the discard into a hand.
func (s *State) RecoverCard(seat engine.Seat, c Card, out *engine.Facts, rule string) {
	s.Discard.Remove(c)
	s.hands[seat].Add(c)
	s.keepShown(c)
	out.Add(FactCardRecovered, rule, uint8(seat), uint8(c))
}

// HoldsCity says whether a seat holds the card of a city.
func (s *State) HoldsCity(seat engine.Seat, card uint8) bool {
	return Card(card).IsCity() && s.hands[seat].Has(Card(card))
}

// CheckLimit asks for discards after a card came from elsewhere than the deck.
// Between the draw and the discards of a turn whoever has drawn is not asked: that
// comes anyway.
func (s *State) CheckLimit() {
	if s.overLimit() != 0 && (s.Depth == 0 || s.Top().Question != QuestionDiscard) {
		s.ask(Frame{Question: QuestionDiscard})
	}
}

// GiveCard moves a card from hand to hand. All see which one.
func (s *State) GiveCard(from, to engine.Seat, c Card, out *engine.Facts, rule string) {
	s.reveal(c)
	s.hands[from].Remove(c)
	s.hands[to].Add(c)
	s.keepShown(c)
	out.Add(FactCardGiven, rule, uint8(from), uint8(to), uint8(c))
}

// handLimit is how many cards a hand may keep.
func (s *State) handLimit(seat engine.Seat) int {
	if int(seat) >= s.rules.Players { // it has no role
		return int(s.rules.Numbers.HandLimit)
	}
	return int(s.rules.Numbers.HandLimit) + int(s.Role(seat).Keeps)
}

// overLimit is the seats that hold too many cards and have to discard now: all but the one
// that has drawn, for which the limit is looked at after the epidemics.
func (s *State) overLimit() engine.Seats {
	if s.rules.Turn[s.Stage].Crowded {
		return s.tooMany().Without(s.drawer())
	}
	return s.tooMany()
}

// drawer is the hand that has drawn in a stage in which hands may be over their
// limit.
func (s *State) drawer() engine.Seat {
	if helper, ok := s.rules.helperHand(); ok && s.rules.Turn[s.Stage].Helper {
		return helper
	}
	return s.Active
}

// tooMany is the seats that hold too many cards.
func (s *State) tooMany() engine.Seats {
	var over engine.Seats
	for seat := range engine.Seat(s.rules.Holders) {
		if n := s.hands[seat].Len(); n > int(s.rules.Numbers.HandLimit) && n > s.handLimit(seat) {
			over |= 1 << seat
		}
	}
	return over
}

// HoldsEvent says whether a seat has an event to play, in hand or on its role
// card.
func (s *State) HoldsEvent(seat engine.Seat, event int) bool {
	c := EventCard(event)
	return s.spokenFor(seat).Has(c) || s.Stash[seat] == c
}

// SpendEvent takes the card of an event that was played: from the hand to the
// discard, from a role card out of the game.
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
	// The position is another one: seats that have let this moment pass are asked anew, and
	// a pass that was meant for the old one does not count.
	for i := range s.Stack[:s.Depth] {
		if f := &s.Stack[i]; f.Question == QuestionWindow {
			f.Arg[windowPassed] = 0
			s.Serial++
			f.ID = s.Serial
		}
	}
}

// StashEvent lays an event from the discard on a role card.
func (s *State) StashEvent(seat engine.Seat, event uint8, out *engine.Facts, rule string) {
	c := EventCard(int(event))
	s.Discard.Remove(c)
	s.Stash[seat] = c
	out.Add(FactEventStored, rule, uint8(seat), event)
}
