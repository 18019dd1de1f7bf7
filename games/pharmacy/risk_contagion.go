package pharmacy

import "theriac/engine"

// contagion makes the player who opens the card take over another player's virus that has had no injection, if
// there is one.
var contagion = Risk{
	ID: "contagion", Rule: "card/contagion", Copies: 1,
	Open: func(s *State, by engine.Seat, out *engine.Facts) {
		for other := range s.everyone().Without(by).Each {
			f := &s.Fronts[other]
			for _, l := range f.Virus[:f.N] {
				if l.Doses == 0 {
					s.ask(QuestionCatch, engine.SeatsOf(by))
					return
				}
			}
		}
		out.Add(factNothingCaught, "card/contagion/none", uint8(by))
		s.endTurn(out)
	},
}

var catchVirus = verb{
	name: "catch", args: []*engine.Kind{cardKind, engine.SeatKind}, questions: []engine.QuestionKind{QuestionCatch},
	needs: []need{
		{"card/contagion/another", toAnother(1)},
		{"card/contagion", func(s *State, m engine.Move) bool {
			return s.firstSuch(engine.Seat(m.Arg[1]), Lying{Card: Card(m.Arg[0])}) >= 0
		}},
	},
	list: func(s *State, m engine.Move, dst []engine.Move) []engine.Move {
		for c := range cardCount {
			for from := range engine.Seat(s.rules.Players) {
				if from != m.Seat && s.firstSuch(from, Lying{Card: Card(c)}) >= 0 {
					m.Arg[0], m.Arg[1] = uint8(c), uint8(from)
					dst = append(dst, m)
				}
			}
		}
		return dst
	},
	play: func(s *State, m engine.Move, out *engine.Facts) {
		c, from := Card(m.Arg[0]), engine.Seat(m.Arg[1])
		f := &s.Fronts[from]
		at := s.firstSuch(from, Lying{Card: c})
		copy(f.Virus[at:f.N], f.Virus[at+1:f.N])
		f.N--
		f.Virus[f.N] = Lying{}
		out.Add(factVirusCaught, "card/contagion", uint8(m.Seat), uint8(c), uint8(from))
		s.placeVirus(m.Seat, c, "card/contagion", out)
		s.endTurn(out)
	},
	harm: func(s *State, m engine.Move) int { return int(s.rules.value[m.Arg[0]]) },
}
