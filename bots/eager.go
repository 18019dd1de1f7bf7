// Package bots holds players for the games: what they know of a game, on top of
// what package ai does for all. A bot sees a View and the list of moves, like
// anybody at the table.
//
// It refuses to look into a position: there is no way from here to a card that
// the bot's seats have not seen.
package bots

import (
	"theriac/ai"
	"theriac/engine"
	"theriac/games/epidemic"
)

// Eager is a careless player of the map games that reaches the whole of the
// rules: it seeks cures, shares, builds, plays its events and treats what it
// stands on, and wanders otherwise. It wins now and then; it is not meant to
// be strong.
type Eager struct{ Dice ai.Dice }

// Choose picks a move of the list, which is one seat's.
func (e *Eager) Choose(v *epidemic.View, list []engine.Move) engine.Move {
	seat := list[0].Seat
	total := 0
	weight := make([]int, len(list))
	for i, m := range list {
		weight[i] = e.weight(v, seat, m)
		total += weight[i]
	}
	roll := e.Dice.N(max(total, 1))
	for i, w := range weight {
		if roll < w {
			return list[i]
		}
		roll -= w
	}
	return list[e.Dice.N(len(list))]
}

// weight says how much the bot likes a move.
func (e *Eager) weight(v *epidemic.View, seat engine.Seat, m engine.Move) int {
	switch v.Rules().Verbs()[m.Verb].Intent {
	case epidemic.Cures:
		return 4000
	case epidemic.Researches:
		return 300
	case epidemic.Shares, epidemic.Prepares, epidemic.DrawsOne:
		return 60
	case epidemic.Gathers:
		return 30
	case epidemic.Passes:
		return 20
	case epidemic.Builds:
		return 12
	case epidemic.Arranges:
		return 10
	case epidemic.Agrees:
		return 8
	case epidemic.GivesBack, epidemic.Detours, epidemic.Lays, epidemic.Waives, epidemic.Rests:
		return 1
	case epidemic.Treats:
		return 20 * int(v.CubesAt(v.Pawns[seat], epidemic.Disease(m.Arg[0])))
	case epidemic.Travels:
		return 8 + 3*e.worth(v, seat, epidemic.City(m.Arg[0]))
	case epidemic.Flies, epidemic.Ferries:
		return e.worth(v, seat, epidemic.City(m.Arg[0])) / 2
	case epidemic.Draws:
		return 1 + 40*boolInt(v.Actions == 0)
	case epidemic.Discards:
		return e.spare(v, seat, epidemic.Card(m.Arg[0]))
	}
	return 4 // events and their further questions, among others
}

// worth is how much a city attracts: disease to treat, a station for a seat that holds
// a cure, a team-mate to share with.
func (e *Eager) worth(v *epidemic.View, seat engine.Seat, c epidemic.City) int {
	n := 0
	for d := range epidemic.Disease(len(v.Rules().Diseases)) {
		n += int(v.CubesAt(c, d)) * int(v.CubesAt(c, d))
	}
	if v.HasStation(c) || v.Rules().Plays(epidemic.TeamMode) && v.Teams.Bases[seat/2] == c {
		for d := range epidemic.Disease(len(v.Rules().Diseases)) {
			serves := !v.Rules().OwnStations || v.Rules().Colour(c) == d
			if serves && !v.IsCured(d) && e.cards(v, seat, d) >= 4 {
				n += 60
			}
		}
	}
	for with := range engine.Seat(v.Rules().Players) {
		if with != seat && v.Pawns[with] == c {
			n += 4
		}
	}
	return n
}

// cards counts a seat's city cards of a colour, as far as the view shows them.
func (e *Eager) cards(v *epidemic.View, seat engine.Seat, d epidemic.Disease) int {
	n := 0
	for set := v.Hands[seat].Cities() & v.Rules().CitiesOf(d); set != 0; set &= set - 1 {
		n++
	}
	return n
}

// spare is how readily a card is given up: of a cured colour at once, of the
// colour the hand collects last.
func (e *Eager) spare(v *epidemic.View, seat engine.Seat, c epidemic.Card) int {
	if !c.IsCity() {
		return 2
	}
	d := v.Rules().Colour(epidemic.City(c))
	if v.IsCured(d) {
		return 400
	}
	return 60 / (1 + e.cards(v, seat, d)*e.cards(v, seat, d))
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
