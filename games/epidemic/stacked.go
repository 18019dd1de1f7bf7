package epidemic

// A proof goes through every order in which the decks can lie. What follows lays them; nothing
// that is played at a table does.

// Stacked is the same rules with one chance taken out: whenever an epidemic puts the infection
// discard back on top of its deck, order lays these cards, the top last.
func (r *Rules) Stacked(order func(cards []City)) *Rules {
	c := *r
	c.order = order
	return &c
}

// LayDecks puts a position under such rules and lays cards that are in the decks: player cards
// and infection cards on top, the first of each being the next, and one infection card on the
// bottom (NoCity: as it lies). They have to lie where they could.
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

// lay exchanges the card at a place with the nearest below it that is the wanted one.
func lay[C comparable](deck []C, at int, want C) {
	for i := at; i >= 0; i-- {
		if deck[i] == want {
			deck[i], deck[at] = deck[at], deck[i]
			return
		}
	}
}
