package epidemic

import "theriac/engine"

// A verb that needs another seat's consent declares it in its field Asks; only this file implements consent.
// The move waits in the frame of the question. If the seat agrees, the move is played. If it refuses, the
// asking seat chooses again. The refusal is remembered for the rest of the step, so no seat has to refuse the
// same move twice.

// request returns the key under which a seat's refusal of a move is stored.
func request(v engine.Verb, who engine.Seat, m engine.Move) [4]uint8 {
	return [4]uint8{uint8(v), uint8(who), m.Arg[0], m.Arg[1]}
}

// mayAsk reports whether this request has not been refused in the current step. Once the list of refusals is
// full, it returns false for every request.
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

// MayAsk reports whether a verb can ask a seat for consent with these operands. It cannot if the seat has
// already refused them in this step.
func (s *State) MayAsk(v engine.Verb, who engine.Seat, a, b uint8) bool {
	return s.mayAsk([4]uint8{uint8(v), uint8(who), a, b})
}

// WasRefused reports whether a seat has refused any request of a verb in this step. It also returns true once
// the list of refusals is full.
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

// needsConsent returns the seat that must consent to a move. At tables without consent, there is none.
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

// asked returns the move that waits for consent in this question.
func (f *Frame) asked() engine.Move {
	return engine.Move{Seat: engine.Seat(f.N), Verb: f.Verb, Arg: f.Arg}
}

// EndCompound closes all questions that a move made in steps has opened. The question that the move
// interrupted or answered remains open.
func (s *State) EndCompound() {
	for s.Depth > 0 && !s.rules.questions[s.Top().Question].ofTurn {
		s.closeTop()
	}
}

// SpendAction subtracts one action after a move was carried out, and asks for the next action.
func (s *State) SpendAction() {
	s.Actions--
	if s.RefusedN > 0 {
		s.forgetRefusals()
	}
	s.Serial++
	s.Stack[0].ID = s.Serial
}

// Plain lists one move. It serves as the List of verbs without operands.
func Plain(_ *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
	return append(dst, engine.Move{Seat: by, Verb: v})
}

// Agree consents to the waiting move of another seat.
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

// Refuse denies consent to the waiting move of another seat, or denies a request for a card.
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
			s.Used &^= 1 << v.slot // the request was refused, so it does not count as the move's use this turn
		case v.AsksOnce:
			s.Used |= 1 << v.slot
		}
		below := s.Top()
		choice := s.rules.verbs[below.Verb].Choice
		further := below.Question == QuestionCity || choice != nil
		if further {
			verb = below.Verb // the refused move answered a follow-up question of this verb
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
