package epidemic

import "theriac/engine"

// The laboratory has five dishes in which samples are prepared, and two lines of research. Each line holds a
// sequence card with circles to be filled with cubes. All of this is public, except the order of the sequence
// deck.

// Dish is one of the dishes in which samples are prepared.
type Dish uint8

// These are the dishes, in the order in which cubes pass through them.
const (
	sampleA Dish = iota
	sampleB
	centrifuge
	separation
	growth
	dishCount
)

// DishKind names the dishes, and ResearchKind names the lines of research.
var (
	DishKind     = engine.NewKind("dish", "sample-a", "sample-b", "centrifuge", "separation", "growth")
	ResearchKind = engine.NewKind("research", "first", "second")
)

const (
	researches   = 2
	maxSequences = 24
	grey         = MaxDiseases // the index of the grey circles, which take cubes of the cure's colour

	noSequence uint8 = 0xff
)

// These are the indices of the player cards played to a line of research.
const (
	characterisedWith = iota
	testedWith
)

// Bench is the state of the laboratory.
type Bench struct {
	Lines    [researches]Research
	Dishes   [dishCount][MaxDiseases]uint8
	Discard  uint32 // the sequence cards in the discard
	Left     uint8  // sequence cards in the deck
	Shuffled uint8  // how often the sequence discard has been shuffled into a new deck
	Appeared uint8  // the diseases that have ever had a cube on the board
}

// Research is one line of research. Held counts the cubes on its sequence card by disease. Filled counts its
// filled circles by colour.
type Research struct {
	Sequence uint8
	Cure     Disease
	Card     [2]Card
	Filled   [MaxDiseases + 1]uint8
	Held     [MaxDiseases]uint8
}

var emptyResearch = Research{Sequence: noSequence, Cure: noDisease, Card: [2]Card{NoCard, NoCard}}

// Cubes returns the number of cubes on the sequence card of a line of research.
func (l *Research) Cubes() uint8 {
	n := uint8(0)
	for _, k := range l.Held {
		n += k
	}
	return n
}

// put adds n cubes of a disease to the circles of one colour.
func (l *Research) put(d Disease, kind int, n uint8) {
	l.Held[d] += n
	l.Filled[kind] += n
}

// Researched reports whether the research for a disease's cure is complete: a line is characterised for the
// disease and tested, and all of its circles are full.
func (s *State) Researched(d Disease) bool {
	if !s.rules.Plays(LabMode) {
		return true
	}
	i, ok := s.lineFor(d)
	return ok && s.Lab.Lines[i].Card[testedWith] != NoCard &&
		s.Lab.Lines[i].Filled == s.rules.sequences[s.Lab.Lines[i].Sequence].circles
}

// lineFor returns the line of research that is characterised for a disease, if any.
func (s *State) lineFor(d Disease) (int, bool) {
	for i := range s.Lab.Lines {
		if s.Lab.Lines[i].Cure == d {
			return i, true
		}
	}
	return 0, false
}

// onLines returns the player cards that were played to lines of research.
func (p *Public) onLines() Cards {
	var set Cards
	for i := range p.Lab.Lines {
		for _, c := range p.Lab.Lines[i].Card {
			if c != NoCard {
				set.Add(c)
			}
		}
	}
	return set
}

// inDish reports whether a dish holds any cube.
func (s *State) inDish(dish Dish) bool { return s.Lab.Dishes[dish] != [MaxDiseases]uint8{} }

// toLab moves n cubes of a disease from the supply to a dish.
func (s *State) toLab(dish Dish, d Disease, n uint8) {
	s.Supply[d] -= n
	s.Away[d] += n
	s.Lab.Dishes[dish][d] += n
}

// fromLab returns n cubes of a disease from the laboratory to the supply.
func (s *State) fromLab(d Disease, n uint8, out *engine.Facts, rule string) {
	if n == 0 {
		return
	}
	s.Supply[d] += n
	s.Away[d] -= n
	out.Add(FactCubesReturned, rule, uint8(d), n)
}

// brokenLab checks that each sequence card is in exactly one place, and that each cube is in a valid place.
func (s *State) brokenLab() string {
	seen, total := s.Lab.Discard, count(uint64(s.Lab.Discard))
	see := func(c uint8) {
		seen |= 1 << c
		total++
	}
	for _, c := range s.sequenceDeck[:s.Lab.Left] {
		see(c)
	}
	for i := range s.Stack[:s.Depth] {
		if s.Stack[i].Question == QuestionSlot {
			see(s.Stack[i].Arg[0])
		}
	}
	var held [MaxDiseases]uint8
	for i := range s.Lab.Lines {
		l := &s.Lab.Lines[i]
		if l.Sequence != noSequence {
			see(l.Sequence)
		}
		if why := s.brokenLine(l); why != "" {
			return why
		}
		for d, n := range l.Held {
			held[d] += n
		}
	}
	for d := range held {
		for dish := range s.Lab.Dishes {
			held[d] += s.Lab.Dishes[dish][d]
		}
		if held[d] > s.Away[d] {
			return "cubes of the laboratory are not conserved"
		}
	}
	if n := len(s.rules.sequences); total != n || seen != 1<<n-1 {
		return "a sequence card is missing or there twice"
	}
	return ""
}

func (s *State) brokenLine(l *Research) string {
	filled := uint8(0)
	for kind, n := range l.Filled {
		filled += n
		if n > 0 && (l.Sequence == noSequence || n > s.rules.sequences[l.Sequence].circles[kind]) {
			return "a cube where no circle is"
		}
	}
	switch open := l.Cure != noDisease; {
	case filled != l.Cubes():
		return "circles and cubes do not agree"
	case open != (l.Card[characterisedWith] != NoCard), !open && (filled > 0 || l.Card[testedWith] != NoCard):
		return "a line of research without its cure"
	case open && (s.IsCured(l.Cure) || s.rules.sequences[l.Sequence].vials>>l.Cure&1 == 0):
		return "a line of research for a cure that it cannot have"
	}
	return ""
}

// firstAppeared records which diseases have cubes on the board after the first infection.
func (s *State) firstAppeared(*engine.Facts) {
	for disease := range Disease(len(s.rules.Diseases)) {
		if s.OnBoard(disease) > 0 {
			s.Lab.Appeared |= 1 << disease
		}
	}
}
