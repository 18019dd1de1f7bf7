package epidemic

import "theriac/engine"

// If hands are hidden, a seat cannot name a card to take. Instead, it asks the other seat for one.

// Request describes a request for a card: which cards the asked seat can hand over, and what happens then.
type Request struct {
	Cards func(s *State, giver engine.Seat) uint64
	Then  func(s *State, from, to engine.Seat, c Card, out *engine.Facts)
}

// sharing is the request for a card to share knowledge.
var sharing = &Request{
	Cards: (*State).Shareable,
	Then:  (*State).share,
}

// request returns the request that the open question makes.
func (s *State) request() *Request {
	if r := s.rules.verbs[s.Top().Verb].Request; r != nil {
		return r
	}
	return sharing
}

// RequestCard asks another seat either to hand over a card or to refuse.
func (s *State) RequestCard(m engine.Move, who engine.Seat, out *engine.Facts) {
	s.ask(Frame{Question: QuestionRequest, Seat: who, Verb: m.Verb, N: uint8(m.Seat), Arg: m.Arg})
	out.Add(FactAsked, "hand/hidden", uint8(m.Seat), uint8(who))
}
