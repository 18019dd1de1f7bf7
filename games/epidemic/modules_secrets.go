package epidemic

import "theriac/engine"

// Secrets is a copy of the hidden part of a position. Tests use it to compare positions and inspect decks; no
// other code may (internal/archtest checks that). A card's code must use a method that tells why it looks at
// a hand: Hand, HoldsCity, HoldsEvent or CanPay.
type Secrets struct {
	Key       engine.Key
	Hands     [engine.MaxSeats]Cards
	Deck      [MaxDeck]Card      // top last
	Infection [MaxInfection]City // top last
	LeftOut   Cards
	Sequences [maxSequences]uint8 // top last
	Strains   [maxStrains]uint8   // the strain cards still to be drawn, the next one last
	Deals     [maxTeams]Deal
}

// Secrets returns a copy of the hidden part of a position, for tests.
func (s *State) Secrets() *Secrets {
	return &Secrets{
		Key: s.key, Hands: s.hands, Deck: s.deck, Infection: s.infection,
		LeftOut: s.leftOut, Sequences: s.sequenceDeck, Strains: s.strainDeck, Deals: s.deals,
	}
}
