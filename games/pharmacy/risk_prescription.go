package pharmacy

import "theriac/engine"

// The two prescriptions give the player who opens one the pills that it shows, as far as the
// pharmacy has them. That they show a blue one, and a yellow or a red one, is our
// proposal.
var (
	prescriptionYellow = Risk{
		ID: "prescription-yellow", Rule: "card/prescription", Copies: 1, Pills: Pills{1, 1, 0},
		Open: fill,
	}
	prescriptionRed = Risk{
		ID: "prescription-red", Rule: "card/prescription", Copies: 1, Pills: Pills{1, 0, 1},
		Open: fill,
	}
)

func fill(s *State, by engine.Seat, out *engine.Facts) {
	s.dispense(by, s.rules.risks[s.Open-FirstRisk].Pills, "card/prescription", out)
	s.endTurn(out)
}
