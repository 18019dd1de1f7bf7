package epidemic

import "theriac/engine"

// MovePawnEvent returns an event that moves any pawn to any city, if the pawn's owner agrees. If the owner
// refuses, the event stays in its holder's hand. In the same step, the owner is not asked about that city
// again.
func MovePawnEvent(id string) *Event {
	rule := "event/" + id
	// mayMove reports whether another seat can still be asked to let its pawn be moved in this step.
	mayMove := func(s *State, m engine.Move) bool {
		return other(m) == m.Seat || !s.WasRefused(m.Verb, other(m)) || s.RefusedN < maxRefused
	}
	return &Event{
		ID: id, Rule: rule,
		Verb: &Verb{
			Name: id, Rule: rule, Args: []*engine.Kind{engine.SeatKind},
			Needs: []Need{
				{Rule: rule, Holds: func(s *State, m engine.Move) bool { return int(m.Arg[0]) < s.rules.Players }},
				{Rule: "consent/refused", Holds: mayMove},
			},
			List: func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
				for pawn := range uint8(s.rules.Players) {
					if m := (engine.Move{Seat: by, Verb: v, Arg: [engine.Operands]uint8{pawn}}); mayMove(s, m) {
						dst = append(dst, m)
					}
				}
				return dst
			},
			Play: func(s *State, m engine.Move, _ *engine.Facts) { s.AskCity(m.Seat, m.Verb, m.Arg[0]) },
			City: &CityChoice{
				Cities: func(s *State, f *Frame) uint64 {
					return s.rules.Everywhere() &^ bit(s.Pawns[f.Arg[0]]) &^ s.refusedCities(f.Verb, engine.Seat(f.Arg[0]))
				},
				Why: func(s *State, f *Frame, c City) string {
					if c == s.Pawns[f.Arg[0]] {
						return "action/elsewhere"
					}
					return ""
				},
				Asks: func(_ *State, f *Frame, _ City) (engine.Seat, bool) {
					pawn := engine.Seat(f.Arg[0])
					return pawn, pawn != f.Seat
				},
				Then: func(s *State, f Frame, c City, out *engine.Facts) {
					s.SpendEvent(f.Seat, f.Verb, out)
					s.MovePawn(engine.Seat(f.Arg[0]), c, out, rule)
				},
			},
		},
	}
}
