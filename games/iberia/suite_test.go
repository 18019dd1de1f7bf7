package iberia_test

import (
	"testing"

	"theriac/engine/enginetest/property"
	"theriac/games/epidemic/epidemictest"
	"theriac/games/iberia"
)

// TestConformance plays the first part of the conformance suite. `theriac-lab suite` plays all of it.
func TestConformance(t *testing.T) {
	games := uint64(1200)
	if testing.Short() {
		games = 240
	}
	report, err := epidemictest.Subject(iberia.Game, iberia.Variants()).Play(0, games)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d games, %d moves, longest list %d, ends %v, checks %v", report.Games, report.Moves, report.Longest, report.Ended, report.Checks)
	property.Report(t, property.Floor{"action/purify": 100, "action/train": 50, "rush/choice": 20, "trait/cholera": 10, "trait/yellow-fever": 10, "water/choice": 10, "outbreak/chain": 20}, report.Fired)
}
