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

// board caches what a bot needs from a table's rules: distances between cities, the meaning of verbs, and the
// abilities of roles.
type board struct {
	rules                     *epidemic.Rules
	cities, diseases, players int
	holders                   int // the number of hands, including the helper's, which has no pawn
	everybody                 engine.Seats

	links    [maxCities]uint64
	lines    [maxCities][maxCities]uint8 // steps between cities along lines only
	colour   [maxCities]uint8
	counting [maxDiseases]uint64 // the cities whose cards can pay for each cure

	byTrack bool // whether connected tracks make cities one step apart

	draw, pass engine.Verb
	intent     [256]epidemic.Intent
	event      [256]bool // whether the verb plays an event
	later      [256]bool // whether the event can be played outside the seat's own actions
	wide       [256]bool // verbs with so many moves that a search tries them only at the beginning of a turn
	unsure     [256]bool // verbs that reveal hidden cards, so a plan ends after them

	drawStage, beforeInfection, infection uint8

	moduleBoard

	roles        []*epidemic.Role
	eventNumbers [trainedEvents]int // -1 for an event that the box does not have
	roleNumbers  [trainedRoles]int
}

// newBoard computes the board for a table's rules. A planner does so once per table.
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
	b.lookUpModules()
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

// measure computes the number of steps between all pairs of cities, given each city's neighbours.
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

// unreached is greater than the distance between any two cities.
const unreached = 20

// pawn returns the city where a hand can use its cards: that of its pawn. For the helper's hand, that is the
// city of the player's pawn.
func (b *board) pawn(s *epidemic.State, holder int) int {
	c := s.Pawns[min(holder, b.players-1)]
	if int(c) >= b.cities {
		return 0 // no pawn is on the board yet
	}
	return int(c)
}

// role returns the role of a seat, or an empty role for the helper's hand.
func (b *board) role(s *epidemic.State, holder int) *epidemic.Role {
	if holder >= b.players || int(s.Roles[holder]) >= len(b.roles) {
		return &noRole
	}
	return b.roles[s.Roles[holder]]
}

var noRole epidemic.Role

// guards reports whether a role keeps cubes out of its own city and the neighbouring ones. Roles that treat
// whole cities do not count, because they block only cured diseases.
func guards(r *epidemic.Role) bool { return r.Blocks != nil && !r.TreatAll }
