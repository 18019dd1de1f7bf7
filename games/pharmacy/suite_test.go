package pharmacy_test

import (
	"testing"

	"theriac/engine/enginetest/property"
	"theriac/games/pharmacy/pharmacytest"
)

// TestConformance plays the first part of the conformance suite. `theriac-lab suite --game pharmacy` plays
// all of it.
func TestConformance(t *testing.T) {
	games := uint64(3000)
	if testing.Short() {
		games = 768
	}
	report, err := pharmacytest.Subject().Play(0, games)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d games, %d moves, longest list %d, ends %v, checks %v", report.Games, report.Moves, report.Longest, report.Ended, report.Checks)
	property.Report(t, property.Floor{"pass/virus": 500, "dare/open": 500, "care/injections": 50, "care/sickness": 50, "card/doctor": 20, "inject/kill": 50, "score/nurse": 10, "end/shared": 1}, report.Fired)
}
