package epidemic

import "theriac/engine"

// The moves in this file choose a line's disease, draw sequence cards, test a cure, and end a line of
// research.

// playCard moves a player card from a hand to a line of research.
func (s *State) playCard(holder engine.Seat, c Card) {
	s.reveal(c)
	s.hands[holder].Remove(c)
	s.Shown.Remove(c)
}

// isMutant reports whether a disease is the mutant disease, which belongs to no city.
func (r *Rules) isMutant(d Disease) bool {
	mutant, ok := r.mutant()
	return ok && d == mutant
}

// researchable reports whether line i of the laboratory can be assigned a disease: it has no cure yet, and
// its sequence card has a vial for the disease.
func (s *State) researchable(i int, d Disease) bool {
	l := &s.Lab.Lines[i]
	return l.Sequence != noSequence && l.Cure == noDisease && s.hasVial(l.Sequence, d) && !s.IsCured(d)
}

// hasVial reports whether a sequence card can be used to cure a disease.
func (s *State) hasVial(c uint8, d Disease) bool {
	return int(d) < len(s.rules.Diseases) && s.rules.sequences[c].vials>>d&1 != 0
}

// characterises reports whether playing the card of city c can assign disease d to a line of research.
func (s *State) characterises(d Disease, c City) bool {
	if s.rules.isMutant(d) {
		return s.CubesAt(c, d) > 0
	}
	return s.rules.colour[c] == d
}

// ownCity returns a condition: the paying hand holds the city card that the given operand names.
func ownCity(operand int) func(*State, engine.Move) bool {
	return func(s *State, m engine.Move) bool { return s.HoldsCity(s.labHand(m.Seat), m.Arg[operand]) }
}

// Characterise plays a city card to choose the disease whose cure a line of research prepares.
var Characterise = labVerb(LabCharacterise, Verb{
	Name: "characterise", Rule: "lab/characterise", Args: []*engine.Kind{ResearchKind, DiseaseKind, CardKind},
	Intent: Researches,
	Spends: SpendsOperand,
	Needs: []Need{
		{Rule: "lab/characterise-once", Holds: func(s *State, m engine.Move) bool {
			l := &s.Lab.Lines[m.Arg[0]]
			return l.Sequence != noSequence && l.Cure == noDisease
		}},
		{Rule: "lab/vial", Holds: func(s *State, m engine.Move) bool {
			return s.hasVial(s.Lab.Lines[m.Arg[0]].Sequence, Disease(m.Arg[1]))
		}},
		{Rule: "action/cure-once", Holds: func(s *State, m engine.Move) bool { return !s.IsCured(Disease(m.Arg[1])) }},
		{Rule: "hand/own", Holds: ownCity(2)},
		{Rule: "lab/characterise", Holds: func(s *State, m engine.Move) bool {
			d := Disease(m.Arg[1])
			return s.rules.isMutant(d) || s.characterises(d, City(m.Arg[2]))
		}},
		{Rule: "lab/mutant", Holds: func(s *State, m engine.Move) bool { return s.characterises(Disease(m.Arg[1]), City(m.Arg[2])) }},
	},
	List: func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		hand := s.hands[s.labHand(by)].Cities()
		for i := range s.Lab.Lines {
			for d := range Disease(len(s.rules.Diseases)) {
				if !s.researchable(i, d) {
					continue
				}
				for set := hand; set != 0; set &= set - 1 {
					if c := firstCity(set); s.characterises(d, c) {
						dst = append(dst, engine.Move{Seat: by, Verb: v, Arg: [engine.Operands]uint8{uint8(i), uint8(d), uint8(c)}})
					}
				}
			}
		}
		return dst
	},
	Play: func(s *State, m engine.Move, out *engine.Facts) {
		i, d, c := int(m.Arg[0]), Disease(m.Arg[1]), Card(m.Arg[2])
		holder, rule := s.labHand(m.Seat), "lab/characterise"
		if s.rules.isMutant(d) {
			rule = "lab/mutant"
		}
		s.spendLab()
		s.playCard(holder, c)
		out.Add(FactCharacterised, rule, uint8(holder), m.Arg[0], m.Arg[1], m.Arg[2])
		if other, ok := s.lineFor(d); ok {
			s.closeLine(other, out, "lab/closes")
		}
		l := &s.Lab.Lines[i]
		l.Cure, l.Card[characterisedWith] = d, c
	},
})

// EmptyLine clears a line of research except for its sequence card: the cubes return to the supply, and the
// player cards are discarded.
func (s *State) EmptyLine(i int, out *engine.Facts, rule string) {
	l := &s.Lab.Lines[i]
	for _, c := range l.Card {
		if c != NoCard {
			s.Discard.Add(c)
			out.Add(FactResearchDiscarded, rule, uint8(i), uint8(c))
		}
	}
	for d, n := range l.Held {
		s.fromLab(Disease(d), n, out, rule)
	}
	*l = Research{Sequence: l.Sequence, Cure: noDisease, Card: emptyResearch.Card}
}

// closeLine clears a line of research, including its sequence card.
func (s *State) closeLine(i int, out *engine.Facts, rule string) {
	s.EmptyLine(i, out, rule)
	s.discardSequence(s.Lab.Lines[i].Sequence, out, rule)
	s.Lab.Lines[i].Sequence = noSequence
}

// endResearch clears the line of research whose cure was found, and puts a new sequence card on it.
func (s *State) endResearch(d Disease, out *engine.Facts) {
	if i, ok := s.lineFor(d); ok {
		s.closeLine(i, out, "lab/cure-line")
		if s.End == Running {
			s.openLine(i, s.drawSequence(out), out, "lab/cure-line")
		}
	}
}

// SequenceVerb draws a sequence card, then asks which line of research it goes to.
var SequenceVerb = labVerb(LabSequence, Verb{
	Name: "sequence", Rule: "lab/sequence", Keeps: []*engine.Kind{SequenceKind},
	Intent:  Sequences,
	Reveals: true,
	List:    Plain,
	Play: func(s *State, m engine.Move, out *engine.Facts) {
		s.spendLab()
		c := s.drawSequence(out)
		out.Add(FactSequenceDrawn, "lab/sequence", c)
		s.AskChoice(QuestionSlot, m.Seat, m.Verb, 0, c)
	},
	Choice: &Choice{
		List: func(s *State, _ *Frame, m engine.Move, dst []engine.Move) []engine.Move {
			for i := range uint8(researches) {
				if s.Lab.Lines[i].Sequence != noSequence || count(s.Stations) >= researches {
					m.Arg[0] = i
					dst = append(dst, m)
				}
			}
			return dst
		},
		Then: func(s *State, f Frame, m engine.Move, out *engine.Facts) {
			s.exchange(f.Seat, int(m.Arg[0]), f.Arg[0], out)
		},
		Enough: func(s *State, f Frame, out *engine.Facts) { s.discardSequence(f.Arg[0], out, "lab/sequence") },
	},
})

// Slot chooses the line of research that a sequence card goes to. To open the second line, there must be a
// second station on the board.
var Slot = slotVerb()

func slotVerb() *Verb {
	v := answerVerb("slot", QuestionSlot, ResearchKind)
	v.Needs[0].Rule = "lab/second-station"
	return v
}

// exchange replaces the sequence card on a line of research and removes the cubes that do not fit the new
// card.
func (s *State) exchange(by engine.Seat, i int, c uint8, out *engine.Facts) {
	l := &s.Lab.Lines[i]
	if l.Sequence == noSequence {
		s.openLine(i, c, out, "lab/sequence")
		return
	}
	old, kept := l.Sequence, l.Held
	fits := l.Cure != noDisease && s.hasVial(c, l.Cure)
	if !fits {
		s.EmptyLine(i, out, "lab/exchange")
	}
	s.discardSequence(old, out, "lab/exchange")
	s.openLine(i, c, out, "lab/exchange")
	if fits {
		l.Held, l.Filled = [MaxDiseases]uint8{}, [MaxDiseases + 1]uint8{}
		s.FillCircles(by, i, kept, out, exchangeFits)
	}
}

// testable reports whether line i of the laboratory is ready for the test of its cure.
func (s *State) testable(i int) bool {
	l := &s.Lab.Lines[i]
	return l.Cure != noDisease && l.Card[testedWith] == NoCard && l.Cubes() > 0
}

// tests reports whether playing the card of city c can test the cure on line i of the laboratory.
func (s *State) tests(i int, c City) bool {
	d := s.Lab.Lines[i].Cure
	if s.rules.isMutant(d) {
		return !s.rules.Plays(PanicMode) || s.CubesAt(c, d) > 0
	}
	return s.rules.colour[c] == d
}

// Test plays a city card to test a cure, then asks for the city from which a cube is removed.
var Test = labVerb(LabTest, Verb{
	Name: "test", Rule: "lab/test", Args: []*engine.Kind{ResearchKind, CardKind}, Keeps: []*engine.Kind{DiseaseKind},
	Intent: Researches,
	Spends: SpendsOperand,
	Needs: []Need{
		{Rule: "lab/test-once", Holds: func(s *State, m engine.Move) bool {
			l := &s.Lab.Lines[m.Arg[0]]
			return l.Cure != noDisease && l.Card[testedWith] == NoCard
		}},
		{Rule: "lab/test-cube", Holds: func(s *State, m engine.Move) bool { return s.Lab.Lines[m.Arg[0]].Cubes() > 0 }},
		{Rule: "hand/own", Holds: ownCity(1)},
		{Rule: "lab/test", Holds: func(s *State, m engine.Move) bool {
			return s.rules.isMutant(s.Lab.Lines[m.Arg[0]].Cure) || s.tests(int(m.Arg[0]), City(m.Arg[1]))
		}},
		{Rule: "lab/panic", Holds: func(s *State, m engine.Move) bool { return s.tests(int(m.Arg[0]), City(m.Arg[1])) }},
	},
	List: func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		for i := range s.Lab.Lines {
			if !s.testable(i) {
				continue
			}
			for set := s.hands[s.labHand(by)].Cities(); set != 0; set &= set - 1 {
				if c := firstCity(set); s.tests(i, c) {
					dst = append(dst, engine.Move{Seat: by, Verb: v, Arg: [engine.Operands]uint8{uint8(i), uint8(c)}})
				}
			}
		}
		return dst
	},
	Play: func(s *State, m engine.Move, out *engine.Facts) {
		l, c, holder := &s.Lab.Lines[m.Arg[0]], Card(m.Arg[1]), s.labHand(m.Seat)
		s.spendLab()
		s.playCard(holder, c)
		l.Card[testedWith] = c
		out.Add(FactTested, "lab/test", uint8(holder), m.Arg[0], m.Arg[1])
		if s.OnBoard(l.Cure) > 0 {
			s.ask(Frame{Question: QuestionCity, Seat: m.Seat, Verb: m.Verb, N: 1, Arg: [engine.Operands]uint8{uint8(l.Cure)}})
		}
	},
	City: &CityChoice{
		Cities: func(s *State, f *Frame) uint64 { return s.With(Disease(f.Arg[0])) },
		Then: func(s *State, f Frame, c City, out *engine.Facts) {
			s.RemoveCubes(c, Disease(f.Arg[0]), 1, out, "lab/test")
		},
	},
})

// neverSeen reports whether the game is won without curing every disease: all diseases that ever had a cube
// on the board are cured.
func (s *State) neverSeen() bool {
	return s.Lab.Appeared&^s.Cured == 0 && s.Lab.Appeared != 1<<len(s.rules.Diseases)-1
}
