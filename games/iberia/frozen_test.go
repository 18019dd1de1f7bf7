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

// Frozen games are finished games, stored with the hash of their last position. Replaying them under their own
// revision of the rules still gives that hash. A change of behaviour needs a new revision.
func TestFrozen(t *testing.T) {
	if *freeze {
		epidemictest.Freeze(t, iberia.Game, some(iberia.Variants()), frozenDir)
	}
	epidemictest.Frozen(t, iberia.Game, frozenDir)
}

// some returns every seventh variant, which is enough to include every value of every option.
func some(variants []engine.Settings) []engine.Settings {
	var list []engine.Settings
	for part := range slices.Chunk(variants, 7) {
		list = append(list, part[0])
	}
	return list
}
