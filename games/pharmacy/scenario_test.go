package pharmacy_test

import (
	"flag"
	"testing"

	"theriac/engine"
	"theriac/engine/enginetest"
	"theriac/games/pharmacy"
	"theriac/games/pharmacy/pharmacytest"
	"theriac/locale"
)

var update = flag.Bool("update", false, "rewrite what the transcripts say happened")

// Every rule in the ledger, except for definitions, occurs in some transcript.
func TestScenarios(t *testing.T) {
	at := func(s engine.Session) *pharmacy.State {
		state, _ := engine.At[pharmacy.State](s)
		return state
	}
	stage := enginetest.Stage{
		Game:    pharmacy.Game,
		Arrange: func(s engine.Session, text string) error { return pharmacytest.Arrange(at(s), text) },
		Fault:   func(s engine.Session) string { return at(s).Fault() },
	}
	fired := stage.Scenarios(t, "testdata", *update)
	texts, err := locale.For("en")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range texts.Rules("pharmacy") {
		if !r.Definition && fired[r.ID] == 0 {
			t.Errorf("no transcript makes pharmacy/%s fire", r.ID)
		}
	}
	for id := range fired {
		if r, ok := texts.Rule("pharmacy", id); !ok || r.Definition {
			t.Errorf("%s is no rule of the ledger", id)
		}
	}
}
