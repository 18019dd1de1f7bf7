package epidemictest

import "theriac/games/epidemic"

func (a *arranger) hand() {
	seat := a.holder()
	cards := a.cards()
	if a.Failed() {
		return
	}
	for c := range a.hidden().Hands[seat].Each {
		a.pluck(c)
		a.bury(c)
	}
	for _, c := range cards {
		a.pluck(c)
		a.h.Hands[seat].Add(c)
	}
}

func (a *arranger) discard() {
	for _, c := range a.cards() {
		a.pluck(c)
		a.s.Discard.Add(c)
	}
}

func (a *arranger) deck() {
	s, h := a.s, a.hidden()
	switch a.Next() {
	case "top":
		cards := a.cards()
		for i := len(cards) - 1; i >= 0; i-- {
			before := s.DeckLen
			a.pluck(cards[i])
			if cards[i] == epidemic.Epidemic && s.DeckLen == before {
				a.Fail("no epidemic is left")
				return
			}
			h.Deck[s.DeckLen] = cards[i]
			s.DeckLen++
		}
	case "size":
		s.DeckKnown = 0
		for n := a.Number(); !a.Failed() && s.DeckLen > n; {
			c := h.Deck[0]
			if c == epidemic.Epidemic {
				s.Epidemics++
				copy(h.Deck[:s.DeckLen], h.Deck[1:s.DeckLen])
				s.DeckLen--
				continue
			}
			a.pluck(c)
			s.Removed.Add(c)
		}
	default:
		a.Fail("deck top or deck size")
	}
}

// epidemics removes the lowest epidemics from the deck, as if they had been drawn.
func (a *arranger) epidemics() {
	s := a.s
	for n := a.Number(); !a.Failed() && s.Epidemics < n; s.Epidemics++ {
		before := s.DeckLen
		if a.pluck(epidemic.Epidemic); s.DeckLen == before {
			a.Fail("no epidemic is left")
		}
	}
}

// pluck removes a player card from where it is, and closes the gap in the deck.
func (a *arranger) pluck(c epidemic.Card) {
	s, h := a.s, a.hidden()
	s.Discard.Remove(c)
	s.Removed.Remove(c)
	s.Shown.Remove(c)
	a.pluckInForce(c)
	for seat := range h.Hands {
		h.Hands[seat].Remove(c)
		if s.Stash[seat] == c {
			s.Stash[seat] = epidemic.NoCard
		}
	}
	a.pluckResearch(c)
	s.DeckKnown = 0
	if h.LeftOut.Has(c) {
		h.LeftOut.Remove(c)
		a.leaveOutAnother(c)
		return
	}
	// Index 0 is the bottom of the deck. Of several epidemics, this takes the lowest and leaves those already
	// on top.
	for i := range s.DeckLen {
		if h.Deck[i] == c {
			copy(h.Deck[i:s.DeckLen], h.Deck[i+1:s.DeckLen])
			s.DeckLen--
			return
		}
	}
}

// leaveOutAnother removes the lowest event in the deck from the game, in exchange for one that has entered
// it. The rules fix the number of events.
func (a *arranger) leaveOutAnother(in epidemic.Card) {
	for _, c := range a.h.Deck[:a.s.DeckLen] {
		if c.IsEvent() && a.classOf(c) == a.classOf(in) {
			a.pluck(c)
			a.h.LeftOut.Add(c)
			return
		}
	}
}

// classOf returns the class of an event.
func (a *arranger) classOf(c epidemic.Card) epidemic.EventClass {
	return a.r.Events[c-epidemic.FirstEvent].Class
}

// bury puts a player card at the bottom of the deck.
func (a *arranger) bury(c epidemic.Card) {
	s, h := a.s, a.hidden()
	copy(h.Deck[1:s.DeckLen+1], h.Deck[:s.DeckLen])
	h.Deck[0] = c
	s.DeckLen++
}
