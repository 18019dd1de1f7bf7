package world_test

import (
	"slices"
	"sync"

	"theriac/engine"
	"theriac/games/world"
)

// variants returns all variants of the set-up. They are computed once.
var variants = sync.OnceValue(world.Variants)

// base returns all variants of the base game, without anything from an expansion.
func base() []engine.Settings {
	return slices.DeleteFunc(slices.Clone(variants()), func(s engine.Settings) bool { return s.Get("box") != "" })
}
