package epidemic

import "theriac/engine"

// SequenceCard is a card of the laboratory. It names the diseases that it can be used to cure, and has
// circles of some colours to be filled with cubes.
type SequenceCard struct {
	ID      string
	Vials   []string
	Circles map[string]uint8
}

// GreyCircles is the colour name of circles that take cubes of the cure's colour.
const GreyCircles = "grey"

// sequence is a sequence card with its names resolved to indices.
type sequence struct {
	vials   uint8
	circles [MaxDiseases + 1]uint8
}

// SequenceKind is the kind of operand that names a sequence card. The box provides its values.
var SequenceKind = engine.NewKind("sequence")

// numberSequences resolves the names on the sequence cards to indices.
func (t *Ruleset) numberSequences() {
	if len(t.Sequences) > maxSequences {
		panic("epidemic: the box " + t.Game + " has too many sequence cards")
	}
	t.Sequence = engine.NewKind("sequence", ids(t.Sequences, func(c SequenceCard) string { return c.ID })...)
	t.ownKinds[SequenceKind] = t.Sequence
	for _, c := range t.Sequences {
		var x sequence
		for _, d := range c.Vials {
			x.vials |= 1 << must(t.Disease, d)
		}
		for of, n := range c.Circles {
			if of == GreyCircles {
				x.circles[grey] = n
			} else {
				x.circles[must(t.Disease, of)] = n
			}
		}
		t.sequences = append(t.sequences, x)
	}
}

// dealSequences shuffles the sequence deck and puts its first card on the first line of research.
func (s *State) dealSequences(out *engine.Facts) {
	n := len(s.rules.sequences)
	for i := range n {
		s.sequenceDeck[i] = uint8(i)
	}
	s.key.Shuffle(engine.Lot{Kind: lotSequences}, s.sequenceDeck[:n])
	s.Lab.Left = uint8(n)
	s.Lab.Lines = [researches]Research{emptyResearch, emptyResearch}
	s.openLine(0, s.drawSequence(out), out, "lab/setup")
}

// drawSequence draws the top sequence card. If the deck is empty, it first shuffles the discard into a new
// deck.
func (s *State) drawSequence(out *engine.Facts) uint8 {
	if s.Lab.Left == 0 {
		for set := uint64(s.Lab.Discard); set != 0; set &= set - 1 {
			s.sequenceDeck[s.Lab.Left] = uint8(firstCity(set))
			s.Lab.Left++
		}
		s.Lab.Shuffled++
		s.key.Shuffle(engine.Lot{Kind: lotSequences, Time: s.Lab.Shuffled}, s.sequenceDeck[:s.Lab.Left])
		s.effect.Chance = true
		s.Lab.Discard = 0
		out.Add(FactSequencesShuffled, "lab/shuffle", s.Lab.Left)
	}
	s.learned(engine.Everyone)
	s.Lab.Left--
	c := s.sequenceDeck[s.Lab.Left]
	s.sequenceDeck[s.Lab.Left] = 0
	return c
}

// openLine puts a sequence card on a line of research that has none.
func (s *State) openLine(i int, c uint8, out *engine.Facts, rule string) {
	s.Lab.Lines[i].Sequence = c
	out.Add(FactSequencePlaced, rule, uint8(i), c)
}

func (s *State) discardSequence(c uint8, out *engine.Facts, rule string) {
	s.Lab.Discard |= 1 << c
	out.Add(FactSequenceDiscarded, rule, c)
}

// unseenSequences returns the sequence cards in the deck.
func (p *Public) unseenSequences(r *Rules) uint64 {
	set := (uint64(1)<<len(r.sequences) - 1) &^ uint64(p.Lab.Discard)
	for i := range p.Lab.Lines {
		if c := p.Lab.Lines[i].Sequence; c != noSequence {
			set &^= 1 << c
		}
	}
	for i := range p.Stack[:p.Depth] {
		if f := &p.Stack[i]; f.Question == QuestionSlot {
			set &^= 1 << f.Arg[0]
		}
	}
	return set
}

// fillSequences invents a random order of the sequence deck.
func (v *View) fillSequences(s *State, chance *engine.Rand) {
	n := 0
	for set := v.unseenSequences(v.rules); set != 0; set &= set - 1 {
		s.sequenceDeck[n] = uint8(firstCity(set))
		n++
	}
	chance.Shuffle(s.sequenceDeck[:n])
}
