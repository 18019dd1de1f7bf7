package lab

import (
	"testing"

	"theriac/engine"
	"theriac/games/pharmacy"
	"theriac/games/pharmacy/bots"
)

// Weights fitted to a player's choices also predict the player better in games that were not used for fitting.
func TestImitate(t *testing.T) {
	rules, err := pharmacy.Game.Compile(engine.Header{Game: "pharmacy", Revision: pharmacy.Revision})
	if err != nil {
		t.Fatal(err)
	}
	novice, start := bots.Levels[0].New(), bots.Usual()
	seen := observe(rules, novice, 0, 12, 1000)
	unseen := observe(rules, novice, 12, 16, 1000)
	w, before, after := imitate(start, seen, 400, 1)
	was, is := surprise(&start, unseen), surprise(&w, unseen)
	t.Logf("surprise %.3f before, %.3f after; not seen %.3f and %.3f", before, after, was, is)
	if after >= before || is >= was-.1 {
		t.Errorf("surprise %.3f before, %.3f after; not seen %.3f and %.3f", before, after, was, is)
	}
}
