package epidemic

import "theriac/engine"

// The laboratory: five dishes in which samples are made ready, and two lines of
// research, each with a sequence card whose circles the cubes fill. What lies in
// it is open to everybody, but for the order of the sequence deck.

// Dish is a dish of the laboratory.
type Dish uint8

// The dishes, in the order in which cubes go through them.
const (
	sampleA Dish = iota
	sampleB
	centrifuge
	separation
	growth
	dishCount
)

// DishKind names the dishes, and ResearchKind the lines of research.
var (
	DishKind     = engine.NewKind("dish", "sample-a", "sample-b", "centrifuge", "separation", "growth")
	ResearchKind = engine.NewKind("research", "first", "second")
)

const (
	researches   = 2
	maxSequences = 24
	grey         = MaxDiseases // the circles that take the colour of the cure

	noSequence uint8 = 0xff
)

// The cards of a line of research.
const (
	characterisedWith = iota
	testedWith
)

// Bench is what the laboratory holds.
type Bench struct {
	Lines    [researches]Research
	Dishes   [dishCount][MaxDiseases]uint8
	Discard  uint32 // the sequence cards that lie there
	Left     uint8  // sequence cards in the deck
	Shuffled uint8  // how often its discard has become the deck
	Appeared uint8  // the diseases that ever had a cube on the board
}

// Research is a line of research. Held is the cubes on its card, and Filled which
// circles they fill, by the circle's own colour.
type Research struct {
	Sequence uint8
	Cure     Disease
	Card     [2]Card
	Filled   [MaxDiseases + 1]uint8
	Held     [MaxDiseases]uint8
}

var emptyResearch = Research{Sequence: noSequence, Cure: noDisease, Card: [2]Card{NoCard, NoCard}}

// Cubes counts the cubes on the line's card.
func (l *Research) Cubes() uint8 {
	n := uint8(0)
	for _, k := range l.Held {
		n += k
	}
	return n
}

// put lays cubes of a colour onto circles of a kind.
func (l *Research) put(d Disease, kind int, n uint8) {
	l.Held[d] += n
	l.Filled[kind] += n
}

// Researched says whether the cure of a disease is ready to be found: its line is
// characterised and tested, and every circle is full.
func (s *State) Researched(d Disease) bool {
	if !s.rules.Plays(LabMode) {
		return true
	}
	i, ok := s.lineFor(d)
	return ok && s.Lab.Lines[i].Card[testedWith] != NoCard &&
		s.Lab.Lines[i].Filled == s.rules.sequences[s.Lab.Lines[i].Sequence].circles
}

// lineFor is the line of research that is characterised for a disease.
func (s *State) lineFor(d Disease) (int, bool) {
	for i := range s.Lab.Lines {
		if s.Lab.Lines[i].Cure == d {
			return i, true
		}
	}
	return 0, false
}

// onLines is the player cards that lie on the lines of research.
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

// inDish says whether a dish holds any cube.
func (s *State) inDish(dish Dish) bool { return s.Lab.Dishes[dish] != [MaxDiseases]uint8{} }

// toLab takes a cube from the supply into a dish.
func (s *State) toLab(dish Dish, d Disease, n uint8) {
	s.Supply[d] -= n
	s.Away[d] += n
	s.Lab.Dishes[dish][d] += n
}

// fromLab puts cubes that have left their dish or card back into the supply.
func (s *State) fromLab(d Disease, n uint8, out *engine.Facts, rule string) {
	if n == 0 {
		return
	}
	s.Supply[d] += n
	s.Away[d] -= n
	out.Add(FactCubesReturned, rule, uint8(d), n)
}

// brokenLab looks for each sequence card in exactly one place, and for cubes that
// lie where they cannot.
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

// firstAppeared notes which diseases the first infection has brought.
func (s *State) firstAppeared(*engine.Facts) {
	for disease := range Disease(len(s.rules.Diseases)) {
		if s.OnBoard(disease) > 0 {
			s.Lab.Appeared |= 1 << disease
		}
	}
}
