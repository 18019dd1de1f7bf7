package epidemic

// Changes of a laboratory by hand:
//
//	dish sample-a DISEASE 2          exactly so many cubes there
//	sequence first CARD          this card on the line, and nothing else there
//	sequence first none · sequence top CARD CARD · sequence discard CARD · sequence size 2
//	research first DISEASE CITY  the line is characterised with the card
//	research first DISEASE CITY CITY  and tested with the other
//	circles first DISEASE 2      so many more cubes go onto the line's card
//	appeared DISEASE DISEASE     no other disease was ever seen

// inLab says whether there is a laboratory to change.
func (a *arranger) inLab() bool {
	if !a.s.rules.Plays(Laboratory) && a.why == "" {
		a.why = "there is no laboratory"
	}
	return a.why == ""
}

func (a *arranger) dish() {
	dish, d, n := a.value(DishKind), a.disease(), a.number()
	if !a.inLab() {
		return
	}
	s := a.s
	have := s.Lab.Dishes[dish][d]
	if n > s.Supply[d]+have {
		a.why = "not that many cubes"
		return
	}
	s.Supply[d] += have
	s.Away[d] -= have
	s.Lab.Dishes[dish][d] = 0
	s.toLab(Dish(dish), d, n)
}

func (a *arranger) sequence() {
	if !a.inLab() {
		return
	}
	s := a.s
	switch where := a.next(); where {
	case "top":
		list := a.values(s.rules.Sequence)
		for i := len(list) - 1; a.why == "" && i >= 0; i-- {
			s.pluckSequence(list[i])
			s.sequenceDeck[s.Lab.Left] = list[i]
			s.Lab.Left++
		}
	case "discard":
		for len(a.words) > 0 && a.why == "" {
			c := a.value(s.rules.Sequence)
			s.pluckSequence(c)
			s.Lab.Discard |= 1 << c
		}
	case "size":
		for n := a.number(); a.why == "" && s.Lab.Left > n; {
			c := s.sequenceDeck[0]
			s.pluckSequence(c)
			s.Lab.Discard |= 1 << c
		}
	default:
		i, ok := ResearchKind.Parse(where)
		if !ok {
			a.why = "no line of research is called " + where
			return
		}
		a.setResearch(int(i))
	}
}

// setResearch makes a line of research begin with a card, or without.
func (a *arranger) setResearch(i int) {
	s, c := a.s, noSequence
	if a.words[0] != "none" {
		c = a.value(s.rules.Sequence)
	}
	if a.why != "" {
		return
	}
	s.emptyLine(i, nil, "")
	if old := s.Lab.Lines[i].Sequence; old != noSequence {
		s.pluckSequence(old)
		s.Lab.Discard |= 1 << old
	}
	if c != noSequence {
		s.pluckSequence(c)
		s.Lab.Lines[i].Sequence = c
	}
}

// pluckSequence takes a sequence card from wherever it is.
func (s *State) pluckSequence(c uint8) {
	s.Lab.Discard &^= 1 << c
	for i := range s.Lab.Lines {
		if s.Lab.Lines[i].Sequence == c {
			s.emptyLine(i, nil, "")
			s.Lab.Lines[i].Sequence = noSequence
		}
	}
	for i := range s.Lab.Left {
		if s.sequenceDeck[i] == c {
			copy(s.sequenceDeck[i:s.Lab.Left], s.sequenceDeck[i+1:s.Lab.Left])
			s.Lab.Left--
			s.sequenceDeck[s.Lab.Left] = 0
			return
		}
	}
}

func (a *arranger) research() {
	i, d, cards := a.value(ResearchKind), a.disease(), a.cards()
	if !a.inLab() {
		return
	}
	l := &a.s.Lab.Lines[i]
	if l.Sequence == noSequence || !a.s.hasVial(l.Sequence, d) || len(cards) < 1 || len(cards) > len(l.Card) {
		a.why = "the line cannot be for that cure"
		return
	}
	a.s.emptyLine(int(i), nil, "")
	l.Cure = d
	for k, c := range cards {
		a.s.pluck(c)
		l.Card[k] = c
	}
}

func (a *arranger) circles() {
	i, d, n := a.value(ResearchKind), a.disease(), a.number()
	if !a.inLab() {
		return
	}
	s := a.s
	if s.Lab.Lines[i].Cure == noDisease || n > s.Supply[d] {
		a.why = "not that many cubes, or no cure"
		return
	}
	var cubes [MaxDiseases]uint8
	cubes[d] = n
	s.Supply[d] -= n
	s.Away[d] += n
	s.fillCircles(0, int(i), cubes, nil, "")
}

// pluckResearch takes a player card from a line of research: a test is undone, and
// a line that is not characterised any more is empty.
func (s *State) pluckResearch(c Card) {
	if !s.rules.Plays(Laboratory) {
		return
	}
	for i := range s.Lab.Lines {
		switch l := &s.Lab.Lines[i]; c {
		case l.Card[testedWith]:
			l.Card[testedWith] = NoCard
		case l.Card[characterisedWith]:
			s.emptyLine(i, nil, "")
			s.Discard.Remove(c)
		}
	}
}
