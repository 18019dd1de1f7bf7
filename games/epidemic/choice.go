package epidemic

import (
	"theriac/engine"
)

// Choice is a follow-up question of a move whose answers are regions, cubes, lines, pawns, or cards of other
// seats. The question's kind tells which.
type Choice struct {
	// List appends the answers, with operands in ascending order. The caller has already set seat and verb of
	// m.
	List func(s *State, f *Frame, m engine.Move, dst []engine.Move) []engine.Move
	// Asks returns the seat that must consent to an answer, if any.
	Asks func(s *State, f *Frame, m engine.Move) (engine.Seat, bool)
	// Then continues the move after an answer. The caller has already closed the question.
	Then func(s *State, f Frame, m engine.Move, out *engine.Facts)
	// Why returns the specific rule that excludes an answer, or an empty string if the verb's rule says
	// enough.
	Why func(s *State, m engine.Move) string
	// By returns the seat whose move leads to the question, if another seat answers it.
	By func(f *Frame) engine.Seat
	// Recalls returns the operands that identify an answer after a seat has refused to consent to it. If it
	// is nil, these are the first two.
	Recalls func(f *Frame, m engine.Move) [2]uint8
	// Prefers reports whether an answer changes less than all others. The game chooses that answer for a seat
	// that does not respond.
	Prefers func(s *State, m engine.Move) bool
	// Enough ends the question without a further answer, which is allowed once N in the frame has reached
	// AtLeast. If a seat refuses consent to an answer, the question stays open for others.
	Enough  func(s *State, f Frame, out *engine.Facts)
	AtLeast uint8
}

// AlsoAsks asks another seat to consent to answer m. It returns false at tables that play without consent. It
// first asks the question f again; after consent, m is played as its answer.
func (s *State) AlsoAsks(f Frame, m engine.Move, who engine.Seat, out *engine.Facts) bool {
	if s.rules.Trust {
		return false
	}
	s.ask(f)
	s.askConsent(m, who, out)
	return true
}

// answerVerb returns a verb that answers a follow-up question.
func answerVerb(name string, question engine.QuestionKind, args ...*engine.Kind) *Verb {
	list := func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		f := s.Top()
		return s.rules.verbs[f.Verb].Choice.List(s, f, engine.Move{Seat: by, Verb: v}, dst)
	}
	return &Verb{
		Name: name, Rule: "turn/question", Args: args, Questions: []engine.QuestionKind{question},
		Needs: []Need{{Rule: "turn/choice", Holds: func(s *State, m engine.Move) bool {
			var buf [engine.MaxMoves]engine.Move
			for _, answer := range list(s, m.Seat, m.Verb, buf[:0]) {
				if answer == m {
					return true
				}
			}
			return false
		}}},
		List: list,
		Because: func(s *State, m engine.Move, rule string) string {
			if rule != "turn/choice" {
				return rule
			}
			if why := s.rules.verbs[s.Top().Verb].Choice.Why; why != nil {
				if more := why(s, m); more != "" {
					return more
				}
			}
			return rule
		},
		Asks: func(s *State, m engine.Move) (engine.Seat, bool) {
			f := s.Top()
			if asks := s.rules.verbs[f.Verb].Choice.Asks; asks != nil {
				return asks(s, f, m)
			}
			return 0, false
		},
		Play: func(s *State, m engine.Move, out *engine.Facts) {
			f := *s.Top()
			s.closeTop()
			s.rules.verbs[f.Verb].Choice.Then(s, f, m, out)
		},
	}
}

// These verbs answer follow-up questions.
var (
	Remove = answerVerb("remove", QuestionCube, CityKind, DiseaseKind)
	Bring  = answerVerb("bring", QuestionPawn, engine.SeatKind)
	Pick   = answerVerb("pick", QuestionTheirs, engine.SeatKind, CardKind)
	For    = answerVerb("for", QuestionWho, engine.SeatKind)
)

// AskChoice asks a seat the follow-up question of verb v.
func (s *State) AskChoice(question engine.QuestionKind, by engine.Seat, v engine.Verb, n uint8, arg ...uint8) {
	f := Frame{Question: question, Seat: by, Verb: v, N: n}
	copy(f.Arg[:], arg)
	s.ask(f)
}

// Enough ends a choice that does not require an answer, or declines to play an event a second time.
var Enough = &Verb{
	Name: "enough", Rule: "turn/question", Leaves: true,
	Needs: []Need{{Rule: "turn/choice", Holds: func(s *State, _ engine.Move) bool { return s.mayStop(nil) }}},
	List: func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		if !s.mayStop(dst) {
			return dst
		}
		return Plain(s, by, v, dst)
	},
	Play: func(s *State, _ engine.Move, out *engine.Facts) {
		f := *s.Top()
		s.closeTop()
		switch f.Question {
		case QuestionReplay:
		case QuestionCity:
			s.rules.verbs[f.Verb].City.Enough(s, f, out)
		default:
			s.rules.verbs[f.Verb].Choice.Enough(s, f, out)
		}
	},
}

// mayStop reports whether a seat can leave the open question unanswered. To find out whether there is any
// answer, it may append moves to list, but only into its spare capacity.
func (s *State) mayStop(list []engine.Move) bool {
	f := s.Top()
	if f.Question == QuestionReplay {
		return f.N > 0 || len(s.appendReplay(list, f.Seat)) == len(list)
	}
	if f.Question == QuestionCity {
		return s.rules.verbs[f.Verb].City.Enough != nil && f.N > 0
	}
	c := s.rules.verbs[f.Verb].Choice
	return c != nil && c.Enough != nil && f.N >= c.AtLeast
}

// Stop ends an optional choice without any effect. It serves as a Choice's Enough.
func Stop(*State, Frame, *engine.Facts) {}

// never and nothing serve as List and Play of verbs that no seat plays, which only hold a follow-up question.
func never(_ *State, _ engine.Seat, _ engine.Verb, dst []engine.Move) []engine.Move { return dst }

func nothing(*State, engine.Move, *engine.Facts) {}

// Question returns a verb that no seat plays. It only holds a question that a role or the board asks.
func Question(name, rule string, keeps []*engine.Kind, c *Choice) *Verb {
	return &Verb{Name: name, Rule: rule, Keeps: keeps, List: never, Play: nothing, Choice: c}
}

// AppendCubes appends one move for each colour of cubes in each city of a set.
func AppendCubes(s *State, dst []engine.Move, m engine.Move, cities uint64) []engine.Move {
	for ; cities != 0; cities &= cities - 1 {
		c := firstCity(cities)
		here := s.Cubes[c]
		for d := uint8(0); here != 0; d, here = d+1, here>>cubeBits {
			if here&7 != 0 {
				m.Arg[0], m.Arg[1] = uint8(c), d
				dst = append(dst, m)
			}
		}
	}
	return dst
}

// AnyCubes reports whether there is a cube on the board.
func (s *State) AnyCubes() bool {
	for d := range s.rules.Diseases {
		if s.OnBoard(Disease(d)) > 0 {
			return true
		}
	}
	return false
}

// Infected returns the cities of a set that have any cube.
func (s *State) Infected(of uint64) uint64 {
	set := uint64(0)
	for ; of != 0; of &= of - 1 {
		if c := firstCity(of); s.Cubes[c] != 0 {
			set |= bit(c)
		}
	}
	return set
}
