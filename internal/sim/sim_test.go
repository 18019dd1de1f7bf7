package sim_test

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"

	"theriac/engine"
	"theriac/games/lab"
	"theriac/games/labs"
	"theriac/internal/sim"
)

// Every game counts the same results with several workers as with one. The race detector also checks this test,
// because workers share the compiled rules.
func TestCountsDoNotDependOnWorkers(t *testing.T) {
	for _, game := range labs.Entries {
		if game.Simulate == nil {
			continue
		}
		t.Run(game.Rules.Name(), func(t *testing.T) {
			variants := game.Variants()
			for _, settings := range []engine.Settings{nil, variants[len(variants)-1]} {
				one, many := count(t, game, settings, 1, 1), count(t, game, settings, 1, 3)
				if !reflect.DeepEqual(one, many) {
					t.Errorf("%v: one worker counts %v, three %v", settings, one, many)
				}
				if other := count(t, game, settings, 2, 3); reflect.DeepEqual(one, other) {
					t.Errorf("%v: two seeds give the same games: %v", settings, one)
				}
			}
		})
	}
}

// count simulates some games and returns the results, without measured times.
func count(t *testing.T, game lab.Entry, settings engine.Settings, seed uint64, workers int) map[string]any {
	const played = 300 // one batch for each of three workers
	var reported atomic.Int64
	result, err := game.Simulate(sim.Config{
		Header: engine.Header{Game: game.Rules.Name(), Revision: game.Rules.Revision(), Settings: settings},
		Bot:    "random", Games: played, Seed: seed, Workers: workers,
		Progress: func(done int) {
			if done == played {
				reported.Add(1)
			}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if n := reported.Load(); n != 1 {
		t.Errorf("%v: the end was reported %d times", settings, n)
	}
	encoded, err := json.Marshal(result)
	if err != nil {
		t.Fatal(err)
	}
	var counts map[string]any
	if err := json.Unmarshal(encoded, &counts); err != nil {
		t.Fatal(err)
	}
	if counts["games"] != float64(played) {
		t.Errorf("%v: counted %v games of %d", settings, counts["games"], played)
	}
	for name := range counts {
		if name == "seed" || name == "workers" || name == "seconds" || strings.Contains(name, "per_") {
			delete(counts, name)
		}
	}
	roundParts(counts["wins"])
	return counts
}

// roundParts rounds shared wins, because floating-point sums depend on the order in which workers finish.
func roundParts(wins any) {
	parts, _ := wins.([]any)
	for i, part := range parts {
		parts[i] = math.Round(part.(float64)*1000) / 1000
	}
}
