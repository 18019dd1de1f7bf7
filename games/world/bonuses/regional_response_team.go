package bonuses

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// RegionalResponseTeam moves its holder's pawn to any city of one colour, as an action.
//
// Rule: world/event/regional-response-team.
func RegionalResponseTeam(colour string, d epidemic.Disease) *epidemic.Event {
	const rule = "event/regional-response-team"
	goes := func(s *epidemic.State, seat engine.Seat) uint64 { return s.Rules().CitiesOf(d) &^ (1 << s.Pawn(seat)) }
	id := "regional-response-team-" + colour
	return &epidemic.Event{
		ID: id, Rule: rule, Set: "lab", Class: epidemic.Bonus, Kept: 1,
		Verb: &epidemic.Verb{
			Name: id, Rule: rule, Args: []*engine.Kind{epidemic.CityKind}, Mode: epidemic.TeamMode,
			Needs: []epidemic.Need{
				epidemic.MayLeave(epidemic.OwnPawn),
				{Rule: "action/four", Holds: func(s *epidemic.State, _ engine.Move) bool { return s.Actions > 0 }},
				{Rule: rule, Holds: func(s *epidemic.State, m engine.Move) bool { return goes(s, m.Seat)>>m.Arg[0]&1 != 0 }},
			},
			List: func(s *epidemic.State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
				if s.Actions == 0 || s.Pinned(by) {
					return dst
				}
				return epidemic.AppendCities(dst, by, v, goes(s, by))
			},
			Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
				s.SpendEvent(m.Seat, m.Verb, out)
				s.MovePawn(m.Seat, epidemic.City(m.Arg[0]), out, rule)
				s.SpendAction()
			},
		},
	}
}
