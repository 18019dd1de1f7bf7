package epidemic

import (
	"math/bits"

	"theriac/engine"
)

// Some events play another event from the discard. That event then returns to the discard without entering
// the hand. The card that allows this stays in hand until the other event takes effect, and remains there if
// a seat refuses consent.

// Replayable returns the events in the discard that a seat could play now if it held them. It leaves out the
// event of the verb given as but.
//
// To find out, it may append moves to list, but only into its spare capacity.
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

// Repeats reports whether a seat could play some event in the discard with effect now.
func (s *State) Repeats(seat engine.Seat) bool {
	return s.serving(seat, s.ready(momentOpen, s.Discard.Events())) != 0
}

// Replay asks a seat how it plays the given event from the discard.
func (s *State) Replay(by engine.Seat, v engine.Verb, event uint8) {
	s.ask(Frame{Question: QuestionReplay, Seat: by, Verb: v, Arg: [engine.Operands]uint8{event}})
}

// replays reports whether the open question asks a seat to play this event from the discard.
func (s *State) replays(by engine.Seat, event int) bool {
	f := s.Top()
	return f.Question == QuestionReplay && f.Seat == by && int(f.Arg[0]) == event
}

// refusedReplay records that a seat refused consent to the replayed event, so that the holder can end the
// question.
func (s *State) refusedReplay() {
	if f := s.Top(); f.Question == QuestionReplay {
		f.N = 1
	}
}

// appendReplay appends the moves that play the event in the open question.
func (s *State) appendReplay(dst []engine.Move, by engine.Seat) []engine.Move {
	v := s.rules.eventVerb(int(s.Top().Arg[0]))
	return s.rules.verbs[v].List(s, by, v, dst)
}

// EventCardOf returns the card of the event that a verb plays.
func (t *Ruleset) EventCardOf(v engine.Verb) Card { return EventCard(int(t.verbs[v].event)) }

// eventVerb returns the verb that plays an event.
func (t *Ruleset) eventVerb(event int) engine.Verb {
	return engine.Verb(len(t.verbs) - len(t.Events) + event)
}
