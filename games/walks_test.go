package games_test

import (
	"slices"
	"strings"
	"testing"

	"theriac/ai/puzzle"
	"theriac/games"
)

// A cure or a win that a puzzle asks for takes more than a way to a station: a card of another
// hand, a station or a hospital, an event, another's pawn.
func TestNoPuzzleIsAWalk(t *testing.T) {
	walk := []string{"drive", "direct", "charter", "shuttle", "ship", "train", "treat", "cure", "research", "discard", "draw"}
	met := 0
	for _, e := range games.Entries {
		all, err := puzzle.Read(e.Book)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range all {
			if p.Kind != "cure" && p.Kind != "win" {
				continue
			}
			met++
			if !slices.ContainsFunc(p.Plan, func(move string) bool {
				return !slices.Contains(walk, strings.Fields(move)[1])
			}) {
				t.Errorf("%s: %q is a walk", p.ID, p.Plan)
			}
		}
	}
	if met < 90 {
		t.Errorf("%d puzzles ask for a cure or a win", met)
	}
}
