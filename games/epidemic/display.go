package epidemic

// A client uses the names and numbers in this file to draw a table before it has seen one. It does not
// enforce rules with them: the server lists the legal moves.

// Full is how many cubes of one disease a city holds; one more causes an outbreak.
const Full = full

// Verbs returns all verbs of the game, in the order in which their moves are listed. The caller must not
// change the slice.
func (t *Ruleset) Verbs() []*Verb { return t.verbs }

// RoleOf returns the name of the only role that has the verb, or an empty string if several roles have it.
func (t *Ruleset) RoleOf(v *Verb) string {
	if v.role == noRole {
		return ""
	}
	return t.Role.Text(v.role)
}

// EventOf returns the name of the event that the verb plays, or an empty string if it plays none.
func (t *Ruleset) EventOf(v *Verb) string {
	if v.event < 0 {
		return ""
	}
	return t.Event.Text(uint8(v.event))
}

// FreeTo reports whether a role need not pay a card for the move although other roles must.
func (v *Verb) FreeTo(r *Role) bool {
	return v.Builds && r.BuildFree || v.Spends == SpendsTarget && r.ShowsFlight
}

// CureWith returns how many cards of one colour a role needs for a cure, before events and modules change the
// number.
func (t *Ruleset) CureWith(r *Role) int {
	if r.CureWith > 0 {
		return int(r.CureWith)
	}
	return int(t.Numbers.CureWith)
}

// String returns the name by which clients know the value.
func (s Spends) String() string {
	return [...]string{"", "target", "here", "operand", "first", "several"}[s]
}

// Stages returns the names of a turn's stages, in order.
func (t *Ruleset) Stages() []string { return t.stage.Values }

// Endings returns the names of all endings. The first name stands for a game that has not ended.
func Endings() []string { return endKind.Values }

// Moments returns the names of the moments at which seats can play events.
func Moments() []string { return momentKind.Values }

// Watchers returns the names of everyone who may have seen a card: seats and spectators.
func Watchers() []string { return watcherKind.Values }

// TurnDraws returns how many player cards a seat draws each turn at this table.
func (r *Rules) TurnDraws() int { return int(r.draws) }
