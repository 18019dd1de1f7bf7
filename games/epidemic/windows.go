package epidemic

import "theriac/engine"

// Moments at which events can be played. At momentIntensify, inside an
// epidemic, only an event that says so can be.
const (
	momentNone uint8 = iota
	momentOpen
	momentIntensify
)

// Operands of a window's frame.
const (
	windowMoment = 0
	windowPassed = 1 // seats that let this moment pass
)

// openWindow asks who could play an event before the game goes on by itself.
// Nobody who could: the window closes at once.
func (s *State) openWindow(moment uint8) {
	s.forgetRefusals()
	var f Frame
	f.Step = StepWindow
	f.Arg[windowMoment] = moment
	s.ask(f)
}

// moment says which events the open question lets through.
func (s *State) moment() uint8 {
	if s.Depth == 0 {
		return momentNone
	}
	switch f := s.Top(); f.Step {
	case StepAction, StepDiscard:
		return momentOpen
	case StepWindow:
		return f.Arg[windowMoment]
	}
	return momentNone
}

// atIntensify says whether the game stands between two steps of an epidemic.
func (s *State) atIntensify() bool {
	return s.Depth > 0 && s.Stack[0].Step == StepWindow && s.Stack[0].Arg[windowMoment] == momentIntensify
}

// ready is the set of events that could be played at this moment by a holder.
func (s *State) ready(moment uint8) uint32 {
	if moment == momentNone {
		return 0
	}
	var set uint32
	for i, e := range s.rules.Events {
		if (moment == momentOpen || e.BeforeIntensify) && (e.Ready == nil || e.Ready(s)) {
			set |= 1 << i
		}
	}
	return set
}

// held is the events that everybody knows a seat to have.
func (s *State) held(seat engine.Seat) uint32 {
	var set uint32
	if s.rules.Open || s.rules.Announced {
		set = s.Hands[seat].Events()
	} else if !s.Shown.Empty() {
		shown := s.Hands[seat].And(s.Shown)
		set = shown.Events()
	}
	if c := s.Stash[seat]; c != NoCard {
		set |= 1 << (c - FirstEvent)
	}
	return set
}

// unseen is the events that could lie in any hidden hand, as far as everybody
// knows.
func (s *State) unseen() uint32 {
	if s.rules.Open || s.rules.Announced {
		return 0
	}
	gone := s.Discard.Or(s.Removed).Or(s.Shown)
	for _, c := range s.Stash[:s.rules.Players] {
		if c != NoCard {
			gone.Add(c)
		}
	}
	left := s.rules.eventCards.Minus(gone)
	return left.Events()
}

// hidden counts the cards of a hand that not everybody has seen.
func (s *State) hidden(seat engine.Seat) int {
	if s.rules.Open {
		return 0
	}
	h := s.Hands[seat].Minus(s.Shown)
	if s.rules.Announced {
		h = h.Minus(s.rules.eventCards)
	}
	return h.Len()
}

// could is the events that a seat might play at this moment, as far as
// everybody knows. It does not look at hidden cards, so a question that opens
// because of it betrays none.
func (s *State) could(seat engine.Seat, ready, unseen uint32) uint32 {
	set := s.held(seat) & ready
	if u := unseen & ready; u != 0 && s.hidden(seat) > 0 {
		set |= u
	}
	return set
}

// anyEvent says, cheaply, whether a seat could have an event at all.
func (s *State) anyEvent(unseen uint32) bool {
	if unseen != 0 {
		return true
	}
	for seat := range engine.Seat(s.rules.Players) {
		if s.held(seat) != 0 {
			return true
		}
	}
	return false
}

// interjectors is the seats that might play an event at this moment.
func (s *State) interjectors() engine.Seats {
	moment, unseen := s.moment(), s.unseen()
	if moment == momentNone || !s.anyEvent(unseen) {
		return 0
	}
	ready := s.ready(moment)
	var set engine.Seats
	for seat := range engine.Seat(s.rules.Players) {
		if s.could(seat, ready, unseen) != 0 {
			set |= 1 << seat
		}
	}
	return set
}

// windowEvents is the events for which an open window waits for a seat.
func (s *State) windowEvents(seat engine.Seat) uint32 {
	f := s.Top()
	if engine.Seats(f.Arg[windowPassed]).Has(seat) {
		return 0
	}
	return s.could(seat, s.ready(f.Arg[windowMoment]), s.unseen()) &^ s.Waived[seat]
}

// windowOwing is the seats that the open window waits for.
func (s *State) windowOwing() engine.Seats {
	unseen := s.unseen()
	if !s.anyEvent(unseen) {
		return 0
	}
	f := s.Top()
	ready := s.ready(f.Arg[windowMoment])
	passed := engine.Seats(f.Arg[windowPassed])
	var set engine.Seats
	for seat := range engine.Seat(s.rules.Players) {
		if !passed.Has(seat) && s.could(seat, ready, unseen)&^s.Waived[seat] != 0 {
			set |= 1 << seat
		}
	}
	return set
}

var passVerb = &Verb{
	Name: "pass", Rule: "event/window", Steps: []engine.Step{StepWindow},
	List: answer,
	Play: func(s *State, m engine.Move, out *engine.Facts) {
		s.Top().Arg[windowPassed] |= 1 << m.Seat
		out.Add(FactPassed, "event/window", uint8(m.Seat))
	},
}

// waiveVerb lets a seat close the windows of one event until its next turn.
var waiveVerb = &Verb{
	Name: "waive", Rule: "event/waive", Steps: []engine.Step{StepWindow}, Args: []*engine.Kind{EventKind},
	Needs: []Need{{"event/waive", func(s *State, m engine.Move) bool {
		return s.windowEvents(m.Seat)>>m.Arg[0]&1 != 0
	}}},
	List: func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		set := s.windowEvents(by)
		for e := uint8(0); set != 0; e, set = e+1, set>>1 {
			if set&1 != 0 {
				dst = append(dst, engine.Move{Seat: by, Verb: v, Arg: [engine.Operands]uint8{e}})
			}
		}
		return dst
	},
	Play: func(s *State, m engine.Move, out *engine.Facts) {
		s.Waived[m.Seat] |= 1 << m.Arg[0]
		out.Add(FactWaived, "event/waive", uint8(m.Seat), m.Arg[0])
	},
}
