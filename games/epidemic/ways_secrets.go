package epidemic

import "theriac/engine"

// Secrets is a copy of what nobody or only some know of a position. Tests compare
// positions by it and look into decks; nothing else may ask for it (internal/archtest).
// A card that acts on a hand names the reason by the method that it calls: Hand,
// HoldsCity, HoldsEvent, CanPay.
type Secrets struct {
	Key       engine.Key
	Hands     [engine.MaxSeats]Cards
	Deck      [MaxDeck]Card      // top last
	Infection [MaxInfection]City // top last
	LeftOut   Cards
	Sequences [maxSequences]uint8 // top last
	Strains   [maxStrains]uint8   // the next one last
	Deals     [maxTeams]Deal
}

// Secrets copies what is hidden in a position, for a test.
func (s *State) Secrets() *Secrets {
	return &Secrets{
		Key: s.key, Hands: s.hands, Deck: s.deck, Infection: s.infection,
		LeftOut: s.leftOut, Sequences: s.sequenceDeck, Strains: s.strainDeck, Deals: s.deals,
	}
}
