package epidemic

import (
	"theriac/engine"
)

// Choice is a move's further question whose answers the move lists itself: a
// region, a cube, a line, a pawn, another's card. What is asked is the step of
// the frame.
type Choice struct {
	// List adds the answers, operands ascending, for a move that has its seat and
	// its verb.
	List func(s *State, f *Frame, m engine.Move, dst []engine.Move) []engine.Move
	// Asks names the seat whose consent an answer needs, if any.
	Asks func(s *State, f *Frame, m engine.Move) (engine.Seat, bool)
	// Then goes on with an answer. The question is closed.
	Then func(s *State, f Frame, m engine.Move, out *engine.Facts)
	// Why is the rule that keeps an answer out of the list, where more can be said
	// than that it is not among them.
	Why func(s *State, m engine.Move) string
	// By is the seat that made the move that asks, where another one is asked.
	By func(f *Frame) engine.Seat
	// Recalls is what a refused answer is remembered by; its first operands
	// otherwise.
	Recalls func(f *Frame, m engine.Move) [2]uint8
	// Prefers says which answer changes least, for a seat that does not answer.
	Prefers func(s *State, m engine.Move) bool
	// Enough goes on without one, where that is allowed: once the frame counts as
	// many answers as AtLeast. A seat that refuses consent then leaves the question open
	// for others.
	Enough  func(s *State, f Frame, out *engine.Facts)
	AtLeast uint8
}

// AlsoAsks asks one more seat whether it agrees to an answer, at a table that asks.
// The answer is played again once it does, with the question as it is given here.
func (s *State) AlsoAsks(f Frame, m engine.Move, who engine.Seat, out *engine.Facts) bool {
	if s.rules.Trust {
		return false
	}
	s.ask(f)
	s.askConsent(m, who, out)
	return true
}

// answerVerb makes the move that answers a further question.
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

// The answers to further questions.
var (
	Remove = answerVerb("remove", QuestionCube, CityKind, DiseaseKind)
	Bring  = answerVerb("bring", QuestionPawn, engine.SeatKind)
	Pick   = answerVerb("pick", QuestionTheirs, engine.SeatKind, CardKind)
	For    = answerVerb("for", QuestionWho, engine.SeatKind)
)

// AskChoice puts a further question of a move.
func (s *State) AskChoice(question engine.QuestionKind, by engine.Seat, v engine.Verb, n uint8, arg ...uint8) {
	f := Frame{Question: question, Seat: by, Verb: v, N: n}
	copy(f.Arg[:], arg)
	s.ask(f)
}

// Enough ends a choice that need not be made, or an event that is not played again
// after all.
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

// mayStop says whether the open question can be left without a choice. The list
// is used to try out whether there is one, beyond its end.
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

// Stop ends an optional choice with nothing more to do.
func Stop(*State, Frame, *engine.Facts) {}

// never lists nothing, and nothing does nothing: for a move that is not made by
// anybody but asks questions.
func never(_ *State, _ engine.Seat, _ engine.Verb, dst []engine.Move) []engine.Move { return dst }

func nothing(*State, engine.Move, *engine.Facts) {}

// Question makes the verb of a question that no move of a seat asks: a role or
// the board does.
func Question(name, rule string, keeps []*engine.Kind, c *Choice) *Verb {
	return &Verb{Name: name, Rule: rule, Keeps: keeps, List: never, Play: nothing, Choice: c}
}

// AppendCubes lists one move for each colour of cubes in some cities.
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

// AnyCubes says whether there is a cube on the board.
func (s *State) AnyCubes() bool {
	for d := range s.rules.Diseases {
		if s.OnBoard(Disease(d)) > 0 {
			return true
		}
	}
	return false
}

// Infected is the cities of a set that have cubes.
func (s *State) Infected(of uint64) uint64 {
	set := uint64(0)
	for ; of != 0; of &= of - 1 {
		if c := firstCity(of); s.Cubes[c] != 0 {
			set |= bit(c)
		}
	}
	return set
}
