package pharmacytest

import (
	"theriac/engine"
	"theriac/games/pharmacy"
)

// pills gives a seat exactly the given pills. Surplus pills go to the pharmacy. Missing ones come from the
// pharmacy and then from the other seats, beginning with the last.
func (a *arranger) pills() {
	s, seat := a.s, a.seat()
	want := pharmacy.Pills{a.Number(), a.Number(), a.Number()}
	if !a.Failed() {
		addPills(&s.Pharmacy, s.Pills[seat])
		s.Pills[seat] = pharmacy.Pills{}
		a.move(&s.Pills[seat], want, &s.Pharmacy, seat)
	}
}

// pharmacy leaves exactly the given pills in the pharmacy. The last seat gets the others.
func (a *arranger) pharmacy() {
	s := a.s
	want := pharmacy.Pills{a.Number(), a.Number(), a.Number()}
	if !a.Failed() {
		addPills(&s.Pills[a.r.Players-1], s.Pharmacy)
		s.Pharmacy = pharmacy.Pills{}
		a.move(&s.Pharmacy, want, &s.Pills[a.r.Players-1], pharmacy.NoSeat)
	}
}

// move fills up one stock to the wanted pills. They come from the other stock, and then from all seats except
// the one named not.
func (a *arranger) move(to *pharmacy.Pills, want pharmacy.Pills, from *pharmacy.Pills, not engine.Seat) {
	s := a.s
	for c := range want {
		for to[c] < want[c] {
			if from[c] > 0 {
				from[c]--
				to[c]++
				continue
			}
			seat := a.r.Players - 1
			for ; seat >= 0 && (engine.Seat(seat) == not || s.Pills[seat][c] == 0); seat-- {
			}
			if seat < 0 {
				a.Fail("not that many pills")
				return
			}
			s.Pills[seat][c]--
			to[c]++
		}
	}
}

func addPills(to *pharmacy.Pills, more pharmacy.Pills) {
	for c := range more {
		to[c] += more[c]
	}
}
