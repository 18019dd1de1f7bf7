// Package entry is what the game of package world brings to everything around its rules.
//
// It refuses to contain more than this: what map games share is in package mapgame.
package entry

import (
	"theriac/games/epidemic/mapgame"
	"theriac/games/world"
	"theriac/games/world/rules"
)

// Entry is the game.
var Entry = mapgame.Entry(world.Game, world.Variants, rules.Text)
