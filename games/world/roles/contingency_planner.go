package roles

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// ContingencyPlanner puts an event from the discard onto the role card, as an action. The card holds one event
// at a time. That event does not count as part of the hand, and leaves the game when it is played.
//
// Rule: world/role/contingency-planner.
var ContingencyPlanner = &epidemic.Role{
	ID:    "contingency-planner",
	Rule:  "role/contingency-planner",
	Verbs: []*epidemic.Verb{store},
}

// storable returns the ordinary events in the discard. It leaves out bonus cards, which are worth prestige in
// hand, and incidents, which are never held.
func storable(s *epidemic.State) uint32 { return s.Discard.Events() & s.Rules().OrdinaryEvents() }

var store = &epidemic.Verb{
	Name: "store", Rule: "role/contingency-planner", Args: []*engine.Kind{epidemic.EventKind},
	Intent:    epidemic.Arranges,
	Questions: []engine.QuestionKind{epidemic.QuestionAction}, Cost: 1,
	Needs: []epidemic.Need{
		{Rule: "role/contingency-planner/one", Holds: func(s *epidemic.State, m engine.Move) bool {
			return s.Stash[m.Seat] == epidemic.NoCard
		}},
		{Rule: "role/contingency-planner", Holds: func(s *epidemic.State, m engine.Move) bool {
			return storable(s)>>m.Arg[0]&1 != 0
		}},
	},
	List: func(s *epidemic.State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		if s.Stash[by] != epidemic.NoCard {
			return dst
		}
		set := storable(s)
		for e := uint8(0); set != 0; e, set = e+1, set>>1 {
			if set&1 != 0 {
				dst = append(dst, engine.Move{Seat: by, Verb: v, Arg: [engine.Operands]uint8{e}})
			}
		}
		return dst
	},
	Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
		s.StashEvent(m.Seat, m.Arg[0], out, "role/contingency-planner")
		s.SpendAction()
	},
}
