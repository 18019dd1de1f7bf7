package iberia_test

import (
	"flag"
	"slices"
	"testing"

	"theriac/engine"
	"theriac/games/epidemic/epidemictest"
	"theriac/games/iberia"
)

var freeze = flag.Bool("freeze", false, "write the frozen games of the newest revision, if it has none")

const frozenDir = "testdata/frozen"

// Finished games of every revision of the rules fold to the hashes that they
// had when they were frozen. They are never rewritten: a change of behaviour
// adds a revision.
func TestFrozen(t *testing.T) {
	if *freeze {
		epidemictest.Freeze(t, iberia.Game, some(iberia.Variants()), frozenDir)
	}
	epidemictest.Frozen(t, iberia.Game, frozenDir)
}

// some is every seventh variant, so that every value of every option is there.
func some(variants []engine.Settings) []engine.Settings {
	var list []engine.Settings
	for part := range slices.Chunk(variants, 7) {
		list = append(list, part[0])
	}
	return list
}
