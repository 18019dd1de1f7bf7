package pharmacy

import "theriac/engine"

// These identify the random decisions. The decks are shuffled once for each round.
const (
	lotStarter = 1 + iota
	lotRisks
	lotPiles
)

// Deal sets up a game. The seat that starts the first round is chosen at random.
func (r *Rules) Deal(s *State, chance engine.Rand, out *engine.Facts) {
	*s = State{rules: r}
	s.key = chance.Key
	s.Starter = engine.Seat(s.key.N(engine.Lot{Kind: lotStarter}, r.Players))
	s.startRound("setup/first", out)
	s.effect = engine.Effect{}
}

// startRound shuffles all cards and deals a new round.
func (s *State) startRound(why string, out *engine.Facts) {
	r := s.rules
	s.Round++
	s.Active = s.Starter
	s.clearTable()
	out.Add(factRoundBegan, why, s.Round, uint8(s.Starter))
	for seat := range engine.Seat(r.Players) {
		s.Pills[seat] = r.Start
		out.Add(factPillsDealt, "setup/pills", uint8(seat), r.Start[Blue], r.Start[Yellow], r.Start[Red])
	}
	s.Pharmacy = r.Start
	s.dealRisks(out)
	s.dealPiles(out)
	s.effect.Chance = true
	s.learned(s.everyone())
	s.beginTurn(out)
}

// clearTable removes everything from the table except the results of the finished rounds.
func (s *State) clearTable() {
	s.Pills, s.Stakes, s.Fronts = [engine.MaxSeats]Pills{}, [engine.MaxSeats]Pills{}, [engine.MaxSeats]Front{}
	s.hands, s.HandLen, s.Opened, s.unseen = [engine.MaxSeats]Hand{}, [engine.MaxSeats]uint8{}, 0, 0
	s.Travel, s.Open, s.OpenedBy, s.face = idle, NoCard, NoSeat, NoCard
	s.Nurse, s.Nursed, s.Diagnostician, s.Doomed, s.Doctor = NoSeat, NoSeat, NoSeat, NoSeat, NoSeat
}

// idle is the value of Travel while no card circulates.
var idle = Travel{Card: NoCard, Owner: NoSeat, Giver: NoSeat, To: NoSeat}

// dealRisks deals each seat the same number of risk cards. No player sees the remaining ones in this round.
func (s *State) dealRisks(out *engine.Facts) {
	var faces [riskCards]Card
	n := 0
	for f, k := range s.rules.risks {
		for range k.Copies {
			faces[n] = FirstRisk + Card(f)
			n++
		}
	}
	cards := s.shuffled(lotRisks, riskCards)
	each := riskCards / s.rules.Players
	at := 0
	for seat := range engine.Seat(s.rules.Players) {
		out.Add(factCardsDealt, "setup/risk", uint8(seat), uint8(each))
		for range each {
			c := faces[cards[at]]
			at++
			s.gainRisk(seat, c)
			out.Tell(engine.SeatsOf(seat), factRiskDealt, "setup/risk", uint8(seat), uint8(c))
		}
	}
	for _, i := range cards[at:riskCards] {
		s.unseen = s.unseen.With(faces[i])
	}
	if n := riskCards - at; n > 0 {
		out.Add(factRiskLeft, "setup/unseen", uint8(n))
	}
}

// dealPiles makes two piles of the viruses and injections, and turns over the top card of each.
func (s *State) dealPiles(out *engine.Facts) {
	cards := s.shuffled(lotPiles, deckSize)
	for p := range s.pile {
		for i := range s.pile[p] {
			s.pile[p][i] = min(Card(cards[p*pileSize+i]), Injection)
		}
		s.PileLen[p] = pileSize
		s.turnUp(p, "setup/piles", out)
	}
}

// shuffled returns a random order of n numbers for this round. Cards with the same face have different
// numbers.
func (s *State) shuffled(kind uint8, n int) [max(riskCards, deckSize)]uint8 {
	var cards [max(riskCards, deckSize)]uint8
	for i := range cards {
		cards[i] = uint8(i)
	}
	s.key.Shuffle(engine.Lot{Kind: kind, Time: s.Round}, cards[:n])
	return cards
}

// turnUp turns over the next card of a pile.
func (s *State) turnUp(p int, rule string, out *engine.Facts) {
	if s.PileLen[p] == 0 {
		s.Top[p] = NoCard
		out.Add(factPileEmptied, "turn/empty-pile", uint8(p))
		return
	}
	s.Top[p] = s.pile[p][s.PileLen[p]-1]
	out.Add(factCardTurned, rule, uint8(p), uint8(s.Top[p]))
	s.learned(s.everyone())
}

// lift removes the open card of a pile and turns over the next one.
func (s *State) lift(p int, out *engine.Facts) {
	s.PileLen[p]--
	s.pile[p][s.PileLen[p]] = 0
	s.turnUp(p, "turn/next-card", out)
}
