package epidemic

// What a client needs to draw a table of the kernel before it has seen one: the
// names and numbers that are not in the box itself. Nothing here is a rule to be
// applied; legal moves are listed by the server.

// Full is how many cubes of one disease a city holds before it breaks out.
const Full = full

// Verbs are all kinds of moves of the game, in the order in which moves are
// listed. They are not to be changed.
func (t *Ruleset) Verbs() []*Verb { return t.verbs }

// RoleOf is the role that alone has the verb, or nothing.
func (t *Ruleset) RoleOf(v *Verb) string {
	if v.role == noRole {
		return ""
	}
	return t.Role.Text(v.role)
}

// EventOf is the event that the verb plays, or nothing.
func (t *Ruleset) EventOf(v *Verb) string {
	if v.event < 0 {
		return ""
	}
	return t.Event.Text(uint8(v.event))
}

// FreeTo says whether a role makes the move without the card that it takes from
// others.
func (v *Verb) FreeTo(r *Role) bool {
	return v.Builds && r.BuildFree || v.Spends == SpendsTarget && r.ShowsFlight
}

// CureWith is how many cards of a colour a role needs for a cure.
func (t *Ruleset) CureWith(r *Role) int {
	if r.CureWith > 0 {
		return int(r.CureWith)
	}
	return int(t.Numbers.CureWith)
}

// String is what the client calls it.
func (s Spends) String() string {
	return [...]string{"", "target", "here", "operand", "first", "several"}[s]
}

// Stages are the names of the parts of a turn, in their order.
func (t *Ruleset) Stages() []string { return t.stage.Values }

// Endings are the names of the ways a game can end; the first is that it has
// not.
func Endings() []string { return endKind.Values }

// Moments are the names of the moments at which a window can be open.
func Moments() []string { return momentKind.Values }

// Watchers are the names of those who can have looked at a card.
func Watchers() []string { return watcherKind.Values }

// TurnDraws is how many player cards a draw takes at this table.
func (r *Rules) TurnDraws() int { return int(r.draws) }
