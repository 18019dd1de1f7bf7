package roles

import (
	"math/bits"

	"theriac/engine"
	"theriac/games/epidemic"
)

// passengerVerb makes a move that takes another pawn of the same city along. Its
// owner has to agree.
func passengerVerb(name, rule, place string, reach func(s *epidemic.State, seat engine.Seat) uint64) *epidemic.Verb {
	with := func(m engine.Move) engine.Seat { return engine.Seat(m.Arg[1]) }
	return &epidemic.Verb{
		Name: name, Rule: rule, Args: []*engine.Kind{epidemic.CityKind, engine.SeatKind},
		Steps: []engine.Step{epidemic.StepAction}, Cost: 1, Where: epidemic.InCompany,
		Needs: []epidemic.Need{
			{Rule: rule, Holds: func(s *epidemic.State, m engine.Move) bool { return s.Mates(m.Seat).Has(with(m)) }},
			{Rule: place, Holds: func(s *epidemic.State, m engine.Move) bool { return reach(s, m.Seat)>>m.Arg[0]&1 != 0 }},
			{Rule: "consent/refused", Holds: epidemic.NotRefused},
		},
		List: func(s *epidemic.State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
			m := engine.Move{Seat: by, Verb: v}
			mates := s.Mates(by)
			for set := reach(s, by); set != 0; set &= set - 1 {
				m.Arg[0] = uint8(bits.TrailingZeros64(set))
				for seat := mates; seat != 0; seat &= seat - 1 {
					m.Arg[1] = uint8(seat.First())
					if epidemic.NotRefused(s, m) {
						dst = append(dst, m)
					}
				}
			}
			return dst
		},
		Asks: func(_ *epidemic.State, m engine.Move) (engine.Seat, bool) { return with(m), true },
		Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
			to := epidemic.City(m.Arg[0])
			s.SpendAction()
			s.MovePawn(m.Seat, to, out, rule)
			s.MovePawn(with(m), to, out, rule)
		},
	}
}
