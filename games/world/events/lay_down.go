package events

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// layDown returns the verb of an event that stays face up after it is played. What the event does while it is
// in force is defined by its other fields.
func layDown(id string) *epidemic.Verb {
	return &epidemic.Verb{
		Name: id, Rule: "event/" + id,
		List: epidemic.Plain,
		Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) { s.SpendEvent(m.Seat, m.Verb, out) },
	}
}

// inActions reports whether the active player is taking actions, which is the only time to play an event that
// affects these actions.
func inActions(s *epidemic.State) bool { return s.InActions() }
