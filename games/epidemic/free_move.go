package epidemic

import "theriac/engine"

// EveryoneMoves offers each seat in turn a free move of its pawn, beginning with the active seat. The move
// costs neither an action nor a card.
func (s *State) EveryoneMoves(v engine.Verb) {
	s.askFree(s.Active, v, uint8(s.rules.Players))
}

// askFree offers a seat its free move. n is the number of seats still to ask, including this one.
func (s *State) askFree(seat engine.Seat, v engine.Verb, n uint8) {
	if n > 0 {
		s.ask(Frame{Question: QuestionFree, Seat: seat, Verb: v, N: n})
	}
}

// freeMove moves the pawn of a seat that chose a city. It asks the next seat only after the reactions to the
// pawn's arrival are resolved.
func (s *State) freeMove(to City, out *engine.Facts) {
	f := *s.Top()
	s.closeTop()
	s.askFree((f.Seat+1)%engine.Seat(s.rules.Players), f.Verb, f.N-1)
	if to != NoCity {
		s.MovePawn(f.Seat, to, out, s.rules.verbs[f.Verb].Rule)
	}
}

// Stay declines the offer of a free move.
var Stay = &Verb{
	Name: "stay", Rule: "turn/question", Questions: []engine.QuestionKind{QuestionFree},
	List: Plain,
	Play: func(s *State, _ engine.Move, out *engine.Facts) { s.freeMove(NoCity, out) },
}
