package measure_test

import (
	"math"
	"testing"

	"theriac/ai/story"
	"theriac/engine"
	"theriac/internal/stories/measure"
)

// few is a small budget for tests that run often. reports/story.md has the results with the usual budget.
var few = story.Budget{Chance: 8, Plans: 24}

func conf(game string) measure.Config {
	return measure.Config{Game: game, Settings: engine.Settings{{Name: "players", Value: "2"}}, Bot: "novice", Seed: 7, Budget: few}
}

// For every map game, a story's skill and luck add up to the change of the chance. The chances agree with
// estimates of a tenfold budget.
func TestSums(t *testing.T) {
	for _, game := range []string{"world", "iberia"} {
		c := conf(game)
		var sums measure.Sums
		if err := sums.Add(&c, 0, 4); err != nil {
			t.Fatal(err)
		}
		if sums.Off > 1e-9 || sums.Turns < 3 || sums.Looked == 0 {
			t.Errorf("%s: off by %v in %d turns, %d looked at", game, sums.Off, sums.Turns, sums.Looked)
		}
		// The chance at the start, skill and luck add up to 0 for lost games, and to 1 for won games.
		for end, split := range []measure.Split{sums.LostGames, sums.WonGames} {
			if off := split.Start + split.Skill + split.Luck - float64(end*split.Games); math.Abs(off) > 1e-9 {
				t.Errorf("%s: games that ended with %d are off by %v", game, end, off)
			}
		}
		if sums.LostGames.Games+sums.WonGames.Games != 1 || sums.LostGames.Turns+sums.WonGames.Turns != sums.Turns {
			t.Errorf("%s: %+v", game, sums)
		}
		// Of 100 samples, 95 are within two standard errors. One game has too few samples to check that.
		if sums.Far > 2+sums.Looked/6 {
			t.Errorf("%s: %d of %d chances are far from those of a tenfold budget", game, sums.Far, sums.Looked)
		}
	}
}

// A blunder that is planted in a bots' game costs ten percentage points, and the story names it.
func TestBlunder(t *testing.T) {
	c := conf("world")
	c.Bot, c.Budget.Plans = "steady", 160
	g, b, ok, err := c.Plant(1)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	if b.Cost.Chance < 0.1 || b.Turn < 2 {
		t.Errorf("%+v", b)
	}
	if err := c.Find(g, &b); err != nil || !b.Named() {
		t.Errorf("%+v: %v", b, err)
	}
}
