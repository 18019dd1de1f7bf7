package epidemic

import (
	"slices"

	"theriac/engine"
)

func (a *arranger) infection() {
	s := a.s
	switch a.next() {
	case "top":
		list := a.infections()
		slices.Reverse(list)
		for _, c := range list {
			s.pluckInfection(c)
			s.infection[s.InfectionLen] = c
			s.InfectionLen++
		}
	case "bottom":
		c := a.infectionCard()
		s.pluckInfection(c)
		copy(s.infection[1:s.InfectionLen+1], s.infection[:s.InfectionLen])
		s.infection[0] = c
		s.InfectionLen++
	case "discard":
		for _, c := range a.infections() {
			s.pluckInfection(c)
			s.InfectionDiscard |= bit(c)
		}
	case "size":
		for n := a.number(); a.why == "" && s.InfectionLen > n; {
			c := s.infection[0]
			s.pluckInfection(c)
			s.InfectionRemoved |= bit(c)
		}
	default:
		a.why = "infection top, bottom, discard or size"
	}
	s.forgetInfection()
}

func (a *arranger) infections() []City { return many(a, a.infectionCard) }

func (a *arranger) infectionCard() City { return City(a.value(a.s.rules.Infection)) }

func (s *State) pluckInfection(c City) {
	s.InfectionDiscard &^= bit(c)
	s.InfectionRemoved &^= bit(c)
	for i := range s.InfectionLen {
		if s.infection[i] == c {
			copy(s.infection[i:s.InfectionLen], s.infection[i+1:s.InfectionLen])
			s.InfectionLen--
			s.infection[s.InfectionLen] = 0
			return
		}
	}
}

// forgetInfection makes everybody know no more of the infection deck than which
// cards are in it.
func (s *State) forgetInfection() {
	s.Classes, s.ClassesN, s.Seen = [maxClasses]Class{}, 0, [MaxInfection]engine.Seats{}
	for seat := range engine.Seat(engine.MaxSeats) {
		s.setRecall(seat, 0)
	}
	if n := s.InfectionLen; n > 0 {
		s.addClass(Class{Cards: s.topSet(n), Hi: n - 1})
	}
}
