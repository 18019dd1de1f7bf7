package epidemictest

import (
	"slices"

	"theriac/engine"
	"theriac/engine/enginetest"
	"theriac/games/epidemic"
)

func (a *arranger) infection() {
	s, h := a.s, a.hidden()
	switch a.Next() {
	case "top":
		list := a.infections()
		slices.Reverse(list)
		for _, c := range list {
			a.pluckInfection(c)
			h.Infection[s.InfectionLen] = c
			s.InfectionLen++
		}
	case "bottom":
		c := a.infectionCard()
		a.pluckInfection(c)
		copy(h.Infection[1:s.InfectionLen+1], h.Infection[:s.InfectionLen])
		h.Infection[0] = c
		s.InfectionLen++
	case "discard":
		for _, c := range a.infections() {
			a.pluckInfection(c)
			s.InfectionDiscard |= bit(c)
		}
	case "size":
		for n := a.Number(); !a.Failed() && s.InfectionLen > n; {
			c := h.Infection[0]
			a.pluckInfection(c)
			s.InfectionRemoved |= bit(c)
		}
	case "layer":
		a.layer()
		return
	default:
		a.Fail("infection top, bottom, layer, discard or size")
	}
	a.forgetInfection()
}

// layer puts cards on top of the infection deck, as an epidemic does: everyone knows which cards they are,
// but not their order. All other knowledge of the deck's order is removed.
func (a *arranger) layer() {
	s, h := a.s, a.hidden()
	list := a.infections()
	for _, c := range list {
		a.pluckInfection(c)
	}
	a.forgetInfection()
	n := uint8(len(list))
	var all uint64
	for _, c := range list {
		h.Infection[s.InfectionLen] = c
		s.InfectionLen++
		all |= bit(c)
	}
	s.Classes[1], s.Classes[0] = s.Classes[0], epidemic.Class{Cards: all, Hi: n - 1}
	s.Classes[1].Lo, s.Classes[1].Hi = n, s.Classes[1].Hi+n
	s.ClassesN = 2
}

func (a *arranger) infections() []epidemic.City { return enginetest.Rest(a.Words, a.infectionCard) }

func (a *arranger) infectionCard() epidemic.City { return epidemic.City(a.Value(a.r.Infection)) }

// pluckInfection removes an infection card from where it is, and closes the gap in the deck.
func (a *arranger) pluckInfection(c epidemic.City) {
	s, h := a.s, a.hidden()
	s.InfectionDiscard &^= bit(c)
	s.InfectionRemoved &^= bit(c)
	for i := range s.InfectionLen {
		if h.Infection[i] == c {
			copy(h.Infection[i:s.InfectionLen], h.Infection[i+1:s.InfectionLen])
			s.InfectionLen--
			return
		}
	}
}

// forgetInfection removes all knowledge of the infection deck, except which cards it contains.
func (a *arranger) forgetInfection() {
	s := a.s
	clear(s.Classes[:])
	s.ClassesN, s.Seen = 0, [epidemic.MaxInfection]engine.Seats{}
	a.forgets = true
	if n := s.InfectionLen; n > 0 {
		var all uint64
		for _, c := range a.hidden().Infection[:n] {
			all |= bit(c)
		}
		s.Classes[0], s.ClassesN = epidemic.Class{Cards: all, Hi: n - 1}, 1
	}
}
