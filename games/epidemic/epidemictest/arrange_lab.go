package epidemictest

import (
	"slices"

	"theriac/games/epidemic"
)

// Changes of a laboratory by hand:
//
//	dish sample-a DISEASE 2          exactly so many cubes there
//	sequence first CARD          this card on the line, and nothing else there
//	sequence first none · sequence top CARD CARD · sequence discard CARD · sequence size 2
//	research first DISEASE CITY  the line is characterised with the card
//	research first DISEASE CITY CITY  and tested with the other
//	circles first DISEASE 2      so many more cubes go onto the line's card
//	appeared DISEASE DISEASE     no other disease was ever seen

// A line of research without a sequence card, or without a cure.
const (
	noSequence uint8            = 0xff
	noCure     epidemic.Disease = 0xff
)

// inLab says whether there is a laboratory to change.
func (a *arranger) inLab() bool {
	if !a.r.Plays(epidemic.LabMode) {
		a.Fail("there is no laboratory")
	}
	return !a.Failed()
}

func (a *arranger) dish() {
	dish, d, n := a.Value(epidemic.DishKind), a.disease(), a.Number()
	if !a.inLab() {
		return
	}
	s := a.s
	have := s.Lab.Dishes[dish][d]
	if n > s.Supply[d]+have {
		a.Fail("not that many cubes")
		return
	}
	s.Supply[d] += have - n
	s.Away[d] += n - have
	s.Lab.Dishes[dish][d] = n
}

func (a *arranger) sequence() {
	if !a.inLab() {
		return
	}
	s, h := a.s, a.hidden()
	switch where := a.Next(); where {
	case "top":
		list := a.values(a.r.Sequence)
		slices.Reverse(list)
		for _, c := range list {
			a.pluckSequence(c)
			h.Sequences[s.Lab.Left] = c
			s.Lab.Left++
		}
	case "discard":
		for _, c := range a.values(a.r.Sequence) {
			a.pluckSequence(c)
			s.Lab.Discard |= 1 << c
		}
	case "size":
		for n := a.Number(); !a.Failed() && s.Lab.Left > n; {
			c := h.Sequences[0]
			a.pluckSequence(c)
			s.Lab.Discard |= 1 << c
		}
	default:
		i, ok := epidemic.ResearchKind.Parse(where)
		if !ok {
			a.Fail("no line of research is called " + where)
			return
		}
		a.setResearch(int(i))
	}
}

// setResearch makes a line of research begin with a card, or without.
func (a *arranger) setResearch(i int) {
	s, c := a.s, noSequence
	if a.Peek() == "none" {
		a.Next()
	} else {
		c = a.Value(a.r.Sequence)
	}
	if a.Failed() {
		return
	}
	s.EmptyLine(i, nil, "")
	if old := s.Lab.Lines[i].Sequence; old != noSequence {
		a.pluckSequence(old)
		s.Lab.Discard |= 1 << old
	}
	if c != noSequence {
		a.pluckSequence(c)
		s.Lab.Lines[i].Sequence = c
	}
}

// pluckSequence takes a sequence card from wherever it is.
func (a *arranger) pluckSequence(c uint8) {
	s, h := a.s, a.hidden()
	s.Lab.Discard &^= 1 << c
	for i := range s.Lab.Lines {
		if s.Lab.Lines[i].Sequence == c {
			s.EmptyLine(i, nil, "")
			s.Lab.Lines[i].Sequence = noSequence
		}
	}
	for i := range s.Lab.Left {
		if h.Sequences[i] == c {
			copy(h.Sequences[i:s.Lab.Left], h.Sequences[i+1:s.Lab.Left])
			s.Lab.Left--
			return
		}
	}
}

func (a *arranger) research() {
	i, d, cards := a.Value(epidemic.ResearchKind), a.disease(), a.cards()
	if !a.inLab() {
		return
	}
	l := &a.s.Lab.Lines[i]
	if l.Sequence == noSequence || !slices.Contains(a.r.Sequences[l.Sequence].Vials, a.r.Diseases[d]) || len(cards) < 1 || len(cards) > len(l.Card) {
		a.Fail("the line cannot be for that cure")
		return
	}
	a.s.EmptyLine(int(i), nil, "")
	l.Cure = d
	for k, c := range cards {
		a.pluck(c)
		l.Card[k] = c
	}
}

func (a *arranger) circles() {
	i, d, n := a.Value(epidemic.ResearchKind), a.disease(), a.Number()
	if !a.inLab() {
		return
	}
	s := a.s
	if s.Lab.Lines[i].Cure == noCure || n > s.Supply[d] {
		a.Fail("not that many cubes, or no cure")
		return
	}
	var cubes [epidemic.MaxDiseases]uint8
	cubes[d] = n
	s.Supply[d] -= n
	s.Away[d] += n
	s.FillCircles(0, int(i), cubes, nil, "")
}

// pluckResearch takes a player card from a line of research: a test is undone, and
// a line that is not characterised any more is empty.
func (a *arranger) pluckResearch(c epidemic.Card) {
	if !a.r.Plays(epidemic.LabMode) {
		return
	}
	s := a.s
	for i := range s.Lab.Lines {
		switch l := &s.Lab.Lines[i]; c {
		case l.Card[1]: // the one it was tested with
			l.Card[1] = epidemic.NoCard
		case l.Card[0]:
			s.EmptyLine(i, nil, "")
			s.Discard.Remove(c)
		}
	}
}
