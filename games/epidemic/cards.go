package epidemic

import "math/bits"

// City is a city of the board, and the number of its card in both decks. The
// infection cards that name no city come after the cities.
type City uint8

// Disease is a colour of cubes.
type Disease uint8

// Line is a line between two cities.
type Line uint8

// Region is an area that lines enclose.
type Region uint8

// Card is a card of the player deck: a city card has the city's number, then
// come the epidemic card and the events.
type Card uint8

// The ranges of the numbers.
const (
	MaxCities   = 48
	MaxDiseases = 5
	MaxDeck     = 80
	MaxRegions  = 34
	maxEvents   = 32

	// MaxInfection counts the infection cards: the cities, and those that name none.
	MaxInfection = MaxCities + maxBlank
	maxBlank     = 2

	Epidemic   Card = MaxCities
	FirstEvent Card = MaxCities + 1

	// NoCard and NoCity stand for none.
	NoCard Card = 0xff
	NoCity City = 0xff
	// NoRegion stands for no region.
	NoRegion Region = 0xff

	noDisease Disease = 0xff
)

// Cards is a set of player cards: two words, which the compiler keeps in
// registers as it would not keep an array.
type Cards struct{ lo, hi uint64 }

const allCities = 1<<MaxCities - 1

// citySet is the set of the cards of some cities.
func citySet(cities uint64) Cards { return Cards{lo: cities} }

// oneCard is the set of a single card.
func oneCard(c Card) Cards {
	if c < 64 {
		return Cards{lo: 1 << c}
	}
	return Cards{hi: 1 << (c - 64)}
}

// Has says whether the card belongs to the set.
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

// Len counts the cards.
func (c Cards) Len() int { return bits.OnesCount64(c.lo) + bits.OnesCount64(c.hi) }

// Cities is the set of the city cards, as a set of cities.
func (c Cards) Cities() uint64 { return c.lo & allCities }

// Events is the set of the event cards, as a set of events.
func (c Cards) Events() uint32 { return uint32(c.lo>>FirstEvent | c.hi<<(64-FirstEvent)) }

// First is the lowest card of a set that is not empty.
func (c Cards) First() Card {
	if c.lo != 0 {
		return Card(bits.TrailingZeros64(c.lo))
	}
	return Card(64 + bits.TrailingZeros64(c.hi))
}

// And is what two sets share.
func (c Cards) And(o Cards) Cards { return Cards{c.lo & o.lo, c.hi & o.hi} }

// Or is what is in either set.
func (c Cards) Or(o Cards) Cards { return Cards{c.lo | o.lo, c.hi | o.hi} }

// Minus is the set without the other's cards.
func (c Cards) Minus(o Cards) Cards { return Cards{c.lo &^ o.lo, c.hi &^ o.hi} }

// Empty says whether the set has no card.
func (c Cards) Empty() bool { return c.lo|c.hi == 0 }

// Each yields the cards in ascending order.
func (c Cards) Each(yield func(Card) bool) {
	for !c.Empty() {
		card := c.First()
		if !yield(card) {
			return
		}
		c.Remove(card)
	}
}

// EventCard is the card of an event.
func EventCard(event int) Card { return FirstEvent + Card(event) }

// IsEvent says whether the card is an event.
func (c Card) IsEvent() bool { return c >= FirstEvent && c != NoCard }

// IsCity says whether the card is a city.
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
