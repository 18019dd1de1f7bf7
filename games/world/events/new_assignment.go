package events

import (
	"math/bits"

	"theriac/engine"
	"theriac/games/epidemic"
)

const assignmentRule = "event/new-assignment"

// NewAssignment offers a player another role. The player of the event names the other player, who takes a role
// that no seat has, or declines. If the offer is declined, the event stays in its holder's hand.
//
// Rule: world/event/new-assignment.
var NewAssignment = &epidemic.Event{
	ID: "new-assignment", Rule: assignmentRule, Set: "brink",
	Ready: func(s *epidemic.State) bool { return s.UnusedRoles() != 0 },
	Verb: &epidemic.Verb{
		Name: "new-assignment", Rule: assignmentRule, Args: []*engine.Kind{engine.SeatKind},
		Wide: true,
		Needs: []epidemic.Need{
			{Rule: assignmentRule, Holds: func(s *epidemic.State, m engine.Move) bool { return int(m.Arg[0]) < s.Rules().Players }},
			{Rule: "consent/refused", Holds: notDeclined},
		},
		List: func(s *epidemic.State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
			for seat := range uint8(s.Rules().Players) {
				if m := (engine.Move{Seat: by, Verb: v, Arg: [engine.Operands]uint8{seat}}); notDeclined(s, m) {
					dst = append(dst, m)
				}
			}
			return dst
		},
		Play: func(s *epidemic.State, m engine.Move, _ *engine.Facts) {
			s.AskChoice(epidemic.QuestionRole, engine.Seat(m.Arg[0]), m.Verb, 0, uint8(m.Seat))
		},
		Choice: &epidemic.Choice{
			By: func(f *epidemic.Frame) engine.Seat { return engine.Seat(f.Arg[0]) },
			List: func(s *epidemic.State, _ *epidemic.Frame, m engine.Move, dst []engine.Move) []engine.Move {
				for set := s.UnusedRoles(); set != 0; set &= set - 1 {
					m.Arg[0] = uint8(bits.TrailingZeros32(set))
					dst = append(dst, m)
				}
				return dst
			},
			Then: func(s *epidemic.State, f epidemic.Frame, m engine.Move, out *engine.Facts) {
				s.SpendEvent(engine.Seat(f.Arg[0]), f.Verb, out)
				s.Assign(f.Seat, m.Arg[0], out, assignmentRule)
			},
			Enough: func(s *epidemic.State, f epidemic.Frame, out *engine.Facts) { s.Declines(f.Verb, f.Seat, out) },
		},
	},
}

// notDeclined reports whether the player named in a move has not yet declined in this step of the turn.
func notDeclined(s *epidemic.State, m engine.Move) bool {
	return !s.WasRefused(m.Verb, engine.Seat(m.Arg[0]))
}
