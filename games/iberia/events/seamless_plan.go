package events

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// SeamlessPlan immediately plays an event from the discard pile. If another seat must agree to that event and
// refuses, the player keeps this card.
//
// Rule: iberia/event/seamless-plan.
var SeamlessPlan = &epidemic.Event{
	ID:     planID,
	Rule:   planRule,
	Serves: func(s *epidemic.State, seat engine.Seat) bool { return s.Repeats(seat) },
	Verb: &epidemic.Verb{
		Name: planID, Rule: planRule, Args: []*engine.Kind{epidemic.EventKind},
		Wide: true,
		Needs: []epidemic.Need{{Rule: planRule, Holds: func(s *epidemic.State, m engine.Move) bool {
			return s.Replayable(m.Seat, m.Verb, nil)>>m.Arg[0]&1 != 0
		}}},
		List: func(s *epidemic.State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
			m := engine.Move{Seat: by, Verb: v}
			set := s.Replayable(by, v, dst)
			for e := uint8(0); set != 0; e, set = e+1, set>>1 {
				if set&1 != 0 {
					m.Arg[0] = e
					dst = append(dst, m)
				}
			}
			return dst
		},
		Play: func(s *epidemic.State, m engine.Move, _ *engine.Facts) { s.Replay(m.Seat, m.Verb, m.Arg[0]) },
	},
}

const planID, planRule = "seamless-plan", "event/seamless-plan"
