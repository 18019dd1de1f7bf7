package epidemic

import "math/bits"

// City is a city of the board. Its number is also that of its card in both decks. Infection cards that name
// no city have the numbers after the cities.
type City uint8

// Disease is a disease, which is also the colour of its cubes.
type Disease uint8

// Line is a connection between two cities.
type Line uint8

// Region is an area that lines enclose.
type Region uint8

// Card is a card of the player deck. A city card has the city's number; the epidemic card and
// the events follow.
type Card uint8

// These are the ranges of card numbers.
const (
	MaxCities   = 48
	MaxDiseases = 5
	MaxDeck     = 80
	MaxRegions  = 34
	maxEvents   = 32

	// MaxInfection is the largest possible number of infection cards: one for each city, and those that name
	// no city.
	MaxInfection = MaxCities + maxBlank
	maxBlank     = 2

	Epidemic   Card = MaxCities
	FirstEvent Card = MaxCities + 1

	// NoCard and NoCity mean that there is no card or no city.
	NoCard Card = 0xff
	NoCity City = 0xff
	// NoRegion means that there is no region.
	NoRegion Region = 0xff

	noDisease Disease = 0xff
)

// Cards is a set of player cards. It is two words rather than an array because the compiler keeps words in
// registers.
type Cards struct{ lo, hi uint64 }

const allCities = 1<<MaxCities - 1

// citySet returns the set of the cards of the given cities.
func citySet(cities uint64) Cards { return Cards{lo: cities} }

// oneCard returns the set of a single card.
func oneCard(c Card) Cards {
	if c < 64 {
		return Cards{lo: 1 << c}
	}
	return Cards{hi: 1 << (c - 64)}
}

// Has reports whether a card is in the set.
func (c Cards) Has(card Card) bool {
	if card < 64 {
		return c.lo>>card&1 != 0
	}
	return c.hi>>(card-64)&1 != 0
}

// Add puts a card into the set.
func (c *Cards) Add(card Card) { *c = c.Or(oneCard(card)) }

// Remove takes a card out of the set.
func (c *Cards) Remove(card Card) { *c = c.Minus(oneCard(card)) }

// Len returns the number of cards.
func (c Cards) Len() int { return bits.OnesCount64(c.lo) + bits.OnesCount64(c.hi) }

// Cities returns the cities whose cards are in the set.
func (c Cards) Cities() uint64 { return c.lo & allCities }

// Events returns the events whose cards are in the set.
func (c Cards) Events() uint32 { return uint32(c.lo>>FirstEvent | c.hi<<(64-FirstEvent)) }

// First returns the lowest card of the set, which must not be empty.
func (c Cards) First() Card {
	if c.lo != 0 {
		return Card(bits.TrailingZeros64(c.lo))
	}
	return Card(64 + bits.TrailingZeros64(c.hi))
}

// And returns the cards that are in both sets.
func (c Cards) And(o Cards) Cards { return Cards{c.lo & o.lo, c.hi & o.hi} }

// Or returns the cards that are in either set.
func (c Cards) Or(o Cards) Cards { return Cards{c.lo | o.lo, c.hi | o.hi} }

// Minus returns the set without the cards of another set.
func (c Cards) Minus(o Cards) Cards { return Cards{c.lo &^ o.lo, c.hi &^ o.hi} }

// Empty reports whether the set has no card.
func (c Cards) Empty() bool { return c.lo|c.hi == 0 }

// Each yields the cards of the set in ascending order.
func (c Cards) Each(yield func(Card) bool) {
	for !c.Empty() {
		card := c.First()
		if !yield(card) {
			return
		}
		c.Remove(card)
	}
}

// EventCard returns the card of an event.
func EventCard(event int) Card { return FirstEvent + Card(event) }

// IsEvent reports whether the card is an event.
func (c Card) IsEvent() bool { return c >= FirstEvent && c != NoCard }

// IsCity reports whether the card is a city card.
func (c Card) IsCity() bool { return c < MaxCities }

// eachCity yields the cities of a set in ascending order.
func eachCity(set uint64, yield func(City) bool) {
	for ; set != 0; set &= set - 1 {
		if !yield(City(bits.TrailingZeros64(set))) {
			return
		}
	}
}

// EachCity yields the cities of a set in ascending order.
func EachCity(set uint64) func(yield func(City) bool) {
	return func(yield func(City) bool) { eachCity(set, yield) }
}

// EachRegion yields the regions of a set in ascending order.
func EachRegion(set uint64) func(yield func(Region) bool) {
	return func(yield func(Region) bool) {
		for ; set != 0; set &= set - 1 {
			if !yield(Region(bits.TrailingZeros64(set))) {
				return
			}
		}
	}
}

func bit(c City) uint64 { return 1 << c }

func count(set uint64) int { return bits.OnesCount64(set) }

func firstCity(set uint64) City { return City(bits.TrailingZeros64(set)) }
