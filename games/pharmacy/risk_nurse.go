package pharmacy

import "theriac/engine"

// nurse is a guess in front of the player who opens the card: it names another player who will stay out of
// intensive care.
var nurse = Risk{
	ID: "nurse", Rule: "card/nurse", Copies: 1,
	Open: func(s *State, by engine.Seat, _ *engine.Facts) { s.ask(QuestionNurse, engine.SeatsOf(by)) },
}

var nurseOne = verb{
	name: "nurse", args: []*engine.Kind{engine.SeatKind}, questions: []engine.QuestionKind{QuestionNurse},
	needs: []need{{"card/nurse", toAnother(0)}},
	list:  listOthers,
	play: func(s *State, m engine.Move, out *engine.Facts) {
		s.Nurse, s.Nursed = m.Seat, engine.Seat(m.Arg[0])
		out.Add(factNursed, "card/nurse", uint8(m.Seat), m.Arg[0])
		s.endTurn(out)
	},
	// The healthiest player is the safest choice.
	harm: func(s *State, m engine.Move) int { return s.Sickness(engine.Seat(m.Arg[0])) },
}
