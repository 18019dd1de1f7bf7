package bots

import (
	"math/bits"
	"slices"

	"theriac/engine"
	"theriac/games/epidemic"
)

const (
	maxCities   = epidemic.MaxCities
	maxDiseases = epidemic.MaxDiseases
	maxSeats    = engine.MaxSeats
)

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

	draw, pass engine.Verb
	intent     [256]epidemic.Intent
	event      [256]bool // all events
	later      [256]bool // those that are for a window
	wide       [256]bool // moves with so many answers that only a turn's beginning looks at them
	unsure     [256]bool // moves that turn hidden cards up: the plan ends after them

	drawStage, beforeInfection, infection uint8

	wayBoard

	roles        []*epidemic.Role
	eventNumbers [trainedEvents]int // -1 where the box has none
	roleNumbers  [trainedRoles]int
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
	for i := range b.eventNumbers {
		b.eventNumbers[i] = -1
		if i < len(r.TrainedEvents) {
			b.eventNumbers[i] = slices.Index(r.Events, r.TrainedEvents[i])
		}
	}
	for i := range b.roleNumbers {
		b.roleNumbers[i] = -1
		if i < len(r.TrainedRoles) {
			b.roleNumbers[i] = slices.Index(r.Roles, r.TrainedRoles[i])
		}
	}
	for i, st := range r.Turn {
		switch st.Name {
		case epidemic.StageDraw:
			b.drawStage = uint8(i)
		case epidemic.StageBeforeInfection:
			b.beforeInfection = uint8(i)
		case epidemic.StageInfection:
			b.infection = uint8(i)
		}
	}
	return b
}

func (b *board) lookUpVerbs() {
	b.byTrack = b.rules.Numbers.Tracks > 0
	for i, v := range b.rules.Verbs() {
		b.intent[i], b.wide[i], b.unsure[i] = v.Intent, v.Wide, v.Reveals
		b.event[i] = b.rules.EventOf(v) != ""
		switch v.Intent {
		case epidemic.Draws:
			b.draw = engine.Verb(i)
		case epidemic.Passes:
			b.pass = engine.Verb(i)
		case epidemic.Skips, epidemic.Foresees, epidemic.Immunises, epidemic.Calms:
			b.later[i] = true
		}
	}
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
