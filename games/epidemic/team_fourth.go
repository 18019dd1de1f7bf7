package epidemic

import "theriac/engine"

// In its turn, a team has six actions, three for each seat. The first seat can take a fourth if its partner
// agrees, and can ask for it once a turn. Its unused actions go to the partner.

// beginFirst sets aside the action that a team's first seat can take only with its partner's agreement.
func (s *State) beginFirst() {
	s.Actions -= keptBack
	s.Teams.Left = keptBack
}

// keepsFourth reports whether a seat acts first in its team and has not obtained a fourth action.
func (s *State) keepsFourth(seat engine.Seat) bool {
	return seat == s.Active && seat%2 == 0 && s.Teams.Left > 0
}

// spentRule returns the rule that explains why the acting seat has no action left.
func (s *State) spentRule(seat engine.Seat) string {
	if s.keepsFourth(seat) {
		return "team/three-each"
	}
	return "action/four"
}

// Fourth lets the first seat of a team take a fourth action, out of the team's six, if the partner agrees.
var Fourth = &Verb{
	Name: "fourth", Rule: "team/three-each", Questions: anAction, Once: true, AsksOnce: true, Mode: TeamMode,
	Intent: Hurries,
	Needs:  []Need{{Rule: "team/split", Holds: func(s *State, m engine.Move) bool { return s.keepsFourth(m.Seat) }}},
	List: func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		if !s.keepsFourth(by) {
			return dst
		}
		return Plain(s, by, v, dst)
	},
	Asks: func(_ *State, m engine.Move) (engine.Seat, bool) { return m.Seat + 1, true },
	Play: func(s *State, _ engine.Move, out *engine.Facts) {
		s.Teams.Left = 0
		s.AddActions(1, out, "team/three-each")
	},
}
