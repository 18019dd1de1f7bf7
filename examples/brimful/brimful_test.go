package brimful_test

import (
	"errors"
	"flag"
	"os"
	"regexp"
	"slices"
	"testing"

	"theriac/engine"
	"theriac/engine/enginetest"
	"theriac/examples/brimful"
	"theriac/examples/brimful/lab"
)

// The game passes the conformance suite, whose random games reach all rules.
func TestConformance(t *testing.T) {
	report, err := lab.Entry.Suite().Play(0, 2000)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d games, %d moves, longest list %d, ends %v, checks %v", report.Games, report.Moves, report.Longest, report.Ended, report.Checks)
	ledger := ledgerOf(t, "en")
	for _, rule := range ledger {
		if report.Fired[rule]+report.Ended[rule] == 0 && rule != "setup/cards" {
			t.Errorf("no game came to %s", rule)
		}
	}
	for rule := range report.Fired {
		if !slices.Contains(ledger, rule) {
			t.Errorf("%s is in no ledger", rule)
		}
	}
	if french := ledgerOf(t, "fr"); !slices.Equal(french, ledger) {
		t.Errorf("the ledgers differ: %v and %v", ledger, french)
	}
}

// ledgerOf returns the ids of the rules in a ledger.
func ledgerOf(t *testing.T, lang string) (ids []string) {
	t.Helper()
	text, err := os.ReadFile("rules/" + lang + ".md")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile("(?m)^### `brimful/([a-z/]+)` ").FindAllStringSubmatch(string(text), -1) {
		ids = append(ids, m[1])
	}
	return ids
}

var update = flag.Bool("update", false, "rewrite the transcripts")

// TestScenarios plays the scenario transcripts and compares the results with their expectations.
func TestScenarios(t *testing.T) {
	enginetest.Stage{
		Game:    brimful.Game,
		Arrange: func(engine.Session, string) error { return errors.New("no position of this game is made up") },
		Fault: func(s engine.Session) string {
			at, _ := engine.At[brimful.State](s)
			return at.Fault()
		},
	}.Scenarios(t, "testdata", *update)
}
