// Package lab provides what the laboratory needs from package world.
//
// It deliberately contains little: what all map games share is in package maplab.
package lab

import (
	"theriac/games/epidemic/maplab"
	"theriac/games/world"
	"theriac/games/world/entry"
)

// Entry is the game's entry for the laboratory.
var Entry = maplab.Entry(entry.Entry, world.Game, world.Variants)
