//go:build js && world

package one

import (
	"theriac/bots"
	"theriac/games/world"
)

// The game.
var (
	Rules  = world.Game
	Levels = bots.Levels
)
