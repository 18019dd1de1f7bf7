package bonuses

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// PrivateGrant puts a station into the city of its holder's pawn, without a card or an action. It can be played
// at any time in a turn of the holder's team. If all stations are on the board, the holder moves one.
//
// Rule: world/event/private-grant.
func PrivateGrant(id string) *epidemic.Event {
	const rule = "event/private-grant"
	free := func(s *epidemic.State, seat engine.Seat) bool { return !s.HasStation(s.Pawn(seat)) }
	return &epidemic.Event{
		ID: id, Rule: rule, Set: "lab", Class: epidemic.Bonus, Kept: 1, WholeTurn: true, Serves: free,
		Verb: &epidemic.Verb{
			Name: id, Rule: rule, Mode: epidemic.TeamMode,
			Needs: []epidemic.Need{{Rule: "action/one-station", Holds: func(s *epidemic.State, m engine.Move) bool { return free(s, m.Seat) }}},
			List: func(s *epidemic.State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
				if !free(s, by) {
					return dst
				}
				return epidemic.Plain(s, by, v, dst)
			},
			Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
				if !s.StationLeft() {
					s.AskCity(m.Seat, m.Verb)
					return
				}
				s.SpendEvent(m.Seat, m.Verb, out)
				s.BuildStation(s.Pawn(m.Seat), out, rule)
			},
			City: &epidemic.CityChoice{
				Cities: func(s *epidemic.State, _ *epidemic.Frame) uint64 { return s.Stations },
				Then: func(s *epidemic.State, f epidemic.Frame, c epidemic.City, out *engine.Facts) {
					s.SpendEvent(f.Seat, f.Verb, out)
					s.MoveStation(c, s.Pawn(f.Seat), out)
				},
			},
		},
	}
}
