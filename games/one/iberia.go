//go:build js && iberia

package one

import (
	"theriac/bots"
	"theriac/games/iberia"
)

// The game.
var (
	Rules  = iberia.Game
	Levels = bots.Levels
)
