package pharmacy

import "theriac/engine"

// needCare returns the seats that need intensive care, because of their sickness or their injections.
func (s *State) needCare() engine.Seats {
	var set engine.Seats
	for seat := range engine.Seat(s.rules.Players) {
		if s.Sickness(seat) >= int(s.rules.Care) || s.Injections(seat) >= TooMany {
			set = set.With(seat)
		}
	}
	return set
}

// endRound counts the points of a round, and starts the next round or ends the game.
func (s *State) endRound(rule string, out *engine.Facts) {
	care := s.needCare()
	for seat := range care.Each {
		why := "care/sickness"
		if s.Injections(seat) >= TooMany {
			why = "care/injections"
		}
		out.Add(factIntensiveCare, why, uint8(seat))
	}
	out.Add(factRoundEnded, rule, s.Round)
	s.score(care, out)
	if s.Round == Rounds {
		s.Over = true
		s.Question, s.Asked = QuestionOver, 0
		out.Add(factEnded, s.cause())
		return
	}
	s.Starter = s.rules.left(s.Starter)
	s.startRound("round/next", out)
}
