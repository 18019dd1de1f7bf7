package epidemic

import "theriac/engine"

// Three actions each: of a team's six, whoever acts first takes three. A fourth needs the
// partner's agreement, which is asked for once a turn. Whoever stops earlier has agreed to
// what that leaves the partner.

// beginFirst keeps the fourth action of a team's first seat back for its partner.
func (s *State) beginFirst() {
	s.Actions -= keptBack
	s.Teams.Left = keptBack
}

// keepsFourth says whether a seat acts first and the action that it would need agreement
// for is still its partner's.
func (s *State) keepsFourth(seat engine.Seat) bool {
	return seat == s.Active && seat%2 == 0 && s.Teams.Left > 0
}

// spentRule is the rule by which a seat that acts has no action left.
func (s *State) spentRule(seat engine.Seat) string {
	if s.keepsFourth(seat) {
		return "team/three-each"
	}
	return "action/four"
}

// Fourth takes a fourth of the team's six actions, if the partner agrees.
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
