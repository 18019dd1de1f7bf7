package pharmacy

import "theriac/engine"

// Secrets is a copy of what nobody or only some know of a position. Tests compare
// positions by it; nothing else may ask for it (internal/archtest).
type Secrets struct {
	Hands  [engine.MaxSeats]Hand
	Unseen Hand
	Pile   [2][pileSize]Card // top last
}

// Secrets copies what is hidden in a position, for a test.
func (s *State) Secrets() *Secrets { return &Secrets{Hands: s.hands, Unseen: s.unseen, Pile: s.pile} }
