package epidemic

func (a *arranger) hand() {
	seat := a.holder()
	cards := a.cards()
	if a.why != "" {
		return
	}
	for c := range a.s.hands[seat].Each {
		a.s.pluck(c)
		a.s.bury(c)
	}
	for _, c := range cards {
		a.s.pluck(c)
		a.s.hands[seat].Add(c)
	}
}

func (a *arranger) discard() {
	for _, c := range a.cards() {
		a.s.pluck(c)
		a.s.Discard.Add(c)
	}
}

func (a *arranger) deck() {
	s := a.s
	switch a.next() {
	case "top":
		cards := a.cards()
		for i := len(cards) - 1; i >= 0; i-- {
			before := s.DeckLen
			s.pluck(cards[i])
			if cards[i] == Epidemic && s.DeckLen == before {
				a.why = "no epidemic is left"
				return
			}
			s.deck[s.DeckLen] = cards[i]
			s.DeckLen++
		}
	case "size":
		s.DeckKnown = 0
		for n := a.number(); a.why == "" && s.DeckLen > n; {
			c := s.deck[0]
			if c == Epidemic {
				s.Epidemics++
				copy(s.deck[:s.DeckLen], s.deck[1:s.DeckLen])
				s.DeckLen--
				continue
			}
			s.pluck(c)
			s.Removed.Add(c)
		}
	default:
		a.why = "deck top or deck size"
	}
}

// pluck takes a player card from wherever it is. The deck closes up.
func (s *State) pluck(c Card) {
	s.Discard.Remove(c)
	s.Removed.Remove(c)
	s.Shown.Remove(c)
	s.pluckInForce(c)
	for seat := range s.hands {
		s.hands[seat].Remove(c)
		if s.Stash[seat] == c {
			s.Stash[seat] = NoCard
		}
	}
	s.pluckResearch(c)
	s.DeckKnown = 0
	if s.leftOut.Has(c) {
		s.leftOut.Remove(c)
		s.leaveOutAnother(c)
		return
	}
	// The deepest one: an epidemic that already lies higher stays there.
	for i := range s.DeckLen {
		if s.deck[i] == c {
			copy(s.deck[i:s.DeckLen], s.deck[i+1:s.DeckLen])
			s.DeckLen--
			s.deck[s.DeckLen] = 0
			return
		}
	}
}

// leaveOutAnother leaves the deepest event of the deck out, for one that came into
// the game: there are as many of them in a game as its rules say.
func (s *State) leaveOutAnother(in Card) {
	for _, c := range s.deck[:s.DeckLen] {
		if s.rules.eventCards.Has(c) && s.rules.eventCards.Has(in) || s.rules.stretchCards.Has(c) && s.rules.stretchCards.Has(in) {
			s.pluck(c)
			s.leftOut.Add(c)
			return
		}
	}
}

// bury puts a player card under the deck.
func (s *State) bury(c Card) {
	copy(s.deck[1:s.DeckLen+1], s.deck[:s.DeckLen])
	s.deck[0] = c
	s.DeckLen++
}
