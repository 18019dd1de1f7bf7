package epidemic

import "theriac/engine"

// drawInfection draws the top infection card and discards it face up.
func (s *State) drawInfection() City {
	s.InfectionLen--
	c := s.infection[s.InfectionLen]
	s.infection[s.InfectionLen], s.Seen[s.InfectionLen] = 0, 0
	s.revealed(c)
	for i := range s.Classes[:s.ClassesN] {
		cl := &s.Classes[i]
		cl.Lo -= min(cl.Lo, 1)
		cl.Hi -= min(cl.Hi, 1)
	}
	for set := s.recalling; set != 0; set &= set - 1 {
		s.recallTo[set.First()]--
	}
	return c
}

// drawInfectionBottom draws the bottom infection card and discards it face up.
func (s *State) drawInfectionBottom() City {
	c := s.infection[0]
	s.InfectionLen--
	n := s.InfectionLen
	copy(s.infection[:n], s.infection[1:n+1])
	copy(s.Seen[:n], s.Seen[1:n+1])
	s.infection[n], s.Seen[n] = 0, 0
	s.revealed(c)
	for i := range s.Classes[:s.ClassesN] {
		cl := &s.Classes[i]
		cl.Hi = min(cl.Hi, n-1)
	}
	for i := range s.recallTo {
		s.recallTo[i] = min(s.recallTo[i], n)
	}
	return c
}

// revealed records that everyone has seen an infection card.
func (s *State) revealed(c City) {
	s.InfectionDiscard |= bit(c)
	if s.rules.hooks.Revealed != nil {
		s.rules.hooks.Revealed(s)
	}
	s.learned(engine.Everyone)
	for i := range s.Classes[:s.ClassesN] {
		if cl := &s.Classes[i]; cl.Cards&bit(c) != 0 {
			cl.Cards &^= bit(c)
			if cl.Cards == 0 {
				s.ClassesN--
				*cl = s.Classes[s.ClassesN]
				s.Classes[s.ClassesN] = Class{}
			}
			break
		}
	}
	for set := s.recalling; set != 0; set &= set - 1 {
		s.setRecall(set.First(), s.recall[set.First()]&^bit(c))
	}
}

// setRecall sets the infection cards that a seat remembers after their order has changed.
func (s *State) setRecall(seat engine.Seat, cards uint64) {
	s.recall[seat] = cards
	s.recalling |= 1 << seat
	if cards == 0 {
		s.recallTo[seat] = 0
		s.recalling &^= 1 << seat
	}
}

// intensify shuffles the infection discard and puts it on top of the deck.
func (s *State) intensify(out *engine.Facts) {
	set := s.InfectionDiscard
	n := uint8(count(set))
	rule := "epidemic/intensify"
	if n == 0 {
		rule = "epidemic/empty"
	}
	out.Add(FactIntensified, rule, n)
	if n == 0 {
		return
	}
	s.InfectionDiscard = 0
	top := s.infection[s.InfectionLen : s.InfectionLen+n]
	i := 0
	eachCity(set, func(c City) bool {
		top[i] = c
		i++
		return true
	})
	s.shuffleCities(engine.Lot{Kind: lotIntensify, Time: s.Epidemics - s.Pending}, top)
	if s.rules.order != nil {
		s.rules.order(top)
	}
	s.effect.Chance = true
	s.InfectionLen += n
	for i := range s.Classes[:s.ClassesN] {
		s.Classes[i].Lo += n
		s.Classes[i].Hi += n
	}
	for seat := range s.recalling.Each {
		s.recallTo[seat] += n
	}
	s.addClass(Class{Cards: set, Hi: n - 1})
}

// addClass adds a group of infection cards whose order is unknown. Each shuffle adds at most one.
func (s *State) addClass(cl Class) {
	s.Classes[s.ClassesN] = cl
	s.ClassesN++
}

// LookAtTop shows the top n infection cards to a seat, or to everyone if hands are open. It asks the seat to
// put them back in any order. Other seats then know only that these cards are among the top n.
func (s *State) LookAtTop(by engine.Seat, v engine.Verb, n uint8, out *engine.Facts, rule string) {
	n = min(n, s.InfectionLen)
	to := s.witnesses(by)
	s.learned(to)
	out.Add(FactLooked, rule, uint8(by), n)
	for i := range n {
		out.Tell(to, FactLookedAt, rule, uint8(s.infection[s.InfectionLen-1-i]), i+1)
	}
	s.mixKnowledge(n, to)
	if n > 1 {
		s.ask(Frame{Question: QuestionOrderInfectionDeck, Seat: by, Verb: v, Arg: [engine.Operands]uint8{n}})
	}
}

// witnesses returns the seats that see a card when the given seat looks at it.
func (s *State) witnesses(by engine.Seat) engine.Seats {
	return s.rules.sees[by]
}

// mixKnowledge records that the top n cards have a new order, which only some seats know.
func (s *State) mixKnowledge(n uint8, to engine.Seats) {
	low := s.InfectionLen - n
	for seat := range engine.Seat(s.rules.Players) {
		cards := s.recall[seat]
		if to.Has(seat) {
			cards &^= s.topSet(n)
		} else {
			for i := low; i < s.InfectionLen; i++ {
				if s.Seen[i].Has(seat) {
					cards |= bit(s.infection[i])
				}
			}
			s.recallTo[seat] = max(s.recallTo[seat], n)
		}
		s.setRecall(seat, cards)
	}
	for i := low; i < s.InfectionLen; i++ {
		s.Seen[i] = to
	}
	for i := range s.Classes[:s.ClassesN] {
		if cl := &s.Classes[i]; cl.Lo < n {
			cl.Lo, cl.Hi = 0, max(cl.Hi, n-1)
		}
	}
}

// topSet returns the set of the top n infection cards.
func (s *State) topSet(n uint8) uint64 {
	var set uint64
	for i := s.InfectionLen - n; i < s.InfectionLen; i++ {
		set |= bit(s.infection[i])
	}
	return set
}

// RemoveInfection removes a card from the infection discard and from the game.
func (s *State) RemoveInfection(c City, out *engine.Facts, rule string) {
	s.InfectionDiscard &^= bit(c)
	s.InfectionRemoved |= bit(c)
	out.Add(FactCardRemoved, rule, uint8(c))
}

// turnBottom draws the bottom card of the infection deck for an effect that needs a city. It discards cards
// without a city until it draws one with a city.
func (s *State) turnBottom(out *engine.Facts) (City, bool) {
	for s.InfectionLen > 0 {
		c := s.drawInfectionBottom()
		if s.rules.namesCity(c) {
			return c, true
		}
		out.Add(FactInfectionDrawn, s.rules.blankRule, uint8(c))
	}
	return NoCity, false
}

// namesCity reports whether an infection card names a city.
func (t *Ruleset) namesCity(c City) bool { return int(c) < len(t.Cities) }
