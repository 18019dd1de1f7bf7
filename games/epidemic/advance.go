package epidemic

import "theriac/engine"

// Advance draws cards without their effects, to arrange a position. The given function returns the hand that
// gets a player card, or false to discard the card. Infection cards are discarded, and epidemics leave the
// game. Views stay correct about the decks.
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

// Reshuffle shuffles the infection discard and puts it on top of its deck, as an epidemic does.
func (s *State) Reshuffle() {
	s.intensify(nil)
	s.effect = engine.Effect{}
}
