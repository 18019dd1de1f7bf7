package pharmacy

import "theriac/engine"

// arrive brings the circulating virus or injection to a seat and asks it to answer. A seat that cannot pay
// keeps the card.
func (s *State) arrive(out *engine.Facts) {
	s.respect(out)
	to := s.Travel.To
	if s.Pills[to].Value()+s.Stakes[to].Value() < int(s.Travel.Price) {
		s.keepCard(to, "pass/unable", out)
		return
	}
	s.ask(QuestionAnswer, engine.SeatsOf(to))
}

var keep = verb{
	name: "keep", questions: []engine.QuestionKind{QuestionAnswer},
	list: func(_ *State, m engine.Move, dst []engine.Move) []engine.Move { return append(dst, m) },
	play: func(s *State, m engine.Move, out *engine.Facts) { s.keepCard(m.Seat, "pass/keep", out) },
	// By default, a seat keeps the card, so that it never pays. But if the pills already staked are enough, and
	// keeping the card would lead to intensive care, it passes the card on.
	harm: func(s *State, m engine.Move) int {
		if s.owed(m.Seat) == 0 && s.harmOf(s.Travel.Card, m.Seat) == harmCare {
			return 2
		}
		return 0
	},
}

// keepCard ends a card's circulation. The seat that keeps the card takes back its own stake. The other stakes
// go to the pharmacy.
func (s *State) keepCard(seat engine.Seat, rule string, out *engine.Facts) {
	c := s.Travel.Card
	out.Add(factCardKept, rule, uint8(seat), uint8(c))
	for other := range engine.Seat(s.rules.Players) {
		p := s.Stakes[other]
		if p.Count() == 0 {
			continue
		}
		s.Stakes[other] = Pills{}
		if other == seat {
			s.Pills[other].add(p)
			out.Add(factStakeReturned, "pass/stake-back", uint8(other), p[Blue], p[Yellow], p[Red])
		} else {
			s.Pharmacy.add(p)
			out.Add(factStakeLost, "pass/stake-lost", uint8(other), p[Blue], p[Yellow], p[Red])
		}
	}
	if c == Injection {
		s.giveInjection(seat, out)
		return
	}
	s.placeVirus(seat, c, "pass/virus", out)
	if s.rules.Keeper {
		s.dispense(seat, s.rules.viruses[c].Pills, "pass/keeper", out)
	}
	s.endTurn(out)
}

// defend passes the card on for a payment. For a virus or an injection, the pills are added to the seat's stake
// until its value meets the price. For a risk card, only the owner pays in this way, and the pills go to the
// pharmacy.
var defend = verb{
	name: "defend", args: []*engine.Kind{blueKind, yellowKind, redKind, engine.SeatKind}, questions: []engine.QuestionKind{QuestionAnswer, QuestionDare},
	needs: []need{
		{"dare/one-pill", func(s *State, m engine.Move) bool { return !s.Travel.Risk || m.Seat == s.Travel.Owner }},
		{"send/another", toAnother(3)},
		{"send/neighbour", func(s *State, m engine.Move) bool {
			return s.Travel.Risk || s.rules.reaches(s.Travel.Card, m.Seat, engine.Seat(m.Arg[3]))
		}},
		{"send/giver", func(s *State, m engine.Move) bool { return s.passable(engine.Seat(m.Arg[3])) }},
		{"pay/pills", func(s *State, m engine.Move) bool { return s.Pills[m.Seat].has(paid(m)) }},
		{"pay/two-pills", func(s *State, m engine.Move) bool { return !s.twoPills() || paid(m).Count() == 2 }},
		{"pay/price", func(s *State, m engine.Move) bool { return s.twoPills() || paid(m).Value() >= s.owed(m.Seat) }},
		{"pay/exact", func(s *State, m engine.Move) bool {
			need := s.owed(m.Seat)
			return s.twoPills() || paid(m).Value() == need || !s.Pills[m.Seat].makes(need)
		}},
		{"pay/superfluous", func(s *State, m engine.Move) bool { return s.twoPills() || !superfluous(paid(m), s.owed(m.Seat)) }},
	},
	list: listDefences,
	play: func(s *State, m engine.Move, out *engine.Facts) {
		s.pay(m.Seat, paid(m), out)
		s.Travel.Giver, s.Travel.To = m.Seat, engine.Seat(m.Arg[3])
		if s.Travel.Risk {
			out.Add(factRiskPassed, "dare/pass", uint8(m.Seat), uint8(s.Travel.To))
			s.arriveRisk(out)
			return
		}
		s.Travel.Price++
		rule := "pass/on"
		if s.rules.cross(s.Travel.Card) {
			rule = "pass/cross"
		}
		out.Add(factCardPassed, rule, uint8(m.Seat), uint8(s.Travel.To), s.Travel.Price)
		s.arrive(out)
	},
	harm: func(*State, engine.Move) int { return 1 },
}

// passable reports whether the circulating card may be passed to a seat. Only risk cards and cards with a cross
// can be passed back to the seat that they came from.
func (s *State) passable(to engine.Seat) bool {
	t := &s.Travel
	return t.Risk || s.rules.cross(t.Card) || to != t.Giver
}

func listDefences(s *State, m engine.Move, dst []engine.Move) []engine.Move {
	if s.Travel.Risk && m.Seat != s.Travel.Owner {
		return dst
	}
	var to [engine.MaxSeats]uint8
	n := 0
	for seat := range engine.Seat(s.rules.Players) {
		if seat != m.Seat && s.passable(seat) && (s.Travel.Risk || s.rules.reaches(s.Travel.Card, m.Seat, seat)) {
			to[n] = uint8(seat)
			n++
		}
	}
	have, owed := s.Pills[m.Seat], s.owed(m.Seat)
	exact := have.makes(owed)
	for b := range min(int(have[Blue]), owed) + 1 {
		for y := range min(int(have[Yellow]), (owed+1)/2) + 1 {
			least, most := 0, min(int(have[Red]), (owed+2)/3)
			if exact && !s.twoPills() { // the numbers of blue and yellow pills determine the number of red ones
				rest := owed - b - 2*y
				if rest < 0 || rest%3 != 0 {
					continue
				}
				least, most = rest/3, min(most, rest/3)
			}
			for r := least; r <= most; r++ {
				p := Pills{uint8(b), uint8(y), uint8(r)}
				if s.twoPills() && p.Count() != 2 || !s.twoPills() && !pays(p, owed, exact) {
					continue
				}
				m.Arg[0], m.Arg[1], m.Arg[2] = p[Blue], p[Yellow], p[Red]
				for _, seat := range to[:n] {
					m.Arg[3] = seat
					dst = append(dst, m)
				}
			}
		}
	}
	return dst
}
