package pharmacy

import "theriac/engine"

// ownerPays is the value that the owner of a returning risk card pays.
const ownerPays = 2

// twoPills says that the payment is counted in pills and not by their value.
func (s *State) twoPills() bool { return s.rules.TwoPills && s.Travel.Risk }

// owed is the value that a seat has yet to pay to pass the card on. What it has
// staked already counts.
func (s *State) owed(seat engine.Seat) int {
	if s.Travel.Risk {
		if s.rules.TwoPills {
			return 3 * ownerPays // so that every two pills are looked at
		}
		return ownerPays
	}
	return max(0, int(s.Travel.Price)-s.Stakes[seat].Value())
}

// paid is the pills that a payment names.
func paid(m engine.Move) Pills { return Pills{m.Arg[0], m.Arg[1], m.Arg[2]} }

// makes says whether some of the pills are worth exactly so much.
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

// superfluous says whether a pill could be left out of a payment and it would
// still be enough.
func superfluous(p Pills, owed int) bool {
	c := p.cheapest()
	return c != Colours && p.Value()-int(c)-1 >= owed
}

// pays says whether pills are a payment: exactly what is owed, or more than that
// where exactly is not possible, and then without a superfluous pill.
func pays(p Pills, owed int, exact bool) bool {
	if exact {
		return p.Value() == owed
	}
	return p.Value() >= owed && !superfluous(p, owed)
}

// pay takes the pills of a payment: to the stake, or to the pharmacy for a risk
// card.
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
		return // enough was staked before
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
