package epidemic

import "theriac/engine"

// Actions of the laboratory. Each is an action of a turn, made at a station, or
// one that costs nothing: a seat that has built a station gets one, and some roles have one
// of a kind once a turn.

// Operands of the question for an action that costs nothing.
const (
	freeKinds = 0 // which kinds it can be
	freeHand  = 1 // whose cards it takes
)

var labQuestions = []engine.QuestionKind{QuestionAction, QuestionLab}

// labVerb makes the move of an action of the laboratory from what is its own.
func labVerb(kind LabActions, v Verb) *Verb {
	list := v.List
	v.Questions, v.Cost, v.Where, v.Mode = labQuestions, 1, AtStation, LabMode
	v.Needs = append([]Need{
		{Rule: "lab/station", Holds: func(s *State, m engine.Move) bool {
			return s.Top().Question == QuestionLab || s.HasStation(s.Pawns[m.Seat])
		}},
		{Rule: "turn/choice", Holds: func(s *State, _ engine.Move) bool { return s.labKinds()&kind != 0 }},
	}, v.Needs...)
	v.List = func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		if s.labKinds()&kind == 0 {
			return dst
		}
		return list(s, by, v, dst)
	}
	return &v
}

// labKinds is the kinds of actions of the laboratory that can be made now.
func (s *State) labKinds() LabActions {
	if f := s.Top(); f.Question == QuestionLab {
		return LabActions(f.Arg[freeKinds])
	}
	return AnyLab
}

// labHand is whose cards an action of the laboratory takes.
func (s *State) labHand(by engine.Seat) engine.Seat {
	if f := s.Top(); f.Question == QuestionLab {
		return engine.Seat(f.Arg[freeHand])
	}
	return by
}

// spendLab pays for an action of the laboratory, or ends the question for one that
// costs nothing.
func (s *State) spendLab() {
	if s.Top().Question == QuestionLab {
		s.closeTop()
		return
	}
	s.SpendAction()
}

// AskLab lets a seat make one action of the laboratory, of some kinds, for nothing
// and wherever it stands. The cards come from the hand of holder.
func (s *State) AskLab(by, holder engine.Seat, kinds LabActions, out *engine.Facts, rule string) {
	out.Add(FactLabFree, rule, uint8(by))
	s.ask(Frame{Question: QuestionLab, Seat: by, Verb: s.rules.freeLab, Arg: [engine.Operands]uint8{
		freeKinds: uint8(kinds), freeHand: uint8(holder),
	}})
}

// FreeLab asks for an action of the laboratory that costs nothing.
var FreeLab = Question("free-lab", "turn/question", nil, &Choice{Enough: Stop})

// LabWork is the action of the laboratory that a role has for nothing once a turn.
var LabWork = &Verb{
	Name: "lab-work", Rule: "lab/role", Questions: anAction, Once: true, Mode: LabMode,
	Intent: Prepares,
	Needs: []Need{
		{Rule: "lab/role", Holds: func(s *State, m engine.Move) bool { return s.Role(m.Seat).FreeLab != 0 }},
		{Rule: "lab/station", Holds: func(s *State, m engine.Move) bool { return s.HasStation(s.Pawns[m.Seat]) }},
		{Rule: "lab/role", Holds: func(s *State, m engine.Move) bool { return s.canLab(m.Seat, s.Role(m.Seat).FreeLab) }},
	},
	List: func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		kinds := s.Role(by).FreeLab
		if kinds == 0 || !s.HasStation(s.Pawns[by]) || !s.canLab(by, kinds) {
			return dst
		}
		return Plain(s, by, v, dst)
	},
	Play: func(s *State, m engine.Move, out *engine.Facts) {
		kinds := s.Role(m.Seat).FreeLab
		if kinds&(LabCharacterise|LabTest) != 0 && !s.rules.Open {
			s.learned(engine.Everyone) // that the hand has a card for it
		}
		s.AskLab(m.Seat, m.Seat, kinds, out, s.rules.labRules[s.Roles[m.Seat]])
	},
}

// canLab says whether a hand could make an action of the laboratory of some kinds.
func (s *State) canLab(holder engine.Seat, kinds LabActions) bool {
	if kinds&LabSequence != 0 {
		return true // there is always a sequence card to draw
	}
	if kinds&LabProcess != 0 && s.canProcess() {
		return true
	}
	for set := s.hands[holder].Cities(); set != 0; set &= set - 1 {
		c := firstCity(set)
		for i := range s.Lab.Lines {
			if kinds&LabTest != 0 && s.testable(i) && s.tests(i, c) {
				return true
			}
			for d := Disease(0); kinds&LabCharacterise != 0 && int(d) < len(s.rules.Diseases); d++ {
				if s.researchable(i, d) && s.characterises(d, c) {
					return true
				}
			}
		}
	}
	return false
}

// offerSample asks whether one of the cubes goes into a sample dish that a
// treatment has just put into the supply.
func (s *State) offerSample(by engine.Seat, d Disease) {
	if s.End == Running {
		s.AskChoice(QuestionDish, by, s.rules.takeSample, 0, uint8(d))
	}
}

// TakeSample asks for the dish of a sample, and Sample answers.
var (
	TakeSample = Question("take-sample", "turn/question", []*engine.Kind{DiseaseKind}, &Choice{
		List: func(_ *State, _ *Frame, m engine.Move, dst []engine.Move) []engine.Move {
			for dish := sampleA; dish <= sampleB; dish++ {
				m.Arg[0] = uint8(dish)
				dst = append(dst, m)
			}
			return dst
		},
		Then: func(s *State, f Frame, m engine.Move, out *engine.Facts) {
			s.toLab(Dish(m.Arg[0]), Disease(f.Arg[0]), 1)
			out.Add(FactSampleTaken, "lab/sample", m.Arg[0], f.Arg[0])
		},
		Enough: Stop,
	})
	Sample = answerVerb("sample", QuestionDish, DishKind).For(Prepares)
)
