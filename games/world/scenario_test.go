package world_test

import (
	"flag"
	"testing"

	"theriac/games/epidemic/epidemictest"
	"theriac/games/world"
	"theriac/locale"
)

var update = flag.Bool("update", false, "rewrite what the transcripts say happened")

// Every rule in the ledger, except for definitions, occurs in some transcript, or excludes a combination of
// options.
func TestScenarios(t *testing.T) {
	fired := epidemictest.Scenarios(t, world.Game, "testdata", *update)
	texts, err := locale.For("en")
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range world.Game.Options() {
		for _, x := range o.Excludes { // TestCombinations covers rules that only exclude combinations of options
			fired[x.Rule]++
		}
	}
	for _, r := range texts.Rules("world") {
		if !r.Definition && fired[r.ID] == 0 {
			t.Errorf("no transcript makes world/%s fire", r.ID)
		}
	}
}
