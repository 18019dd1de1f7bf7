package world_test

import (
	"testing"

	"theriac/games/epidemic/epidemictest"
	"theriac/locale"
)

// TestConformanceList checks that each edge case in docs/contribute/conformance.md is named by a transcript or
// a test. It also checks that the transcripts and tests named there exist.
func TestConformanceList(t *testing.T) {
	epidemictest.EdgeCases(t, "../../docs/contribute/conformance.md", "The world game", 1, 52)
	epidemictest.EdgeCases(t, "../../docs/contribute/conformance.md", "The expansions of the world game", 53, 69)
}

// TestLedgerIsShown checks that every rule of the ledger is named by a transcript or a test.
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

// The transcripts to which rulings.md refers exist.
func TestRulingsAreShown(t *testing.T) {
	epidemictest.Rulings(t, "rulings.md")
}
