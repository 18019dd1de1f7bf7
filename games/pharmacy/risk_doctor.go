package pharmacy

import "theriac/engine"

// doctor is a title. It lies in front of the player who opens it and does nothing, unless the
// table plays by the house rule.
var doctor = Risk{
	ID: "doctor", Rule: "card/doctor", Copies: 1,
	Open: func(s *State, by engine.Seat, out *engine.Facts) {
		s.Doctor = by
		out.Add(factTitled, "card/doctor", uint8(by))
		s.endTurn(out)
	},
}

// respect is the house rule: handing the doctor a card is no way to address one,
// and costs a pill, the one that is least worth, if there is any.
func (s *State) respect(out *engine.Facts) {
	from, to := s.Travel.Giver, s.Travel.To
	if s.rules.Respect && to == s.Doctor && s.Pills[from].Count() > 0 {
		s.movePill(from, to, s.Pills[from].cheapest(), "card/doctor/respect", out)
	}
}
