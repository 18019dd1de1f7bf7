package pharmacy

import "theriac/engine"

// Each prescription gives the player who opens it the pills that the card shows, or as many of them as the
// pharmacy has. The cards show a blue pill and a yellow or a red one, which is our proposal.
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
