package events

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// layDown makes the move that plays a card which lies face up from then on. What it
// does while it lies there is said by the event.
func layDown(id string) *epidemic.Verb {
	return &epidemic.Verb{
		Name: id, Rule: "event/" + id,
		List: epidemic.Plain,
		Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) { s.SpendEvent(m.Seat, m.Verb, out) },
	}
}

// inActions says whether the active player is taking actions: for events that act
// on those only.
func inActions(s *epidemic.State) bool { return s.InActions() }
