package epidemic

import "theriac/engine"

// Deal sets up a new game. All random decisions use chance.
func (r *Rules) Deal(s *State, chance engine.Rand, out *engine.Facts) {
	*s = State{rules: r}
	s.key = chance.Key
	for i := range s.Pawns {
		s.Pawns[i], s.Stash[i] = r.start, NoCard
	}
	for d := range r.Diseases {
		s.Supply[d] = r.cubes[d]
	}
	on := &r.hooks
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

// firstInfection places the initial cubes. No role can prevent them.
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
			if nth == 0 && s.rules.hooks.FirstInfected != nil {
				s.rules.hooks.FirstInfected(s, c, i, out)
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

// dealHands shuffles the city cards and events, and deals the starting hands.
func (s *State) dealHands(out *engine.Facts) {
	var cards [MaxDeck]uint8
	n := 0
	for c := range s.rules.Cities {
		cards[n] = uint8(c)
		n++
	}
	if s.rules.hooks.BeforeHands != nil {
		var gone int
		cards, gone = s.rules.hooks.BeforeHands(s, cards, out)
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

// dealEvents lists the events that go into the deck. If there are more than needed, it chooses at random, and
// no seat sees those left out.
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

// drawStretchCards draws one of the stretchCards for each part of the deck. The others are out of the game,
// and no seat sees them.
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

// otherPlace converts an index among a pile's free positions into a position in the pile. Only the given
// position is taken.
func otherPlace(place, taken int) int {
	if place >= taken {
		place++
	}
	return place
}

// prepareDeck divides the shuffled cards into parts, larger ones on top, and puts an epidemic at a random
// position in each.
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
			second = otherPlace(s.key.N(engine.Lot{Kind: lotStretchCard, Time: nth}, int(pile)-1), at)
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

// chooseFirst gives the first turn to the seat with the city card of the greatest weight, and shows that
// card. If weights are equal, the lowest seat begins. If no seat holds a city card, seat 0 begins.
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
