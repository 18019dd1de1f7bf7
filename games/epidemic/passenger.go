package epidemic

import (
	"math/bits"

	"theriac/engine"
)

// PassengerVerb returns a verb that moves the pawn together with another pawn in its city, if that pawn's
// owner agrees. The id of the broken rule is rule if there is no other pawn, and place if the destination is
// out of reach.
func PassengerVerb(name, rule, place string, reach func(s *State, seat engine.Seat) uint64) *Verb {
	with := func(m engine.Move) engine.Seat { return engine.Seat(m.Arg[1]) }
	return &Verb{
		Name: name, Rule: rule, Args: []*engine.Kind{CityKind, engine.SeatKind},
		Questions: anAction, Cost: 1, Where: InCompany,
		Needs: []Need{
			{Rule: rule, Text: "nobody", Holds: func(s *State, m engine.Move) bool { return s.Mates(m.Seat).Has(with(m)) }},
			MayLeave(OwnPawn), MayLeave(func(_ *State, m engine.Move) engine.Seat { return with(m) }),
			{Rule: place, Holds: func(s *State, m engine.Move) bool { return reach(s, m.Seat)>>m.Arg[0]&1 != 0 }},
			{Rule: "consent/refused", Holds: NotRefused},
		},
		List: func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
			m := engine.Move{Seat: by, Verb: v}
			mates := s.Mates(by)
			if s.Pinned(by) {
				return dst
			}
			for set := reach(s, by); set != 0; set &= set - 1 {
				m.Arg[0] = uint8(bits.TrailingZeros64(set))
				for seat := mates; seat != 0; seat &= seat - 1 {
					m.Arg[1] = uint8(seat.First())
					if NotRefused(s, m) && !s.Pinned(seat.First()) {
						dst = append(dst, m)
					}
				}
			}
			return dst
		},
		Asks: func(_ *State, m engine.Move) (engine.Seat, bool) { return with(m), true },
		Play: func(s *State, m engine.Move, out *engine.Facts) {
			to := City(m.Arg[0])
			s.SpendAction()
			s.MovePawn(m.Seat, to, out, rule)
			s.MovePawn(with(m), to, out, rule)
		},
	}
}
