package epidemic

// A proof tries every possible order of the decks. Only proofs use this code, which arranges the decks; real
// games do not.

// Stacked returns rules with one random choice replaced: when an epidemic puts the infection discard on the
// deck, order arranges these cards, with the top card last.
func (r *Rules) Stacked(order func(cards []City)) *Rules {
	c := *r
	c.order = order
	return &c
}

// LayDecks gives a position the rules r (from Stacked) and rearranges its decks. It puts player and infection
// cards on top, the first to be drawn first. If bottom is not NoCity, that card goes to the bottom of the
// infection deck. Each card must already be in its deck.
func (s *State) LayDecks(r *Rules, player []Card, infection []City, bottom City) {
	s.rules = r
	for i, c := range player {
		lay(s.deck[:s.DeckLen], int(s.DeckLen)-1-i, c)
	}
	for i, c := range infection {
		lay(s.infection[:s.InfectionLen], int(s.InfectionLen)-1-i, c)
	}
	if bottom != NoCity {
		for i, c := range s.infection[:s.InfectionLen] {
			if c == bottom {
				s.infection[0], s.infection[i] = s.infection[i], s.infection[0]
				break
			}
		}
	}
}

// lay swaps the card at a position with the nearest wanted card at or below it.
func lay[C comparable](deck []C, at int, want C) {
	for i := at; i >= 0; i-- {
		if deck[i] == want {
			deck[i], deck[at] = deck[at], deck[i]
			return
		}
	}
}
