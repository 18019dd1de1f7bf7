package epidemic

import "theriac/engine"

// Deal sets up a new game with the given chance.
func (r *Rules) Deal(s *State, chance engine.Rand, out *engine.Facts) {
	*s = State{rules: r}
	s.key = chance.Key
	for i := range s.Pawns {
		s.Pawns[i], s.Stash[i] = r.start, NoCard
	}
	for d := range r.Diseases {
		s.Supply[d] = r.cubes[d]
	}
	on := &r.on
	if on.Begin != nil {
		on.Begin(s, out)
	}
	if r.start != NoCity {
		s.Stations = bit(r.start)
		out.Add(FactStationBuilt, "setup/station", uint8(r.start))
	}
	s.firstInfection(out)
	if on.AllInfected != nil {
		on.AllInfected(s, out)
	}
	if on.DealRoles != nil {
		on.DealRoles(s, out)
	} else {
		s.dealRoles(out)
	}
	s.dealHands(out)
	if on.HandsDealt != nil {
		on.HandsDealt(s, out)
	}
	s.prepareDeck(out)
	if on.DeckMade != nil {
		on.DeckMade(s, out)
	}
	if on.ChooseFirst != nil {
		on.ChooseFirst(s, out)
	} else {
		s.chooseFirst(out)
	}
	s.settle(out)
	s.effect = engine.Effect{}
}

// firstInfection infects the first cities. No role prevents it.
func (s *State) firstInfection(out *engine.Facts) {
	n := len(s.rules.Cities)
	for i := range n {
		s.infection[i] = City(i)
	}
	s.shuffleCities(engine.Lot{Kind: lotInfection}, s.infection[:n])
	s.InfectionLen = uint8(n)
	s.addClass(Class{Cards: 1<<n - 1, Hi: uint8(n - 1)})
	for i, batch := range s.rules.Numbers.Setup {
		for nth := range batch[0] {
			c := s.drawInfection()
			s.putCubes(c, s.rules.colour[c], uint8(batch[1]), out, "setup/infection")
			if nth == 0 && s.rules.on.FirstInfected != nil {
				s.rules.on.FirstInfected(s, c, i, out)
			}
		}
	}
}

func (s *State) shuffleCities(l engine.Lot, cities []City) {
	var buf [MaxInfection]uint8
	for i, c := range cities {
		buf[i] = uint8(c)
	}
	s.key.Shuffle(l, buf[:len(cities)])
	for i := range cities {
		cities[i] = City(buf[i])
	}
}

func (s *State) dealRoles(out *engine.Facts) {
	if len(s.rules.roles) > 0 {
		copy(s.Roles[:], s.rules.roles)
	} else {
		var roles [32]uint8
		n := copy(roles[:], s.rules.inPlay)
		s.key.Shuffle(engine.Lot{Kind: lotRoles}, roles[:n])
		copy(s.Roles[:s.rules.Players], roles[:n])
	}
	s.findGuards(s.rules)
	for i := range s.rules.Players {
		out.Add(FactRoleDealt, "setup/roles", uint8(i), s.Roles[i])
	}
}

// dealHands shuffles city cards and events and deals the first hands.
func (s *State) dealHands(out *engine.Facts) {
	var cards [MaxDeck]uint8
	n := 0
	for c := range s.rules.Cities {
		cards[n] = uint8(c)
		n++
	}
	if s.rules.on.BeforeHands != nil {
		var gone int
		cards, gone = s.rules.on.BeforeHands(s, cards, out)
		n -= gone
	}
	n += s.dealEvents(cards[n:], out)
	s.key.Shuffle(engine.Lot{Kind: lotPlayerDeck}, cards[:n])
	hand := s.rules.Numbers.Hand[s.rules.Players]
	for seat := range engine.Seat(s.rules.Holders) {
		rule := s.rules.byHolder(seat, "setup/hands", s.rules.helper.hands)
		out.Add(FactCardsDealt, rule, uint8(seat), hand)
		for range hand {
			n--
			s.take(seat, Card(cards[n]), out, rule)
		}
	}
	for i, c := range cards[:n] {
		s.deck[i] = Card(c)
	}
	s.DeckLen = uint8(n)
}

// dealEvents lists the events that go into the deck. Where not all do, chance
// decides, and nobody sees the others.
func (s *State) dealEvents(dst []uint8, out *engine.Facts) int {
	n := listCards(dst, s.rules.eventCards)
	in := s.rules.eventsIn
	if in == n {
		return n
	}
	s.key.Shuffle(engine.Lot{Kind: lotEvents}, dst[:n])
	for _, c := range dst[in:n] {
		s.leftOut.Add(Card(c))
	}
	out.Add(FactEventsDrawn, "setup/events", uint8(in))
	return in
}

// drawStretchCards draws the cards of which each stretch of the deck has one. The others
// stay out of the game, and nobody sees which.
func (s *State) drawStretchCards(dst []uint8, out *engine.Facts) int {
	if s.rules.inStretches == 0 {
		return 0
	}
	n := listCards(dst, s.rules.stretchCards)
	s.key.Shuffle(engine.Lot{Kind: lotStretchCards}, dst[:n])
	for _, c := range dst[s.rules.inStretches:n] {
		s.leftOut.Add(Card(c))
	}
	out.Add(FactBonusesDrawn, s.rules.stretchRule, uint8(s.rules.inStretches))
	return s.rules.inStretches
}

// beside is one of the places of a pile other than a taken one.
func beside(place, taken int) int {
	if place >= taken {
		place++
	}
	return place
}

// prepareDeck hides one epidemic in each stretch of the deck, the larger
// stretches on top. The cards are shuffled already, so each stretch is too.
func (s *State) prepareDeck(out *engine.Facts) {
	var plain [MaxDeck]Card
	copy(plain[:], s.deck[:s.DeckLen])
	var further [MaxDeck]uint8
	extra := s.drawStretchCards(further[:], out)
	from, to := int(s.DeckLen), int(s.DeckLen)+s.rules.Epidemics+extra
	s.DeckLen = uint8(to)
	for i, pile := range s.rules.piles {
		nth := uint8(i)
		at, second := s.key.N(engine.Lot{Kind: lotEpidemic, Time: nth}, int(pile)), -1
		if extra > 0 {
			second = beside(s.key.N(engine.Lot{Kind: lotStretchCard, Time: nth}, int(pile)-1), at)
		}
		for i := range int(pile) {
			to--
			switch i {
			case at:
				s.deck[to] = Epidemic
				continue
			case second:
				extra--
				s.deck[to] = Card(further[extra])
				continue
			}
			from--
			s.deck[to] = plain[from]
		}
	}
	out.Add(FactDeckPrepared, "setup/deck", s.DeckLen, uint8(s.rules.Epidemics))
}

// chooseFirst lets the seat with the weightiest city card begin, and shows that
// card. Of equal ones the seat dealt first begins; so does it where nobody holds
// a city card.
func (s *State) chooseFirst(out *engine.Facts) {
	best, most := NoCard, int64(0)
	for seat := range engine.Seat(s.rules.Players) {
		eachCity(s.hands[seat].Cities(), func(c City) bool {
			if p := s.rules.Begins(s.rules.Cities[c]); best == NoCard || p > most {
				best, most, s.First = Card(c), p, seat
			}
			return true
		})
	}
	if best != NoCard && s.rules.Players > 1 {
		s.keepShown(best)
		out.Add(FactFirstPlayer, "setup/first", uint8(s.First), uint8(best))
	}
	s.Active = s.First
}
