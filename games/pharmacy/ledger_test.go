package pharmacy_test

import (
	"testing"

	"theriac/games/epidemic/epidemictest"
	"theriac/locale"
)

// TestConformanceList: every edge case of docs/conformance.md is named by a
// transcript or a test, and what the document says shows it exists and names it.
func TestConformanceList(t *testing.T) {
	epidemictest.EdgeCases(t, "../../docs/conformance.md", "The Pharmacy game", 87, 94)
}

// TestLedgerIsShown: every entry of the ledger is named by a transcript or a test.
func TestLedgerIsShown(t *testing.T) {
	words := epidemictest.Named(t)
	c, err := locale.For("en")
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Rules("pharmacy")) < 80 {
		t.Errorf("the ledger has only %d entries", len(c.Rules("pharmacy")))
	}
	for _, r := range c.Rules("pharmacy") {
		if !words[r.ID] {
			t.Errorf("nothing shows pharmacy/%s", r.ID)
		}
	}
}

// The transcripts that the rulings name exist.
func TestRulingsAreShown(t *testing.T) {
	epidemictest.Rulings(t, "../../docs/rulings-pharmacy.md", func(string) bool { return true })
}
