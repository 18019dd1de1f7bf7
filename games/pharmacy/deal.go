package pharmacy

import "theriac/engine"

// Deal sets up a game: the first starter is drawn by lot.
func (r *Rules) Deal(s *State, chance engine.Rand, out *engine.Facts) {
	*s = State{rules: r}
	s.rand = chance
	s.Starter = engine.Seat(s.rand.N(r.Players))
	s.startRound("setup/first", out)
	s.effect = engine.Effect{}
}

// startRound shuffles everything and deals anew.
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

// clearTable takes everything off the table but the score sheet.
func (s *State) clearTable() {
	s.Pills, s.Stakes, s.Fronts = [engine.MaxSeats]Pills{}, [engine.MaxSeats]Pills{}, [engine.MaxSeats]Front{}
	s.hands, s.HandLen, s.Opened, s.unseen = [engine.MaxSeats]Hand{}, [engine.MaxSeats]uint8{}, 0, 0
	s.Travel, s.Open, s.OpenedBy, s.face = idle, NoCard, NoSeat, NoCard
	s.Nurse, s.Nursed, s.Diagnostician, s.Doomed, s.Doctor = NoSeat, NoSeat, NoSeat, NoSeat, NoSeat
}

// idle is the travel while no card goes round.
var idle = Travel{Card: NoCard, Owner: NoSeat, Giver: NoSeat, To: NoSeat}

// dealRisks gives everybody the same number of risk cards. What is left over
// leaves the round unseen.
func (s *State) dealRisks(out *engine.Facts) {
	var cards [riskCards]uint8
	n := 0
	for f, k := range s.rules.risks {
		for range k.Copies {
			cards[n] = uint8(FirstRisk) + uint8(f)
			n++
		}
	}
	s.rand.Shuffle(cards[:])
	each := riskCards / s.rules.Players
	at := 0
	for seat := range engine.Seat(s.rules.Players) {
		out.Add(factCardsDealt, "setup/risk", uint8(seat), uint8(each))
		for range each {
			c := Card(cards[at])
			at++
			s.gainRisk(seat, c)
			out.Tell(engine.SeatsOf(seat), factRiskDealt, "setup/risk", uint8(seat), uint8(c))
		}
	}
	for _, c := range cards[at:] {
		s.unseen = s.unseen.With(Card(c))
	}
	if n := riskCards - at; n > 0 {
		out.Add(factRiskLeft, "setup/unseen", uint8(n))
	}
}

// dealPiles makes two piles of the viruses and injections, and opens the first
// card of each.
func (s *State) dealPiles(out *engine.Facts) {
	var cards [deckSize]uint8
	for i := range cards {
		cards[i] = min(uint8(i), uint8(Injection))
	}
	s.rand.Shuffle(cards[:])
	for p := range s.pile {
		for i := range s.pile[p] {
			s.pile[p][i] = Card(cards[p*pileSize+i])
		}
		s.PileLen[p] = pileSize
		s.turnUp(p, "setup/piles", out)
	}
}

// turnUp opens the next card of a pile.
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

// lift takes the open card of a pile and opens the next.
func (s *State) lift(p int, out *engine.Facts) {
	s.PileLen[p]--
	s.pile[p][s.PileLen[p]] = 0
	s.turnUp(p, "turn/next-card", out)
}
