// Package lab is what the game of package world brings to the laboratory.
//
// It refuses to contain more than this: what map games share is in package maplab.
package lab

import (
	"theriac/games/epidemic/maplab"
	"theriac/games/world"
	"theriac/games/world/entry"
)

// Entry is the game.
var Entry = maplab.Entry(entry.Entry, world.Game, world.Variants)
