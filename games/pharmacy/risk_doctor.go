package pharmacy

import "theriac/engine"

// doctor is a title in front of the player who opens the card. It has no effect unless the table plays by the
// house rule.
var doctor = Risk{
	ID: "doctor", Rule: "card/doctor", Copies: 1,
	Open: func(s *State, by engine.Seat, out *engine.Facts) {
		s.Doctor = by
		out.Add(factTitled, "card/doctor", uint8(by))
		s.endTurn(out)
	},
}

// respect applies the house rule: a player who gives the doctor a card also gives the least valuable pill,
// if there is any.
func (s *State) respect(out *engine.Facts) {
	from, to := s.Travel.Giver, s.Travel.To
	if s.rules.Respect && to == s.Doctor && s.Pills[from].Count() > 0 {
		s.movePill(from, to, s.Pills[from].cheapest(), "card/doctor/respect", out)
	}
}
