package pharmacy

import "theriac/engine"

// Fault returns a description of what is wrong with a position, or an empty string. It checks that no pill or
// card has appeared or disappeared, and that each is in a possible place.
func (s *State) Fault() string {
	for _, check := range []func() string{s.brokenPills, s.brokenCards, s.brokenRisks, s.brokenTravel, s.brokenSeats} {
		if why := check(); why != "" {
			return why
		}
	}
	return ""
}

func (s *State) brokenPills() string {
	sum := s.Pharmacy
	for seat := range s.Pills {
		sum.add(s.Pills[seat])
		sum.add(s.Stakes[seat])
		if seat >= s.rules.Players && (s.Pills[seat].Count() > 0 || s.Stakes[seat].Count() > 0) {
			return "pills where nobody sits"
		}
	}
	for c := range sum {
		if int(sum[c]) != int(s.rules.Start[c])*(s.rules.Players+1) {
			return pillKind.Text(uint8(c)) + " pills are not conserved"
		}
	}
	return ""
}

func (s *State) brokenCards() string {
	var seen [cardCount]int
	for p := range s.pile {
		n := s.PileLen[p]
		for i, c := range s.pile[p] {
			if i >= int(n) {
				if c != 0 {
					return "a card under an empty place of a pile"
				}
				continue
			}
			if c > Injection {
				return "a strange card in a pile"
			}
			seen[c]++
		}
		if n > 0 && s.Top[p] != s.pile[p][n-1] || n == 0 && s.Top[p] != NoCard {
			return "the open card of a pile is another one"
		}
	}
	if s.Travel.Card != NoCard {
		seen[s.Travel.Card]++
	}
	for seat := range engine.Seat(s.rules.Players) {
		f := &s.Fronts[seat]
		for i, l := range f.Virus {
			if i >= int(f.N) {
				if l != (Lying{}) {
					return "a virus beside those that count"
				}
				continue
			}
			if l.Doses > 2 || s.rules.value[l.Card] == 0 {
				return "a virus that is none"
			}
			seen[l.Card]++
		}
		seen[Injection] += s.Injections(seat)
	}
	seen[Injection] -= int(s.jabsGiven())
	for c := range Viruses {
		if seen[c] != 1 {
			return "the virus " + cardKind.Text(uint8(c)) + " is not there once"
		}
	}
	if seen[Injection] != injections {
		return "injections are not conserved"
	}
	for f := range s.rules.risks {
		if c := FirstRisk + Card(f); seen[c] > s.Opened.Count(c) {
			return "a virus of a risk card that nobody has opened"
		}
	}
	return ""
}

func (s *State) brokenRisks() string {
	all := 0
	for f, k := range s.rules.risks {
		c := FirstRisk + Card(f)
		n := s.Opened.Count(c) + s.unseen.Count(c)
		for seat := range s.hands {
			n += s.hands[seat].Count(c)
		}
		if s.face == c {
			n++
		}
		if n != k.Copies {
			return "the risk card " + k.ID + " is not conserved"
		}
		all += n
	}
	for seat := range s.hands {
		if s.hands[seat].Len() != int(s.HandLen[seat]) {
			return "a hand has another size"
		}
	}
	if all != riskCards || s.unseen.Len() != riskCards%s.rules.Players {
		return "the unseen risk cards are others"
	}
	return ""
}

func (s *State) brokenTravel() string {
	t := s.Travel
	staked := 0
	for _, p := range s.Stakes {
		staked += p.Count()
	}
	switch {
	case staked > 0 && s.Question != QuestionAnswer:
		return "a stake where no card goes round"
	case t.Risk != (s.face != NoCard) || t.Risk != (s.Question == QuestionDare):
		return "a risk card that does not go round, or goes round unseen by all"
	case s.Question == QuestionAnswer && (t.Card == NoCard || t.Price == 0 || t.To == t.Giver || s.Asked != engine.SeatsOf(t.To)):
		return "nobody can answer the card that goes round"
	case s.Question == QuestionTurn && (t != idle || s.Open != NoCard):
		return "a turn with a card still in the air"
	}
	return ""
}

func (s *State) brokenSeats() string {
	switch {
	case s.Over != (s.Asked == 0) || s.Asked&^s.everyone() != 0:
		return "nobody is asked, or somebody who is not there"
	case !s.Over && s.needCare() != 0:
		return "somebody needs intensive care, and the round goes on"
	case s.Round < 1 || s.Round > Rounds || int(s.Active) >= s.rules.Players || int(s.Starter) >= s.rules.Players:
		return "no such round or seat"
	}
	for round := range s.Sheet {
		for seat, t := range s.Sheet[round] {
			if t != (Tally{}) && (seat >= s.rules.Players || round >= int(s.Round)) {
				return "points that nobody has made"
			}
		}
	}
	return ""
}
