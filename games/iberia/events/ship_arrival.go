package events

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// ShipArrival brings one or more pawns to a port. The owners of other pawns must agree. The player keeps the
// card until the first pawn has arrived.
//
// Rule: iberia/event/ship-arrival.
var ShipArrival = &epidemic.Event{
	ID:   "ship-arrival",
	Rule: arrivalRule,
	Verb: &epidemic.Verb{
		Name: "ship-arrival", Rule: arrivalRule, Args: []*engine.Kind{epidemic.CityKind},
		Wide: true,
		Needs: []epidemic.Need{
			{Rule: arrivalRule, Holds: func(s *epidemic.State, m engine.Move) bool { return s.Rules().Ports()>>m.Arg[0]&1 != 0 }},
			{Rule: "consent/refused", Holds: func(s *epidemic.State, m engine.Move) bool {
				return comers(s, m.Seat, m.Verb, epidemic.City(m.Arg[0])) != 0
			}},
		},
		List: func(s *epidemic.State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
			ports := s.Rules().Ports()
			for port := range epidemic.EachCity(ports) {
				if comers(s, by, v, port) == 0 {
					ports &^= 1 << port
				}
			}
			return epidemic.AppendCities(dst, by, v, ports)
		},
		Play: func(s *epidemic.State, m engine.Move, _ *engine.Facts) {
			s.AskChoice(epidemic.QuestionPawn, m.Seat, m.Verb, 0, m.Arg[0])
		},
		Choice: &epidemic.Choice{
			List: func(s *epidemic.State, f *epidemic.Frame, m engine.Move, dst []engine.Move) []engine.Move {
				for seat := range comers(s, f.Seat, f.Verb, epidemic.City(f.Arg[0])).Each {
					m.Arg[0] = uint8(seat)
					dst = append(dst, m)
				}
				return dst
			},
			Asks: func(_ *epidemic.State, f *epidemic.Frame, m engine.Move) (engine.Seat, bool) {
				return engine.Seat(m.Arg[0]), engine.Seat(m.Arg[0]) != f.Seat
			},
			// Role abilities that a pawn's arrival triggers are resolved before the next pawn arrives.
			Then: func(s *epidemic.State, f epidemic.Frame, m engine.Move, out *engine.Facts) {
				pawn, port := engine.Seat(m.Arg[0]), epidemic.City(f.Arg[0])
				if f.N == 0 {
					s.SpendEvent(f.Seat, f.Verb, out)
				}
				if comers(s, f.Seat, f.Verb, port).Without(pawn) != 0 {
					s.AskChoice(epidemic.QuestionPawn, f.Seat, f.Verb, 1, f.Arg[0])
				}
				s.MovePawn(pawn, port, out, arrivalRule)
			},
			Recalls: func(f *epidemic.Frame, m engine.Move) [2]uint8 { return [2]uint8{f.Arg[0], m.Arg[0]} },
			Enough:  epidemic.Stop,
			AtLeast: 1,
		},
	},
}

const arrivalRule = "event/ship-arrival"

// comers returns the seats whose pawns can still be brought to the port.
func comers(s *epidemic.State, by engine.Seat, v engine.Verb, port epidemic.City) engine.Seats {
	var set engine.Seats
	for pawn := range engine.Seat(s.Rules().Players) {
		if s.Pawn(pawn) != port && (pawn == by || s.MayAsk(v, pawn, uint8(port), uint8(pawn))) {
			set |= 1 << pawn
		}
	}
	return set
}
