// Package bots holds players for the map games. They know these games, while package ai has what all games
// share. A bot gets a View and the list of moves, like any player at the table.
//
// It deliberately never uses a real position: no code here can read a card that the bot's seats have not
// seen.
package bots

import (
	"theriac/ai"
	"theriac/engine"
	"theriac/games/epidemic"
)

// Eager is a careless player of map games that exercises all rules. It seeks cures, shares cards, builds
// stations, plays its events, treats its own city, and otherwise wanders. It is not meant to be strong,
// though it wins now and then.
type Eager struct{ Dice ai.Dice }

// Choose picks one of the moves in list, which all belong to one seat.
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

// weight returns the relative probability with which Choose picks a move.
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
	return 4 // an event, or an answer to an event's question, among other moves
}

// worth returns how attractive a city is: disease to treat, a station for a cure that the seat can pay, or a
// teammate to share with.
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

// cards counts the city cards of a colour in a seat's hand, as far as the view shows them.
func (e *Eager) cards(v *epidemic.View, seat engine.Seat, d epidemic.Disease) int {
	n := 0
	for set := v.Hands[seat].Cities() & v.Rules().CitiesOf(d); set != 0; set &= set - 1 {
		n++
	}
	return n
}

// spare returns how readily a seat discards a card: first those of cured colours, last those of the colour
// that it collects.
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
