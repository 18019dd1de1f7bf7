package epidemic

import (
	"math/bits"

	"theriac/engine"
)

// These are the moments at which seats can play events. momentIntensify, between two steps of an epidemic,
// allows only events with BeforeIntensify. momentCured allows only events with AfterCure.
const (
	momentNone uint8 = iota
	momentOpen
	momentIntensify
	momentCured // a cure has just been found
)

// These are the operands of QuestionWindow, which asks seats whether they play an event.
const (
	windowMoment = 0
	windowPassed = 1 // the seats that have passed
	windowCured  = 2 // the disease that has just been cured
)

// openWindow asks the seats that might play an event at a moment, except those in passed, before the turn
// continues. It reports whether there are any such seats.
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

// OpenWindow asks the seats that might play an event before a stage continues. It reports whether there are
// any.
func (s *State) OpenWindow() bool { return s.openWindow(momentOpen, 0) }

// moment returns which events can be played at the open question: none, those playable at any time, or those
// for a special moment.
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

// atIntensify reports whether seats are being asked for events between two steps of an epidemic.
func (s *State) atIntensify() bool {
	return s.Depth > 0 && s.Stack[0].Question == QuestionWindow && s.Stack[0].Arg[windowMoment] == momentIntensify
}

// renewing lists the facts after which seats that have passed are asked again, because the turn has
// progressed or the board has changed.
var renewing = []engine.FactKind{
	FactTurnBegan, FactCardDrawn, FactCardHidden, FactEpidemicDrawn, FactRateRaised, FactIntensified,
	FactOutbreak, FactCured, FactEventPlayed, FactEventReplayed,
}

// ready returns which of the given events can be played now by a seat that holds them.
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

// at reports whether an event can be played at a moment.
func (e *Event) at(moment uint8) bool {
	switch moment {
	case momentIntensify:
		return e.BeforeIntensify
	case momentCured:
		return e.AfterCure
	}
	return !e.AfterCure
}

// openCureWindow asks the seats that might play an event just after a cure.
func (s *State) openCureWindow(d Disease) {
	if s.rules.afterCure && s.End == Running && s.OnBoard(d) > 0 && s.eventCandidates(momentCured, &s.Waived) != 0 {
		s.ask(Frame{Question: QuestionWindow, Arg: [engine.Operands]uint8{windowMoment: momentCured, windowCured: uint8(d)}})
	}
}

// JustCured returns the disease that has just been cured, for events with AfterCure.
func (s *State) JustCured() Disease { return Disease(s.Top().Arg[windowCured]) }

// knownEvents returns the events that everyone knows to be in a seat's hand or on its role card.
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

// unseen returns the events that could be in a hidden hand. It uses only what everyone knows.
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

// could returns the events that a seat might be able to play now, as far as everyone knows. So whether the
// seat is asked reveals nothing about hidden cards.
func (s *State) could(seat engine.Seat, ready, unseen uint32) uint32 {
	set := s.knownEvents(seat) & ready
	if u := unseen & ready; u != 0 && !s.hands[seat].Minus(s.Shown).Empty() {
		set |= u
	}
	return set
}

var noStash = [engine.MaxSeats]Card{NoCard, NoCard, NoCard, NoCard, NoCard, NoCard}

var nothingWaived [engine.MaxSeats]uint32

// interjectors returns the seats that might be able to play an event now.
func (s *State) interjectors() engine.Seats {
	set := s.eventCandidates(s.moment(), &nothingWaived)
	if s.rules.hooks.Interjectors != nil {
		return s.rules.hooks.Interjectors(s, set)
	}
	return set
}

// eventCandidates returns the seats that might be able to play an event at a moment, apart from events that
// they have waived. Because it runs at every move, it first checks the most common case: no seat has an
// event.
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

// serving returns which of the given events would have an effect for a seat.
func (s *State) serving(seat engine.Seat, set uint32) uint32 {
	for of := set & s.rules.particular; of != 0; of &= of - 1 {
		if !s.rules.Events[bits.TrailingZeros32(of)].Serves(s, seat) {
			set &^= of & -of
		}
	}
	return set
}

// hiddenEventCandidates replaces eventCandidates at tables where no seat can be sure who holds an event.
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

// windowEvents returns the events for which the game waits for a seat's decision.
func (s *State) windowEvents(seat engine.Seat) uint32 {
	f := s.Top()
	if engine.Seats(f.Arg[windowPassed]).Has(seat) {
		return 0
	}
	unseen := s.unseen()
	return s.serving(seat, s.ready(f.Arg[windowMoment], s.could(seat, s.rules.allEvents, unseen))&^s.Waived[seat])
}

// windowOwing returns the seats that have yet to play an event or to pass.
func (s *State) windowOwing() engine.Seats {
	f := s.Top()
	owing := s.eventCandidates(f.Arg[windowMoment], &s.Waived) &^ engine.Seats(f.Arg[windowPassed])
	if s.rules.hooks.AskedFirst != nil {
		return s.rules.hooks.AskedFirst(s, owing)
	}
	return owing
}

// Pass declines to play an event while the game waits for one.
var Pass = &Verb{
	Name: "pass", Rule: "event/window", Questions: []engine.QuestionKind{QuestionWindow}, Standing: true,
	Intent: Passes,
	List:   Plain,
	Play: func(s *State, m engine.Move, out *engine.Facts) {
		s.Top().Arg[windowPassed] |= 1 << m.Seat
		out.Add(FactPassed, "event/window", uint8(m.Seat))
	},
}

// Waive stops the questions about one event until the seat's next turn.
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
