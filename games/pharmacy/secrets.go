package pharmacy

import "theriac/engine"

// Secrets is a copy of the part of a position that not everyone knows. Tests use it to compare positions;
// internal/archtest checks that no other code does.
type Secrets struct {
	Hands  [engine.MaxSeats]Hand
	Unseen Hand
	Pile   [2][pileSize]Card // top last
}

// Secrets returns a copy of the hidden part of a position, for tests.
func (s *State) Secrets() *Secrets { return &Secrets{Hands: s.hands, Unseen: s.unseen, Pile: s.pile} }
