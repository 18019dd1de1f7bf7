package main

import (
	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/labs"
)

// mapGame is a map game with all variants of its set-up.
type mapGame struct {
	*epidemic.Ruleset
	Variants func() []engine.Settings
}

// maps returns all map games.
func maps() []mapGame {
	var all []mapGame
	for _, e := range labs.Entries {
		if g, ok := e.Rules.(*epidemic.Ruleset); ok {
			all = append(all, mapGame{g, e.Variants})
		}
	}
	return all
}
