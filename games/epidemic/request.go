package epidemic

import "theriac/engine"

// Where hands are hidden, a move that would take a card asks for one.

// Request is what a seat may hand over when a move asks it for a card, and what
// follows.
type Request struct {
	Cards func(s *State, giver engine.Seat) uint64
	Then  func(s *State, from, to engine.Seat, c Card, out *engine.Facts)
}

// sharing is the request of a seat that shares knowledge.
var sharing = &Request{
	Cards: (*State).Shareable,
	Then:  (*State).share,
}

// request is what the open question asks to be handed over.
func (s *State) request() *Request {
	if r := s.rules.verbs[s.Top().Verb].Request; r != nil {
		return r
	}
	return sharing
}

// RequestCard asks a seat whether it hands a card over.
func (s *State) RequestCard(m engine.Move, who engine.Seat, out *engine.Facts) {
	s.ask(Frame{Question: QuestionRequest, Seat: who, Verb: m.Verb, N: uint8(m.Seat), Arg: m.Arg})
	out.Add(FactAsked, "hand/hidden", uint8(m.Seat), uint8(who))
}
