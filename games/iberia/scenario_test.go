package iberia_test

import (
	"flag"
	"testing"

	"theriac/games/epidemic/epidemictest"
	"theriac/games/iberia"
	"theriac/locale"
)

var update = flag.Bool("update", false, "rewrite what the transcripts say happened")

// Every rule in the ledger, except for definitions, occurs in some transcript.
func TestScenarios(t *testing.T) {
	fired := epidemictest.Scenarios(t, iberia.Game, "testdata", *update)
	texts, err := locale.For("en")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range texts.Rules("iberia") {
		if !r.Definition && fired[r.ID] == 0 {
			t.Errorf("no transcript makes iberia/%s fire", r.ID)
		}
	}
}
