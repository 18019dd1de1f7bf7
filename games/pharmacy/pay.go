package pharmacy

import "theriac/engine"

// ownerPays is the value that the owner of a risk card pays when the card returns.
const ownerPays = 2

// twoPills reports whether the circulating card is a risk card and the table's options demand two pills for it,
// of any value.
func (s *State) twoPills() bool { return s.rules.TwoPills && s.Travel.Risk }

// owed returns the value that a seat still has to pay to pass the card on, after subtracting its stake.
func (s *State) owed(seat engine.Seat) int {
	if s.Travel.Risk {
		if s.rules.TwoPills {
			return 3 * ownerPays // the largest possible value of two pills, so that every pair is tried
		}
		return ownerPays
	}
	return max(0, int(s.Travel.Price)-s.Stakes[seat].Value())
}

// paid returns the pills that a move pays with.
func paid(m engine.Move) Pills { return Pills{m.Arg[0], m.Arg[1], m.Arg[2]} }

// makes reports whether the given value can be paid exactly with some of the pills.
func (p Pills) makes(value int) bool {
	for r := range min(int(p[Red]), value/3) + 1 {
		for y := range min(int(p[Yellow]), (value-3*r)/2) + 1 {
			if value-3*r-2*y <= int(p[Blue]) {
				return true
			}
		}
	}
	return false
}

// superfluous reports whether a payment would still be enough without one of its pills.
func superfluous(p Pills, owed int) bool {
	c := p.cheapest()
	return c != Colours && p.Value()-int(c)-1 >= owed
}

// pays reports whether pills are a valid payment. If the owed value can be paid exactly, it must be. Otherwise
// the pills may be worth more, but none may be superfluous.
func pays(p Pills, owed int, exact bool) bool {
	if exact {
		return p.Value() == owed
	}
	return p.Value() >= owed && !superfluous(p, owed)
}

// pay moves the pills of a payment to the seat's stake, or to the pharmacy if the card is a risk card.
func (s *State) pay(seat engine.Seat, p Pills, out *engine.Facts) {
	owed, staked := s.owed(seat), s.Stakes[seat].Count() > 0
	s.Pills[seat].take(p)
	if s.Travel.Risk {
		s.Pharmacy.add(p)
		rule := "dare/owner"
		if s.rules.TwoPills {
			rule = "dare/owner-pills"
		}
		out.Add(factPillsPaid, rule, uint8(seat), p[Blue], p[Yellow], p[Red])
		return
	}
	s.Stakes[seat].add(p)
	if p.Count() == 0 {
		return // the stake was already enough
	}
	rule := "pay/stake"
	switch {
	case p.Value() > owed:
		rule = "pay/overpaid"
	case staked:
		rule = "pay/staked-counts"
	}
	out.Add(factPillsStaked, rule, uint8(seat), p[Blue], p[Yellow], p[Red])
}
