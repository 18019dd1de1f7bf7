package epidemic

import "theriac/engine"

// If hands are hidden, players can tell what they hold. Everyone then knows these cards until they leave the
// hand, but not the cards drawn later.

// untold returns the cards of a hand that not everyone knows, or none if players may not tell them. In team
// games they may not, because partners see each other's hands and tell rivals nothing.
func (s *State) untold(seat engine.Seat) Cards {
	if !s.rules.tells {
		return Cards{}
	}
	known := s.Shown
	if s.rules.Announced {
		known = known.Or(s.rules.eventCards)
	}
	return s.hands[seat].Minus(known)
}

// askable returns the seats that a seat can ask what they hold. A seat that has declined is not asked again
// before its next turn.
func (s *State) askable(by engine.Seat) engine.Seats {
	var set engine.Seats
	for seat := range engine.Seat(s.rules.Players) {
		if seat != by && !s.Kept.Has(seat) && !s.untold(seat).Empty() {
			set |= 1 << seat
		}
	}
	return set
}

// tellOwing returns the seats that have yet to tell what they hold, or to decline.
func (s *State) tellOwing() engine.Seats { return s.askable(engine.Seat(s.Top().N)) }

// telling holds the needs of moves that tell or ask what a seat holds: hands are hidden, and no module
// forbids it.
var telling = []Need{TakesNamed[0], {Rule: "hand/open", Holds: func(s *State, _ engine.Move) bool { return !s.rules.Open }}}

// Tell tells everyone which cards the seat holds.
var Tell = &Verb{
	Name: "tell", Rule: "hand/told", Questions: []engine.QuestionKind{QuestionAction, QuestionTell}, Hands: HiddenHands, Tells: true,
	Intent: Tells,
	Needs:  append(telling[:2:2], Need{Rule: "hand/told", Holds: func(s *State, m engine.Move) bool { return !s.untold(m.Seat).Empty() }}),
	List: func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		if s.untold(by).Empty() {
			return dst
		}
		return Plain(s, by, v, dst)
	},
	Play: func(s *State, m engine.Move, out *engine.Facts) {
		for c := range s.untold(m.Seat).Each {
			s.show(m.Seat, c)
			out.Add(FactCardTold, "hand/told", uint8(m.Seat), uint8(c))
		}
	},
}

// AskHands asks all other seats to tell what they hold.
var AskHands = &Verb{
	Name: "ask-hands", Rule: "hand/told", Questions: []engine.QuestionKind{QuestionAction}, Hands: HiddenHands,
	Intent: Tells,
	Needs:  append(telling[:2:2], Need{Rule: "hand/told", Holds: func(s *State, m engine.Move) bool { return s.askable(m.Seat) != 0 }}),
	List: func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		if s.askable(by) == 0 {
			return dst
		}
		return Plain(s, by, v, dst)
	},
	Play: func(s *State, m engine.Move, out *engine.Facts) {
		s.ask(Frame{Question: QuestionTell, Verb: m.Verb, N: uint8(m.Seat)})
		out.Add(FactHandsAsked, "hand/told", uint8(m.Seat))
	},
}

// Keep declines to tell what the seat holds.
var Keep = &Verb{
	Name: "keep", Rule: "hand/told", Questions: []engine.QuestionKind{QuestionTell}, Hands: HiddenHands,
	List: Plain,
	Play: func(s *State, m engine.Move, out *engine.Facts) {
		s.Kept |= 1 << m.Seat
		out.Add(FactHandKept, "hand/told", uint8(m.Seat))
	},
}
