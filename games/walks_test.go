package games_test

import (
	"slices"
	"strings"
	"testing"

	"theriac/ai/puzzle"
	"theriac/games"
)

// A puzzle that asks for a cure or a win takes more than the player's ordinary moves with a single pawn. Its
// plan also uses a card from another hand, a new station or hospital, an event, or another seat's pawn.
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
