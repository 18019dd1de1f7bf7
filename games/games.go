// Package games is the explicit list of the games that Theriac plays. It
// contains nothing else: a new game is a line here.
package games

import (
	"theriac/engine"
	"theriac/games/world"
)

// All are the games, in the order in which they are offered.
var All = []engine.Game{world.Game}

// Find is the game of that name.
func Find(name string) (engine.Game, bool) {
	for _, g := range All {
		if g.Name() == name {
			return g, true
		}
	}
	return nil, false
}
