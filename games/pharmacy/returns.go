package pharmacy

import "theriac/engine"

// askReturns asks seats, all at the same time, which pill to return to the pharmacy. A seat without pills
// returns none. A seat whose pills have only one colour returns one without being asked.
func (s *State) askReturns(seats engine.Seats, out *engine.Facts) {
	var asked engine.Seats
	for seat := range seats.Each {
		switch p := s.Pills[seat]; {
		case p.Count() == 0:
			out.Add(factNothingReturned, "card/no-pill", uint8(seat))
		case p.Count() == int(p[p.cheapest()]):
			s.returnPill(seat, p.cheapest(), out)
		default:
			asked = asked.With(seat)
		}
	}
	if asked == 0 {
		s.endTurn(out)
		return
	}
	s.ask(QuestionReturn, asked)
}

func (s *State) returnPill(seat engine.Seat, c Pill, out *engine.Facts) {
	s.Pills[seat][c]--
	s.Pharmacy[c]++
	out.Add(factPillReturned, s.rules.risks[s.Open-FirstRisk].Rule, uint8(seat), uint8(c))
}

var returnOne = verb{
	name: "return", args: []*engine.Kind{pillKind}, questions: []engine.QuestionKind{QuestionReturn},
	needs: []need{{"pay/pills", func(s *State, m engine.Move) bool { return s.Pills[m.Seat][m.Arg[0]] > 0 }}},
	list: func(s *State, m engine.Move, dst []engine.Move) []engine.Move {
		for c := range Colours {
			if s.Pills[m.Seat][c] > 0 {
				m.Arg[0] = uint8(c)
				dst = append(dst, m)
			}
		}
		return dst
	},
	play: func(s *State, m engine.Move, out *engine.Facts) {
		s.returnPill(m.Seat, Pill(m.Arg[0]), out)
		s.Asked = s.Asked.Without(m.Seat)
		if s.Asked == 0 {
			s.endTurn(out)
		}
	},
	harm: func(_ *State, m engine.Move) int { return int(m.Arg[0]) },
}
