package pharmacy

import "theriac/engine"

// pills gives a seat exactly these. What is too much goes to the pharmacy, what is
// missing comes from there and then from the others, the last first.
func (a *arranger) pills() {
	s, seat := a.s, a.seat()
	want := Pills{a.number(), a.number(), a.number()}
	if a.why == "" {
		s.Pharmacy.add(s.Pills[seat])
		s.Pills[seat] = Pills{}
		a.move(&s.Pills[seat], want, &s.Pharmacy, seat)
	}
}

// pharmacy leaves exactly these there; the last seat gets the others.
func (a *arranger) pharmacy() {
	s := a.s
	want := Pills{a.number(), a.number(), a.number()}
	if a.why == "" {
		s.Pills[s.rules.Players-1].add(s.Pharmacy)
		s.Pharmacy = Pills{}
		a.move(&s.Pharmacy, want, &s.Pills[s.rules.Players-1], NoSeat)
	}
}

// move takes the wanted pills from one place and then from the other seats.
func (a *arranger) move(to *Pills, want Pills, from *Pills, not engine.Seat) {
	s := a.s
	for c := range want {
		for to[c] < want[c] {
			if from[c] > 0 {
				from[c]--
				to[c]++
				continue
			}
			seat := s.rules.Players - 1
			for ; seat >= 0 && (engine.Seat(seat) == not || s.Pills[seat][c] == 0); seat-- {
			}
			if seat < 0 {
				a.why = "not that many pills"
				return
			}
			s.Pills[seat][c]--
			to[c]++
		}
	}
}
