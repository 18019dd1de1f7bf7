package epidemic

import (
	"math/bits"

	"theriac/engine"
)

// An event can let another be played again from the discard, at once. The played
// card lies on the discard again afterwards; it never was in a hand. The event that
// lets it be played stays in its hand until the other one takes effect: refused, it
// can be kept.

// Replayable is the events of the discard that a seat could play now, were they
// in its hand.
//
// The list is used to try them out on, beyond its end.
func (s *State) Replayable(by engine.Seat, but engine.Verb, list []engine.Move) uint32 {
	set := uint32(0)
	for of := s.ready(s.moment(), s.Discard.Events()); of != 0; of &= of - 1 {
		v := s.rules.eventVerb(bits.TrailingZeros32(of))
		if v != but && len(s.rules.verbs[v].List(s, by, v, list)) > len(list) {
			set |= of & -of
		}
	}
	return set
}

// Repeats says whether some event of the discard could do anything for a seat now.
func (s *State) Repeats(seat engine.Seat) bool {
	return s.serving(seat, s.ready(momentOpen, s.Discard.Events())) != 0
}

// Replay asks a seat to play an event of the discard.
func (s *State) Replay(by engine.Seat, v engine.Verb, event uint8) {
	s.ask(Frame{Question: QuestionReplay, Seat: by, Verb: v, Arg: [engine.Operands]uint8{event}})
}

// replays says whether a seat is asked to play this event again.
func (s *State) replays(by engine.Seat, event int) bool {
	f := s.Top()
	return f.Question == QuestionReplay && f.Seat == by && int(f.Arg[0]) == event
}

// refusedReplay notes that playing an event again has been refused, so that it can be
// left.
func (s *State) refusedReplay() {
	if f := s.Top(); f.Question == QuestionReplay {
		f.N = 1
	}
}

// appendReplay lists the ways to play an event again.
func (s *State) appendReplay(dst []engine.Move, by engine.Seat) []engine.Move {
	v := s.rules.eventVerb(int(s.Top().Arg[0]))
	return s.rules.verbs[v].List(s, by, v, dst)
}

// EventCardOf is the card of the event that a verb plays.
func (t *Ruleset) EventCardOf(v engine.Verb) Card { return EventCard(int(t.verbs[v].event)) }

// eventVerb is the move that plays an event.
func (t *Ruleset) eventVerb(event int) engine.Verb {
	return engine.Verb(len(t.verbs) - len(t.Events) + event)
}
