package world_test

import (
	"testing"

	"theriac/engine/enginetest/property"
	"theriac/games/epidemic/epidemictest"
	"theriac/games/world"
)

// TestConformance plays the first part of the conformance suite. `theriac-lab suite` plays all of it.
func TestConformance(t *testing.T) {
	games := uint64(3000)
	if testing.Short() {
		games = 300
	}
	report, err := epidemictest.Subject(world.Game, base()).Play(0, games)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d games, %d moves, longest list %d, ends %v, checks %v", report.Games, report.Moves, report.Longest, report.Ended, report.Checks)
	property.Report(t, property.Floor{"action/cure": 20, "end/win": 1, "consent/refused": 20, "outbreak/chain": 20, "event/forecast": 50, "role/medic/clean": 10, "hand/hidden": 100}, report.Fired)
}
