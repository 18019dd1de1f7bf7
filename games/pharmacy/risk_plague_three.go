package pharmacy

import "theriac/engine"

// plagueThree is a virus that the player who opens the card puts in front of any player, including
// themselves.
var plagueThree = Risk{
	ID: "plague-3", Rule: "card/plague-3", Copies: 3, Value: 3,
	Open: func(s *State, by engine.Seat, _ *engine.Facts) { s.ask(QuestionInfect, engine.SeatsOf(by)) },
}

var infect = verb{
	name: "infect", args: []*engine.Kind{engine.SeatKind}, questions: []engine.QuestionKind{QuestionInfect},
	needs: []need{{"card/plague-3", func(s *State, m engine.Move) bool { return int(m.Arg[0]) < s.rules.Players }}},
	list: func(s *State, m engine.Move, dst []engine.Move) []engine.Move {
		for to := range s.rules.Players {
			m.Arg[0] = uint8(to)
			dst = append(dst, m)
		}
		return dst
	},
	play: func(s *State, m engine.Move, out *engine.Facts) {
		s.placeVirus(engine.Seat(m.Arg[0]), s.Open, "card/plague-3", out)
		s.endTurn(out)
	},
	// The healthiest player is harmed least.
	harm: func(s *State, m engine.Move) int { return s.Sickness(engine.Seat(m.Arg[0])) },
}
