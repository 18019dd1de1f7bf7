// Package lab is what the game of package iberia brings to the laboratory.
//
// It refuses to contain more than this: what map games share is in package maplab.
package lab

import (
	"theriac/games/epidemic/maplab"
	"theriac/games/iberia"
	"theriac/games/iberia/entry"
)

// Entry is the game.
var Entry = maplab.Entry(entry.Entry, iberia.Game, iberia.Variants)
