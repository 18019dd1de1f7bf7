package pharmacy_test

import (
	"testing"

	"theriac/games/epidemic/epidemictest"
	"theriac/locale"
)

// TestConformanceList checks that each edge case in docs/contribute/conformance.md is named by a transcript or
// a test. It also checks that the transcripts and tests named there exist.
func TestConformanceList(t *testing.T) {
	epidemictest.EdgeCases(t, "../../docs/contribute/conformance.md", "The Pharmacy game", 87, 94)
}

// TestLedgerIsShown checks that every rule of the ledger is named by a transcript or a test.
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

// The transcripts to which the rulings refer exist.
func TestRulingsAreShown(t *testing.T) {
	epidemictest.Rulings(t, "rulings.md")
}
