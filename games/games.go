// Package games is the explicit list of the games that Theriac plays. It
// contains nothing else: a new game is a line here.
package games

import (
	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/iberia"
	"theriac/games/pharmacy"
	"theriac/games/world"
)

// All are the games, in the order in which they are offered.
var All = []engine.Game{world.Game, iberia.Game, pharmacy.Game}

// Map is a map game, with all the ways to set it up.
type Map struct {
	*epidemic.Ruleset
	Variants func() []engine.Settings
}

// Maps are the map games.
var Maps = []Map{{world.Game, world.Variants}, {iberia.Game, iberia.Variants}}

// Find is the game of that name.
func Find(name string) (engine.Game, bool) {
	for _, g := range All {
		if g.Name() == name {
			return g, true
		}
	}
	return nil, false
}

// FindMap is the map game of that name.
func FindMap(name string) (Map, bool) {
	for _, m := range Maps {
		if m.Name() == name {
			return m, true
		}
	}
	return Map{}, false
}
