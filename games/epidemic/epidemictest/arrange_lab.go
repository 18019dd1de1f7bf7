package epidemictest

import (
	"slices"

	"theriac/games/epidemic"
)

// These lines change a laboratory:
//
//	dish sample-a DISEASE 2          exactly this number of cubes in the dish
//	sequence first CARD          puts this sequence card on an empty line of research
//	sequence first none · sequence top CARD CARD · sequence discard CARD · sequence size 2
//	research first DISEASE CITY  the line is characterised with this card
//	research first DISEASE CITY CITY  and tested with the second card
//	circles first DISEASE 2      this number of additional cubes on the line's card
//	appeared DISEASE DISEASE     no other disease has ever had cubes

// These values mean that a line of research has no sequence card, or no cure.
const (
	noSequence uint8            = 0xff
	noCure     epidemic.Disease = 0xff
)

// inLab reports whether the table has a laboratory. If it has none, the change fails.
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

// setResearch clears a line of research and gives it a sequence card, or none.
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

// pluckSequence removes a sequence card from where it is.
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

// pluckResearch removes a player card from a line of research. If it was the test card, the line becomes
// untested; otherwise, the line is cleared.
func (a *arranger) pluckResearch(c epidemic.Card) {
	if !a.r.Plays(epidemic.LabMode) {
		return
	}
	s := a.s
	for i := range s.Lab.Lines {
		switch l := &s.Lab.Lines[i]; c {
		case l.Card[1]: // the card with which the line was tested
			l.Card[1] = epidemic.NoCard
		case l.Card[0]:
			s.EmptyLine(i, nil, "")
			s.Discard.Remove(c)
		}
	}
}
