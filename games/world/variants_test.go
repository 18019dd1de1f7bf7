package world_test

import (
	"slices"
	"sync"

	"theriac/engine"
	"theriac/games/world"
)

// variants are all ways to set the game up, found once.
var variants = sync.OnceValue(world.Variants)

// base are those without anything of an expansion.
func base() []engine.Settings {
	return slices.DeleteFunc(slices.Clone(variants()), func(s engine.Settings) bool { return s.Get("box") != "" })
}
