package epidemic

import "theriac/engine"

// Fault describes what is wrong with a position, or returns an empty string. It checks that no cube or card
// has appeared or disappeared, and that each is in a valid place.
func (s *State) Fault() string {
	for d, name := range s.rules.Diseases {
		sum := int(s.Supply[d])
		for c := range s.rules.Cities {
			n := s.CubesAt(City(c), Disease(d))
			if n > full && (n > full+1 || !s.takesIn(City(c)) || s.End == Running && s.Depth == 0) {
				return "a fourth cube of " + name
			}
			sum += int(n)
		}
		if sum+int(s.Away[d]) != int(s.rules.cubes[d]) {
			return "cubes of " + name + " are not conserved"
		}
		if s.IsEradicated(Disease(d)) && (!s.IsCured(Disease(d)) || s.OnBoard(Disease(d)) != 0) {
			return name + " is eradicated against the rules"
		}
	}
	if s.Cubes != s.onlyKnownDiseases() {
		return "cubes of no disease"
	}
	if why := s.brokenPlayerCards(); why != "" {
		return why
	}
	if why := s.brokenOngoing(); why != "" {
		return why
	}
	if why := s.brokenInfection(); why != "" {
		return why
	}
	if n := count(s.Stations); n > int(s.rules.Numbers.Stations) {
		return "too many stations"
	}
	for d := range s.rules.Diseases {
		if s.rules.OwnStations && count(s.Stations&s.rules.ofKind[d]) > 1 {
			return "two stations of one disease"
		}
	}
	if s.rules.hooks.Fault != nil {
		if why := s.rules.hooks.Fault(s); why != "" {
			return why
		}
	}
	if s.End == Running && s.Outbreaks >= s.rules.Numbers.Outbreaks {
		return "the last outbreak did not end the game"
	}
	return ""
}

func (s *State) onlyKnownDiseases() [MaxCities]uint16 {
	cubes := s.Cubes
	for c := range cubes {
		cubes[c] &= 1<<(cubeBits*len(s.rules.Diseases)) - 1
	}
	return cubes
}

// brokenPlayerCards checks that each player card is in exactly one place.
func (s *State) brokenPlayerCards() string {
	var seen Cards
	total, epidemics := 0, 0
	see := func(set Cards) {
		total += set.Len()
		seen = seen.Or(set)
	}
	see(s.Discard)
	see(s.Removed)
	see(s.leftOut)
	see(s.faceUp())
	see(s.elsewhere(s.rules))
	shown := s.Shown
	for seat := range engine.Seat(s.rules.Holders) {
		see(s.hands[seat])
		shown = shown.Minus(s.hands[seat])
		if c := s.Stash[seat]; c != NoCard {
			see(oneCard(c))
		}
	}
	for _, c := range s.deck[:s.DeckLen] {
		if c == Epidemic {
			epidemics++
			continue
		}
		see(oneCard(c))
	}
	if s.leftOut.Len() != s.rules.eventCards.Len()-s.rules.eventsIn+s.rules.stretchCards.Len()-s.rules.inStretches {
		return "events came into the game or left it"
	}
	if all := s.rules.allCards(); seen != all || total != all.Len() {
		return "a player card is missing or there twice"
	}
	if !shown.Empty() {
		return "a card that everybody has seen in a hand is in none"
	}
	if epidemics+int(s.Epidemics) != s.rules.Epidemics {
		return "an epidemic is missing or there twice"
	}
	return ""
}

// brokenInfection checks that each infection card is in exactly one place, and that the deck's order is
// consistent with what everyone knows about it.
func (s *State) brokenInfection() string {
	seen, total := s.InfectionDiscard|s.InfectionRemoved, count(s.InfectionDiscard)+count(s.InfectionRemoved)
	for i, c := range s.infection[:s.InfectionLen] {
		seen |= bit(c)
		total++
		fromTop := s.InfectionLen - 1 - uint8(i)
		known := false
		for _, cl := range s.Classes {
			if cl.Cards&bit(c) != 0 {
				known = cl.Lo <= fromTop && fromTop <= cl.Hi
			}
		}
		if !known {
			return "an infection card lies where nobody expects it"
		}
		for seat := range s.recall {
			if s.recall[seat]&bit(c) != 0 && fromTop >= s.recallTo[seat] {
				return "an infection card lies below where it was seen"
			}
		}
	}
	if all := s.rules.infections; seen != all || total != count(all) {
		return "an infection card is missing or there twice"
	}
	return ""
}
