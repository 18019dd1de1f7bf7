package epidemic

import (
	"slices"

	"theriac/engine"
)

// soloModule is play with one seat and an additional hand, the helper's.
var soloModule = Module{
	Name:   "solo",
	Active: func(r *Rules) bool { return r.Plays(SoloMode) },
	Extend: func(v *Verb) {
		// The helper's hand can move the player's pawn by every ordinary way to travel.
		if v.Reach != nil && v.role == noRole && slices.Contains(v.Questions, QuestionAction) {
			v.Questions = append(slices.Clone(v.Questions), QuestionSolo)
		}
	},
	Bind: func(t *Ruleset) { t.rest = t.verbNamed("rest") },
	Compile: func(r *Rules, _ engine.Settings) error {
		r.Holders++
		r.discarded = int(r.Numbers.AloneDiscard[r.Epidemics])
		r.helper = helperRules{hands: "solo/setup", move: "solo/move", cure: "solo/cure", event: "solo/events", limit: "solo/limit"}
		r.soloAt = uint8(slices.IndexFunc(r.Turn, func(s Stage) bool { return s.Name == soloStage }))
		return nil
	},
	BeforeHands: (*State).discardFirst,
	RoleTaken:   func(s *State, role uint8) { s.RolesGone &^= 1 << role },
	Code: [codePlaces]codePart{
		codeAfterEvents: func(p *Public, r *Rules, c *engine.Coder) { engine.Set(c, "roles-gone", r.Role, 0, &p.RolesGone) },
	},
	Fault: (*State).brokenSolo,
}

// soloRests returns the move that skips the helper's action.
func soloRests(s *State, by engine.Seat) engine.Move {
	return engine.Move{Seat: by, Verb: s.rules.rest}
}

// soloOpen reports whether the helper has an action left.
func soloOpen(s *State) bool { return s.Actions > 0 }
