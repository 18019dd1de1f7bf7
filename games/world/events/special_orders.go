package events

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

const ordersRule = "event/special-orders"

// SpecialOrders allows the active player to move one other pawn this turn, using the player's own actions and
// cards. The player names the pawn when playing the card. The pawn's owner must agree to each move.
//
// Rule: world/event/special-orders.
var SpecialOrders = &epidemic.Event{
	ID: "special-orders", Rule: ordersRule, Set: "brink", Not: epidemic.SoloMode,
	Ready: inActions,
	Lasts: epidemic.ThisTurn,
	Verb: &epidemic.Verb{
		Name: "special-orders", Rule: ordersRule, Args: []*engine.Kind{engine.SeatKind},
		Needs: []epidemic.Need{{Rule: ordersRule, Holds: func(s *epidemic.State, m engine.Move) bool {
			return int(m.Arg[0]) < s.Rules().Players && engine.Seat(m.Arg[0]) != s.Active
		}}},
		List: func(s *epidemic.State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
			for pawn := range uint8(s.Rules().Players) {
				if engine.Seat(pawn) != s.Active {
					dst = append(dst, engine.Move{Seat: by, Verb: v, Arg: [engine.Operands]uint8{pawn}})
				}
			}
			return dst
		},
		Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
			s.SpendEvent(m.Seat, m.Verb, out)
			s.Ordered = 1 + m.Arg[0]
		},
	},
}

// Order moves the pawn that was named when Special Orders was played. It asks where, as for the player's own
// pawn.
var Order = &epidemic.Verb{
	Name: "order", Rule: ordersRule, Questions: []engine.QuestionKind{epidemic.QuestionAction}, Cost: 1,
	Needs: []epidemic.Need{
		{Rule: ordersRule, Holds: func(s *epidemic.State, _ engine.Move) bool { return s.Ordered > 0 }},
		epidemic.MayLeave(func(s *epidemic.State, _ engine.Move) engine.Seat { return ordered(s) }),
		{Rule: "consent/refused", Holds: canOrder},
	},
	List: func(s *epidemic.State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		if m := (engine.Move{Seat: by, Verb: v}); s.Ordered > 0 && canOrder(s, m) {
			dst = append(dst, m)
		}
		return dst
	},
	Play: func(s *epidemic.State, m engine.Move, _ *engine.Facts) { s.Steer(m.Seat, ordered(s), m.Verb) },
}

// ordered returns the seat whose pawn was named when Special Orders was played.
func ordered(s *epidemic.State) engine.Seat { return engine.Seat(s.Ordered - 1) }

func canOrder(s *epidemic.State, m engine.Move) bool { return s.CanSteer(m.Seat, ordered(s)) }
