package pharmacy_test

import (
	"testing"

	"theriac/games/pharmacy/pharmacytest"
)

// TestConformance plays a first slice of the conformance suite; the whole of it is
// `theriac suite --game pharmacy`.
func TestConformance(t *testing.T) {
	games := uint64(3000)
	if testing.Short() {
		games = 768
	}
	report, err := pharmacytest.Subject().Play(0, games)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d games, %d moves, longest list %d, ends %v, checks %v, fired %v", report.Games, report.Moves, report.Longest, report.Ended, report.Checks, report.Fired)
}
