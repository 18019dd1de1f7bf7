package epidemic

import "theriac/engine"

// EveryoneMoves asks each seat, from the active one on, for a free move of its
// pawn. It costs neither an action nor a card.
func (s *State) EveryoneMoves(v engine.Verb) {
	s.askFree(s.Active, v, uint8(s.rules.Players))
}

// askFree asks a seat and leaves n seats to ask, itself included.
func (s *State) askFree(seat engine.Seat, v engine.Verb, n uint8) {
	if n > 0 {
		s.ask(Frame{Question: QuestionFree, Seat: seat, Verb: v, N: n})
	}
}

// freeMove answers with a city or none, and asks the next seat. What the pawn sets
// off where it arrives is settled first.
func (s *State) freeMove(to City, out *engine.Facts) {
	f := *s.Top()
	s.closeTop()
	s.askFree((f.Seat+1)%engine.Seat(s.rules.Players), f.Verb, f.N-1)
	if to != NoCity {
		s.MovePawn(f.Seat, to, out, s.rules.verbs[f.Verb].Rule)
	}
}

// Stay lets a free move go.
var Stay = &Verb{
	Name: "stay", Rule: "turn/question", Questions: []engine.QuestionKind{QuestionFree},
	List: Plain,
	Play: func(s *State, _ engine.Move, out *engine.Facts) { s.freeMove(NoCity, out) },
}
