package epidemic

import "theriac/engine"

// Advance draws cards, ignoring their effects: player cards from the top of
// the deck into the hand that to names, or onto the discard, and infection
// cards onto theirs. Epidemics leave the game. What is known of the decks stays
// true.
func (s *State) Advance(player, infection int, to func(Card) (engine.Seat, bool)) {
	s.DeckKnown = 0
	for range min(player, int(s.DeckLen)) {
		s.DeckLen--
		c := s.deck[s.DeckLen]
		s.deck[s.DeckLen] = 0
		if c == Epidemic {
			s.Epidemics++
		} else if seat, ok := to(c); ok && !s.rules.instantCards.Has(c) {
			s.hands[seat].Add(c)
		} else {
			s.Discard.Add(c)
		}
	}
	for range min(infection, int(s.InfectionLen)) {
		s.drawInfection()
	}
	s.effect = engine.Effect{}
}

// Reshuffle puts the infection discard back on the deck, as after an epidemic.
func (s *State) Reshuffle() {
	s.intensify(nil)
	s.effect = engine.Effect{}
}
