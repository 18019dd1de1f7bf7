package world_test

import (
	"strings"
	"testing"

	"theriac/games/epidemic/epidemictest"
	"theriac/locale"
)

// TestConformanceList: every edge case of docs/conformance.md is named by a
// transcript or a test, and what the document says shows it exists and names it.
func TestConformanceList(t *testing.T) {
	epidemictest.EdgeCases(t, "../../docs/conformance.md", "The world game", 1, 52)
	epidemictest.EdgeCases(t, "../../docs/conformance.md", "The expansions of the world game", 53, 69)
}

// TestLedgerIsShown: every entry of the ledger is named by a transcript or a
// test.
func TestLedgerIsShown(t *testing.T) {
	words := epidemictest.Named(t)
	c, err := locale.For("en")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range c.Rules("world") {
		if !words[r.ID] {
			t.Errorf("nothing shows world/%s", r.ID)
		}
	}
}

// The transcripts that docs/rulings.md names exist.
func TestRulingsAreShown(t *testing.T) {
	epidemictest.Rulings(t, "../../docs/rulings.md", func(section string) bool { return !strings.HasPrefix(section, "Iberia") })
}
