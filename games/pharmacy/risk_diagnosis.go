package pharmacy

import "theriac/engine"

// diagnosis is a guess in front of the player who opens the card: which other player will end up in intensive
// care?
var diagnosis = Risk{
	ID: "diagnosis", Rule: "card/diagnosis", Copies: 1,
	Open: func(s *State, by engine.Seat, _ *engine.Facts) { s.ask(QuestionDiagnose, engine.SeatsOf(by)) },
}

var diagnose = verb{
	name: "diagnose", args: []*engine.Kind{engine.SeatKind}, questions: []engine.QuestionKind{QuestionDiagnose},
	needs: []need{{"card/diagnosis", toAnother(0)}},
	list:  listOthers,
	play: func(s *State, m engine.Move, out *engine.Facts) {
		s.Diagnostician, s.Doomed = m.Seat, engine.Seat(m.Arg[0])
		out.Add(factDiagnosed, "card/diagnosis", uint8(m.Seat), m.Arg[0])
		s.endTurn(out)
	},
	// The sickest player is the best guess.
	harm: func(s *State, m engine.Move) int { return -s.Sickness(engine.Seat(m.Arg[0])) },
}
