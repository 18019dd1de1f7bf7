package epidemic

import (
	"math/bits"

	"theriac/engine"
)

// Moments at which events can be played. At momentIntensify, inside an
// epidemic, only an event that says so can be; at momentCured only one that is for that moment
// alone.
const (
	momentNone uint8 = iota
	momentOpen
	momentIntensify
	momentCured // a cure has just been found
)

// Operands of a window's frame.
const (
	windowMoment = 0
	windowPassed = 1 // seats that let this moment pass
	windowCured  = 2 // the disease whose cure has just been found
)

// openWindow asks the seats that could play an event, before the game goes on by itself.
// Some may have passed already. If no other seat could play one, it asks nobody and
// returns false. The stages of a turn call it (stages.go).
func (s *State) openWindow(moment uint8, passed engine.Seats) (asked bool) {
	if s.RefusedN > 0 {
		s.forgetRefusals()
	}
	if s.eventCandidates(moment, &s.Waived)&^passed == 0 {
		return false
	}
	s.ask(Frame{Question: QuestionWindow, Arg: [engine.Operands]uint8{windowMoment: moment, windowPassed: uint8(passed)}})
	return true
}

// OpenWindow asks the seats that could play an event before a stage goes on, and says
// whether there are any.
func (s *State) OpenWindow() bool { return s.openWindow(momentOpen, 0) }

// moment says which events the open question lets through.
func (s *State) moment() uint8 {
	if s.Depth == 0 {
		return momentNone
	}
	f := s.Top()
	switch {
	case s.rules.questions[f.Question].events:
		return momentOpen
	case f.Question == QuestionWindow:
		return f.Arg[windowMoment]
	}
	return momentNone
}

// atIntensify says whether the game stands between two steps of an epidemic.
func (s *State) atIntensify() bool {
	return s.Depth > 0 && s.Stack[0].Question == QuestionWindow && s.Stack[0].Arg[windowMoment] == momentIntensify
}

// renewing is the facts after which a seat that passed is asked again: the turn goes on to
// its next part, or the board is no longer what the seat saw.
var renewing = []engine.FactKind{
	FactTurnBegan, FactCardDrawn, FactCardHidden, FactEpidemicDrawn, FactRateRaised, FactIntensified,
	FactOutbreak, FactCured, FactEventPlayed, FactEventReplayed,
}

// ready is those of the given events that a holder could play at this moment.
func (s *State) ready(moment uint8, of uint32) uint32 {
	if moment == momentNone {
		return 0
	}
	set := uint32(0)
	for ; of != 0; of &= of - 1 {
		e := s.rules.Events[bits.TrailingZeros32(of)]
		if e.at(moment) && (e.Ready == nil || e.Ready(s)) {
			set |= of & -of
		}
	}
	return set
}

// at says whether an event can be played at a moment.
func (e *Event) at(moment uint8) bool {
	switch moment {
	case momentIntensify:
		return e.BeforeIntensify
	case momentCured:
		return e.AfterCure
	}
	return !e.AfterCure
}

// openCureWindow asks the seats that could play an event which is for the moment after a
// cure.
func (s *State) openCureWindow(d Disease) {
	if s.rules.afterCure && s.End == Running && s.OnBoard(d) > 0 && s.eventCandidates(momentCured, &s.Waived) != 0 {
		s.ask(Frame{Question: QuestionWindow, Arg: [engine.Operands]uint8{windowMoment: momentCured, windowCured: uint8(d)}})
	}
}

// JustCured is the disease whose cure has just been found, for an event that is
// played then.
func (s *State) JustCured() Disease { return Disease(s.Top().Arg[windowCured]) }

// knownEvents is the events that everybody knows a seat to have.
func (s *State) knownEvents(seat engine.Seat) uint32 {
	set := s.spokenFor(seat).Events()
	if s.rules.secretEvents {
		set &= s.Shown.Events()
	}
	if c := s.Stash[seat]; c != NoCard {
		set |= 1 << (c - FirstEvent)
	}
	return set
}

// unseen is the events that could lie in any hidden hand, as far as everybody
// knows.
func (s *State) unseen() uint32 {
	if !s.rules.secretEvents {
		return 0
	}
	gone := s.Discard.Or(s.Removed).Or(s.Shown).Or(s.faceUp())
	for _, c := range s.Stash[:s.rules.Players] {
		if c != NoCard {
			gone.Add(c)
		}
	}
	return s.rules.eventCards.Minus(gone).Events()
}

// could is the events that a seat might play at this moment, as far as
// everybody knows. It does not look at hidden cards, so a question that opens
// because of it tells nothing about them.
func (s *State) could(seat engine.Seat, ready, unseen uint32) uint32 {
	set := s.knownEvents(seat) & ready
	if u := unseen & ready; u != 0 && !s.hands[seat].Minus(s.Shown).Empty() {
		set |= u
	}
	return set
}

var noStash = [engine.MaxSeats]Card{NoCard, NoCard, NoCard, NoCard, NoCard, NoCard}

var nothingWaived [engine.MaxSeats]uint32

// interjectors is the seats that might play an event at this moment.
func (s *State) interjectors() engine.Seats {
	set := s.eventCandidates(s.moment(), &nothingWaived)
	if s.rules.on.Interjectors != nil {
		return s.rules.on.Interjectors(s, set)
	}
	return set
}

// eventCandidates is the seats that might play an event at a moment other than those
// that each has waived. It is called at every move, so the usual case, that nobody has
// any, is found first.
func (s *State) eventCandidates(moment uint8, waived *[engine.MaxSeats]uint32) engine.Seats {
	if moment == momentNone {
		return 0
	}
	if s.rules.secretEvents {
		return s.hiddenEventCandidates(moment, waived)
	}
	h := &s.hands
	possible := h[0].Or(h[1]).Or(h[2]).Or(h[3]).Or(h[4]).Or(h[5]).Events()
	stashed := s.Stash != noStash
	if possible == 0 && !stashed {
		return 0
	}
	if stashed {
		possible = s.rules.allEvents
	}
	ready := s.ready(moment, possible)
	if ready == 0 {
		return 0
	}
	alone := s.rules.Holders > s.rules.Players
	var set engine.Seats
	for seat := range engine.Seat(s.rules.Players) {
		has := h[seat].Events()
		if stashed || alone {
			has = s.knownEvents(seat)
		}
		if s.serving(seat, has&ready&^waived[seat]) != 0 {
			set |= 1 << seat
		}
	}
	return set
}

// serving is those of some events that could do anything for a seat.
func (s *State) serving(seat engine.Seat, set uint32) uint32 {
	for of := set & s.rules.particular; of != 0; of &= of - 1 {
		if !s.rules.Events[bits.TrailingZeros32(of)].Serves(s, seat) {
			set &^= of & -of
		}
	}
	return set
}

// hiddenEventCandidates is eventCandidates where nobody can be sure who holds an event.
func (s *State) hiddenEventCandidates(moment uint8, waived *[engine.MaxSeats]uint32) engine.Seats {
	unseen, ready := s.unseen(), s.ready(moment, s.rules.allEvents)
	var set engine.Seats
	for seat := range engine.Seat(s.rules.Players) {
		if s.serving(seat, s.could(seat, ready, unseen)&^waived[seat]) != 0 {
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
	unseen := s.unseen()
	return s.serving(seat, s.ready(f.Arg[windowMoment], s.could(seat, s.rules.allEvents, unseen))&^s.Waived[seat])
}

// windowOwing is the seats that the open window waits for.
func (s *State) windowOwing() engine.Seats {
	f := s.Top()
	owing := s.eventCandidates(f.Arg[windowMoment], &s.Waived) &^ engine.Seats(f.Arg[windowPassed])
	if s.rules.on.AskedFirst != nil {
		return s.rules.on.AskedFirst(s, owing)
	}
	return owing
}

// Pass lets a moment go by.
var Pass = &Verb{
	Name: "pass", Rule: "event/window", Questions: []engine.QuestionKind{QuestionWindow}, Standing: true,
	Intent: Passes,
	List:   Plain,
	Play: func(s *State, m engine.Move, out *engine.Facts) {
		s.Top().Arg[windowPassed] |= 1 << m.Seat
		out.Add(FactPassed, "event/window", uint8(m.Seat))
	},
}

// Waive lets a seat close the windows of one event until its next turn.
var Waive = &Verb{
	Name: "waive", Rule: "event/waive", Questions: []engine.QuestionKind{QuestionWindow}, Standing: true, Args: []*engine.Kind{EventKind},
	Intent: Waives,
	Needs: []Need{{Rule: "event/waive", Holds: func(s *State, m engine.Move) bool {
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
