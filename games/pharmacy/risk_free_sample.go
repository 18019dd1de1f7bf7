package pharmacy

import "theriac/engine"

// freeSample makes the player who opens the card give a pill to another player, if the opener has any.
var freeSample = Risk{
	ID: "free-sample", Rule: "card/free-sample", Copies: 1,
	Open: func(s *State, by engine.Seat, out *engine.Facts) {
		if s.Pills[by].Count() == 0 {
			out.Add(factNothingReturned, "card/no-pill", uint8(by))
			s.endTurn(out)
			return
		}
		s.ask(QuestionDonate, engine.SeatsOf(by))
	},
}

var donate = verb{
	name: "donate", args: []*engine.Kind{pillKind, engine.SeatKind}, questions: []engine.QuestionKind{QuestionDonate},
	needs: []need{
		{"pay/pills", func(s *State, m engine.Move) bool { return s.Pills[m.Seat][m.Arg[0]] > 0 }},
		{"card/free-sample", toAnother(1)},
	},
	list: func(s *State, m engine.Move, dst []engine.Move) []engine.Move { return s.listPillsToOthers(m, dst) },
	play: func(s *State, m engine.Move, out *engine.Facts) {
		s.movePill(m.Seat, engine.Seat(m.Arg[1]), Pill(m.Arg[0]), "card/free-sample", out)
		s.endTurn(out)
	},
	harm: func(_ *State, m engine.Move) int { return int(m.Arg[0]) },
}
