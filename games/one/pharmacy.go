//go:build js && pharmacy

package one

import (
	"theriac/games/pharmacy"
	"theriac/games/pharmacy/bots"
)

// The game.
var (
	Rules  = pharmacy.Game
	Levels = bots.Levels
)
