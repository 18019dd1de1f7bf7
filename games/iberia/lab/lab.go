// Package lab provides what the laboratory needs from package iberia.
//
// It deliberately contains little: what all map games share is in package maplab.
package lab

import (
	"theriac/games/epidemic/maplab"
	"theriac/games/iberia"
	"theriac/games/iberia/entry"
)

// Entry is the game's entry for the laboratory.
var Entry = maplab.Entry(entry.Entry, iberia.Game, iberia.Variants)
