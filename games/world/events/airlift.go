package events

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// Airlift takes any pawn to any city, if its owner agrees. Refused, the card
// stays where it was.
//
// Rule: world/event/airlift.
var Airlift = &epidemic.Event{
	ID:   "airlift",
	Rule: "event/airlift",
	Verb: &epidemic.Verb{
		Name: "airlift", Rule: "event/airlift", Args: []*engine.Kind{engine.SeatKind},
		Needs: []epidemic.Need{
			{Rule: "event/airlift", Holds: func(s *epidemic.State, m engine.Move) bool {
				return int(m.Arg[0]) < s.Rules().Players
			}},
			{Rule: "consent/refused", Holds: mayLift},
		},
		List: func(s *epidemic.State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
			for pawn := range uint8(s.Rules().Players) {
				if m := (engine.Move{Seat: by, Verb: v, Arg: [engine.Operands]uint8{pawn}}); mayLift(s, m) {
					dst = append(dst, m)
				}
			}
			return dst
		},
		Play: func(s *epidemic.State, m engine.Move, _ *engine.Facts) {
			s.AskCity(m.Seat, m.Verb, m.Arg[0])
		},
		City: &epidemic.CityChoice{
			Cities: func(s *epidemic.State, f *epidemic.Frame) uint64 {
				return s.Rules().Everywhere() &^ (1 << s.Pawn(engine.Seat(f.Arg[0])))
			},
			Asks: func(_ *epidemic.State, f *epidemic.Frame, _ epidemic.City) (engine.Seat, bool) {
				pawn := engine.Seat(f.Arg[0])
				return pawn, pawn != f.Seat
			},
			Then: func(s *epidemic.State, f epidemic.Frame, c epidemic.City, out *engine.Facts) {
				s.SpendEvent(f.Seat, f.Verb, out)
				s.MovePawn(engine.Seat(f.Arg[0]), c, out, "event/airlift")
			},
		},
	},
}

// mayLift says whether the pawn's owner has not refused in this step.
func mayLift(s *epidemic.State, m engine.Move) bool {
	pawn := engine.Seat(m.Arg[0])
	return pawn == m.Seat || !s.WasRefused(m.Verb, pawn)
}
