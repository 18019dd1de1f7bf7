package events

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// PureWater places one or two tokens, in the same region or in two regions.
//
// Rule: iberia/event/pure-water.
var PureWater = &epidemic.Event{
	ID:    "pure-water",
	Rule:  waterRule,
	Ready: func(s *epidemic.State) bool { return s.TokensLeft > 0 },
	Verb: &epidemic.Verb{
		Name: "pure-water", Rule: waterRule, Args: []*engine.Kind{epidemic.RegionKind}, Keeps: []*engine.Kind{},
		Wide: true,
		List: func(s *epidemic.State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
			return epidemic.AppendRegions(dst, engine.Move{Seat: by, Verb: v}, s.Rules().AllRegions())
		},
		Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
			s.SpendEvent(m.Seat, m.Verb, out)
			s.PlaceTokens(epidemic.Region(m.Arg[0]), 1, out, waterRule)
			if s.TokensLeft > 0 {
				s.AskChoice(epidemic.QuestionRegion, m.Seat, m.Verb, 0)
			}
		},
		Choice: &epidemic.Choice{
			List: func(s *epidemic.State, _ *epidemic.Frame, m engine.Move, dst []engine.Move) []engine.Move {
				return epidemic.AppendRegions(dst, m, s.Rules().AllRegions())
			},
			Then: func(s *epidemic.State, _ epidemic.Frame, m engine.Move, out *engine.Facts) {
				s.PlaceTokens(epidemic.Region(m.Arg[0]), 1, out, waterRule)
			},
			Enough: epidemic.Stop,
		},
	},
}

const waterRule = "event/pure-water"
