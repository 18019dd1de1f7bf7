package epidemic

import "theriac/engine"

// A player at a station can spend one of the turn's actions on a laboratory action. Some laboratory actions are
// free: a player who built a station gets one, and some roles have one of a certain kind each turn.

// These are the operands of the question that asks for a free laboratory action.
const (
	freeKinds = 0 // the kinds of laboratory actions that are free
	freeHand  = 1 // the hand whose cards pay
)

var labQuestions = []engine.QuestionKind{QuestionAction, QuestionLab}

// labVerb completes the verb of a laboratory action with the fields that all laboratory actions share.
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

// labKinds returns the kinds of laboratory actions that the open question allows.
func (s *State) labKinds() LabActions {
	if f := s.Top(); f.Question == QuestionLab {
		return LabActions(f.Arg[freeKinds])
	}
	return AnyLab
}

// labHand returns the hand whose cards pay for a laboratory action.
func (s *State) labHand(by engine.Seat) engine.Seat {
	if f := s.Top(); f.Question == QuestionLab {
		return engine.Seat(f.Arg[freeHand])
	}
	return by
}

// spendLab subtracts an action for a laboratory action, or closes the question if the action is free.
func (s *State) spendLab() {
	if s.Top().Question == QuestionLab {
		s.closeTop()
		return
	}
	s.SpendAction()
}

// AskLab asks a seat for one free laboratory action of the given kinds, no matter where its pawn is. The hand
// of holder pays any cards.
func (s *State) AskLab(by, holder engine.Seat, kinds LabActions, out *engine.Facts, rule string) {
	out.Add(FactLabFree, rule, uint8(by))
	s.ask(Frame{Question: QuestionLab, Seat: by, Verb: s.rules.freeLab, Arg: [engine.Operands]uint8{
		freeKinds: uint8(kinds), freeHand: uint8(holder),
	}})
}

// FreeLab holds the question that asks for a free laboratory action.
var FreeLab = Question("free-lab", "turn/question", nil, &Choice{Enough: Stop})

// LabWork starts the laboratory action that the seat's role can take for free once a turn.
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
			s.learned(engine.Everyone) // everyone learns that the hand has a card for the action
		}
		s.AskLab(m.Seat, m.Seat, kinds, out, s.rules.labRules[s.Roles[m.Seat]])
	},
}

// canLab reports whether a hand can take a laboratory action of one of the kinds.
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

// offerSample asks whether a cube that a treatment has just removed goes into a sample dish instead of the
// supply.
func (s *State) offerSample(by engine.Seat, d Disease) {
	if s.End == Running {
		s.AskChoice(QuestionDish, by, s.rules.takeSample, 0, uint8(d))
	}
}

// TakeSample asks which dish a sample goes into; Sample is the answer.
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
