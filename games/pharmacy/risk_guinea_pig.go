package pharmacy

import "theriac/engine"

// guineaPig may be kept as a virus by the player who opens the card. That player then gets the three pills that
// the card shows, each from a player of their choice. Otherwise the card leaves the round.
var guineaPig = Risk{
	ID: "guinea-pig", Rule: "card/guinea-pig", Copies: 1, Value: 3, Pills: Pills{1, 1, 1},
	Open: func(s *State, by engine.Seat, _ *engine.Facts) { s.ask(QuestionVolunteer, engine.SeatsOf(by)) },
}

var volunteer = verb{
	name: "volunteer", questions: []engine.QuestionKind{QuestionVolunteer},
	list: func(_ *State, m engine.Move, dst []engine.Move) []engine.Move { return append(dst, m) },
	play: func(s *State, m engine.Move, out *engine.Facts) {
		s.placeVirus(m.Seat, s.Open, "card/guinea-pig", out)
		if s.needCare() != 0 {
			s.endTurn(out)
			return
		}
		s.Colour = Blue
		s.askCollect(m.Seat, out)
	},
	harm: func(*State, engine.Move) int { return 1 },
}

var decline = verb{
	name: "decline", questions: []engine.QuestionKind{QuestionVolunteer},
	list: func(_ *State, m engine.Move, dst []engine.Move) []engine.Move { return append(dst, m) },
	play: func(s *State, m engine.Move, out *engine.Facts) {
		out.Add(factDeclined, "card/guinea-pig/decline", uint8(m.Seat))
		s.endTurn(out)
	},
	harm: func(*State, engine.Move) int { return 0 },
}

// askCollect asks which player gives the next pill. A colour that no other player has is skipped.
func (s *State) askCollect(by engine.Seat, out *engine.Facts) {
	for ; s.Colour < Colours; s.Colour++ {
		for other := range s.everyone().Without(by).Each {
			if s.Pills[other][s.Colour] > 0 {
				s.ask(QuestionCollect, engine.SeatsOf(by))
				return
			}
		}
		out.Add(factNotCollected, "card/guinea-pig/none", uint8(by), uint8(s.Colour))
	}
	s.endTurn(out)
}

var claim = verb{
	name: "claim", args: []*engine.Kind{pillKind, engine.SeatKind}, questions: []engine.QuestionKind{QuestionCollect},
	needs: []need{
		{"card/guinea-pig/pills", func(s *State, m engine.Move) bool { return Pill(m.Arg[0]) == s.Colour }},
		{"card/guinea-pig/another", toAnother(1)},
		{"card/guinea-pig/pills", func(s *State, m engine.Move) bool { return s.Pills[m.Arg[1]][m.Arg[0]] > 0 }},
	},
	list: func(s *State, m engine.Move, dst []engine.Move) []engine.Move {
		m.Arg[0] = uint8(s.Colour)
		for from := range engine.Seat(s.rules.Players) {
			if from != m.Seat && s.Pills[from][s.Colour] > 0 {
				m.Arg[1] = uint8(from)
				dst = append(dst, m)
			}
		}
		return dst
	},
	play: func(s *State, m engine.Move, out *engine.Facts) {
		s.movePill(engine.Seat(m.Arg[1]), m.Seat, Pill(m.Arg[0]), "card/guinea-pig/pills", out)
		s.Colour++
		s.askCollect(m.Seat, out)
	},
	harm: func(*State, engine.Move) int { return 0 },
}
