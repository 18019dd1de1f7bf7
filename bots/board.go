package bots

import (
	"math/bits"

	"theriac/engine"
	"theriac/games/epidemic"
)

const (
	maxCities   = epidemic.MaxCities
	maxDiseases = epidemic.MaxDiseases
	maxSeats    = engine.MaxSeats
)

// noVerb is the number of a verb that the game does not have.
const noVerb engine.Verb = 0xff

// board is what a bot looks up of a table's rules: where cities are, what verbs mean
// to it, what roles can do.
type board struct {
	rules                     *epidemic.Rules
	cities, diseases, players int
	holders                   int // hands, that of a helper without a pawn included
	everybody                 engine.Seats

	links    [maxCities]uint64
	lines    [maxCities][maxCities]uint8 // steps by lines alone
	colour   [maxCities]uint8
	counting [maxDiseases]uint64 // the cities whose cards count for a cure

	byTrack bool // tracks join cities to one step

	draw, pass, agree, hand, rest engine.Verb
	quiet, forecast, resilient    engine.Verb
	put, tell, askHands           engine.Verb
	far                           [256]bool // the verbs that lead far away
	later                         [256]bool // the events that are for a window
	event                         [256]bool // all events

	drawStage, beforeInfection, infection uint8

	wayBoard

	roles        []*epidemic.Role
	eventNumbers [len(eventInputs)]int // -1 for one that the box does not have
	roleNumbers  [len(roleInputs)]int
}

// newBoard looks the rules up.
func newBoard(r *epidemic.Rules) *board {
	b := &board{
		rules: r, cities: len(r.Cities), diseases: len(r.Diseases), players: r.Players,
		holders: r.Holders, everybody: engine.AllSeats(r.Players), roles: r.Roles,
	}
	for c := range b.cities {
		b.links[c] = r.Links(epidemic.City(c))
		b.colour[c] = uint8(r.Colour(epidemic.City(c)))
	}
	for d := range b.diseases {
		b.counting[d] = r.Counting(epidemic.Disease(d))
	}
	measure(&b.lines, &b.links, b.cities)
	b.lookUpVerbs()
	b.lookUpWays()
	for i, id := range eventInputs {
		b.eventNumbers[i] = number(r.Event, id)
	}
	for i, id := range roleInputs {
		b.roleNumbers[i] = number(r.Role, id)
	}
	for i, st := range r.Turn {
		switch st.Name {
		case "draw":
			b.drawStage = uint8(i)
		case "before-infection":
			b.beforeInfection = uint8(i)
		case "infection":
			b.infection = uint8(i)
		}
	}
	return b
}

func (b *board) lookUpVerbs() {
	vocabulary := b.rules.Vocabulary()
	verb := func(name string) engine.Verb {
		if v, ok := vocabulary.Verb(name); ok {
			return v
		}
		return noVerb
	}
	set := func(names ...string) (set [256]bool) {
		for _, name := range names {
			set[verb(name)] = true
		}
		return set
	}
	b.draw, b.pass, b.agree, b.hand, b.rest = verb("draw"), verb("pass"), verb("agree"), verb("hand"), verb("rest")
	b.quiet, b.forecast, b.resilient = verb("one-quiet-night"), verb("forecast"), verb("resilient-population")
	b.put, b.tell, b.askHands = verb("put"), verb("tell"), verb("ask-hands")
	b.byTrack = verb("train") != noVerb
	for i, v := range b.rules.Verbs() {
		b.event[i] = b.rules.EventOf(v) != ""
	}
	b.far = set("direct", "charter", "to")
	b.later = set("one-quiet-night", "forecast", "resilient-population", "infection-zone-ban", "commercial-travel-ban",
		"mild-season")
}

// measure finds the steps between all cities.
func measure(dist *[maxCities][maxCities]uint8, links *[maxCities]uint64, cities int) {
	for a := range cities {
		row := &dist[a]
		for c := range row {
			row[c] = unreached
		}
		seen, front := uint64(1)<<a, uint64(1)<<a
		for d := uint8(0); front != 0; d++ {
			next := uint64(0)
			for f := front; f != 0; f &= f - 1 {
				c := bits.TrailingZeros64(f)
				row[c] = d
				next |= links[c]
			}
			front = next &^ seen
			seen |= next
		}
	}
}

// unreached is farther than any city is.
const unreached = 20

// pawn is where the cards of a hand can be used: where its pawn stands, or that of the
// seat that a hand without one helps.
func (b *board) pawn(s *epidemic.State, holder int) int {
	c := s.Pawns[min(holder, b.players-1)]
	if int(c) >= b.cities {
		return 0 // no pawn stands anywhere yet
	}
	return int(c)
}

// role is the role of a seat; of a hand without one that of nobody.
func (b *board) role(s *epidemic.State, holder int) *epidemic.Role {
	if holder >= b.players || int(s.Roles[holder]) >= len(b.roles) {
		return &noRole
	}
	return b.roles[s.Roles[holder]]
}

var noRole epidemic.Role

// guards says that a role keeps cubes away from where it stands and from the cities next
// to it; one that treats whole cities blocks only what has its cure.
func guards(r *epidemic.Role) bool { return r.Blocks != nil && !r.TreatAll }

// number is a value of a kind, or -1.
func number(k *engine.Kind, id string) int {
	if n, ok := k.Parse(id); ok {
		return int(n)
	}
	return -1
}
