package roles

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

const flyRule = "role/pilot"

// flightLines is the greatest distance of the Pilot's flight, in lines.
const flightLines = 3

// Pilot cannot use the ordinary ways to travel as actions, or build stations. As an action he flies to a city
// at most three lines away without entering the cities in between. He may take along a pawn from his city if
// its owner agrees.
//
// An event moves his pawn in the ordinary ways. Roles that move other pawns cannot move it.
//
// Rule: world/role/pilot.
var Pilot = &epidemic.Role{
	ID: "pilot", Rule: flyRule, Set: "lab",
	Grounded: true,
	Unguided: true,
	Verbs:    []*epidemic.Verb{fly, epidemic.PassengerVerb("fly-with", "role/pilot/passenger", flyRule, inRange).For(epidemic.Ferries)},
}

func inRange(s *epidemic.State, seat engine.Seat) uint64 {
	return s.Rules().Within(s.Pawn(seat), flightLines)
}

var fly = &epidemic.Verb{
	Name: "fly", Rule: flyRule, Args: []*engine.Kind{epidemic.CityKind},
	Intent:    epidemic.Travels,
	Questions: []engine.QuestionKind{epidemic.QuestionAction}, Cost: 1,
	Needs: []epidemic.Need{
		epidemic.MayLeave(epidemic.OwnPawn),
		{Rule: flyRule, Holds: func(s *epidemic.State, m engine.Move) bool { return inRange(s, m.Seat)>>m.Arg[0]&1 != 0 }},
	},
	List: func(s *epidemic.State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		if s.Pinned(by) {
			return dst
		}
		return epidemic.AppendCities(dst, by, v, inRange(s, by))
	},
	Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
		s.MovePawn(m.Seat, epidemic.City(m.Arg[0]), out, flyRule)
		s.SpendAction()
	},
}
