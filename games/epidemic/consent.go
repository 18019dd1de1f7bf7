package epidemic

import "theriac/engine"

// Consent is declared on a move and handled here, once. The move waits in the
// frame of the question; an agreement plays it, a refusal takes the asker back
// to where the move began and is remembered for the rest of the step, so that
// nobody is asked the same twice.

// request is what is remembered of a refused move.
func request(v engine.Verb, who engine.Seat, m engine.Move) [4]uint8 {
	return [4]uint8{uint8(v), uint8(who), m.Arg[0], m.Arg[1]}
}

// mayAsk says whether something has not been refused in this step. After many
// refusals nothing more is asked.
func (s *State) mayAsk(r [4]uint8) bool {
	if s.RefusedN == maxRefused {
		return false
	}
	for _, old := range s.Refused[:s.RefusedN] {
		if old == r {
			return false
		}
	}
	return true
}

// MayAsk says whether a seat has not refused, in this step, what a verb asks of it
// with these operands.
func (s *State) MayAsk(v engine.Verb, who engine.Seat, a, b uint8) bool {
	return s.mayAsk([4]uint8{uint8(v), uint8(who), a, b})
}

// WasRefused says whether a seat has refused what a verb asked of it in this
// step, or may not be asked anything more.
func (s *State) WasRefused(v engine.Verb, who engine.Seat) bool {
	for _, r := range s.Refused[:s.RefusedN] {
		if r[0] == uint8(v) && r[1] == uint8(who) {
			return true
		}
	}
	return s.RefusedN == maxRefused
}

func (s *State) remember(r [4]uint8) {
	if s.RefusedN < maxRefused {
		s.Refused[s.RefusedN] = r
		s.RefusedN++
	}
}

func (s *State) forgetRefusals() {
	s.Refused, s.RefusedN = [maxRefused][4]uint8{}, 0
}

// needsConsent says whom a move has to ask, at a table that asks.
func (s *State) needsConsent(m engine.Move) (engine.Seat, bool) {
	v := s.rules.verbs[m.Verb]
	if v.Asks == nil || s.rules.Trust {
		return 0, false
	}
	return v.Asks(s, m)
}

func (s *State) askConsent(m engine.Move, who engine.Seat, out *engine.Facts) {
	if shows := s.rules.verbs[m.Verb].Shows; shows != nil {
		if c := shows(s, m); c != NoCard {
			s.show(m.Seat, c)
		}
	}
	s.ask(Frame{Question: QuestionConsent, Seat: who, Verb: m.Verb, N: uint8(m.Seat), Arg: m.Arg})
	out.Add(FactAsked, "consent/ask", uint8(m.Seat), uint8(who))
}

// asked is the move that waits for consent.
func (f *Frame) asked() engine.Move {
	return engine.Move{Seat: engine.Seat(f.N), Verb: f.Verb, Arg: f.Arg}
}

// EndCompound closes the questions of a move made in steps, down to the
// question it interrupted or answered.
func (s *State) EndCompound() {
	for s.Depth > 0 && !s.rules.questions[s.Top().Question].ofTurn {
		s.closeTop()
	}
}

// SpendAction pays for an action that is complete, and asks for the next.
func (s *State) SpendAction() {
	s.Actions--
	if s.RefusedN > 0 {
		s.forgetRefusals()
	}
	s.Serial++
	s.Stack[0].ID = s.Serial
}

// Plain lists a move without operands.
func Plain(_ *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
	return append(dst, engine.Move{Seat: by, Verb: v})
}

// Agree lets a move be made.
var Agree = &Verb{
	Name: "agree", Rule: "consent/ask", Questions: []engine.QuestionKind{QuestionConsent}, Agrees: true,
	Intent: Agrees,
	List:   Plain,
	Play: func(s *State, m engine.Move, out *engine.Facts) {
		waiting := s.Top().asked()
		s.closeTop()
		out.Add(FactAgreed, "consent/ask", uint8(m.Seat))
		v := s.rules.verbs[waiting.Verb]
		if v.Once {
			s.Used |= 1 << v.slot
		}
		v.Play(s, waiting, out)
	},
}

// Refuse forbids a move.
var Refuse = &Verb{
	Name: "refuse", Rule: "consent/refused", Questions: []engine.QuestionKind{QuestionConsent, QuestionRequest},
	Intent: Refuses,
	List:   Plain,
	Play: func(s *State, m engine.Move, out *engine.Facts) {
		f := *s.Top()
		s.closeTop()
		verb := f.Verb
		switch v := s.rules.verbs[verb]; {
		case f.Question == QuestionRequest && v.Once:
			s.Used &^= 1 << v.slot // nothing has come of it
		case v.AsksOnce:
			s.Used |= 1 << v.slot
		}
		below := s.Top()
		choice := s.rules.verbs[below.Verb].Choice
		further := below.Question == QuestionCity || choice != nil
		if further {
			verb = below.Verb // what was refused is the move that asked further
		}
		refused := request(verb, m.Seat, f.asked())
		if choice != nil && choice.Recalls != nil {
			what := choice.Recalls(below, f.asked())
			refused[2], refused[3] = what[0], what[1]
		}
		s.remember(refused)
		if !further || !s.mayStop(nil) {
			s.EndCompound()
			s.refusedReplay()
		}
		out.Add(FactRefused, "consent/refused", uint8(m.Seat))
	},
}
