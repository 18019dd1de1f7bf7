package labs_test

import (
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"

	"theriac/engine"
	"theriac/engine/enginetest"
	"theriac/games"
	"theriac/games/labs"
	"theriac/internal/sim"
)

var update = flag.Bool("update", false, "rewrite the recorded counts")

// recorded is the file with the expected counts for fixed seeds. Only a change that is meant to affect the
// games may change it.
const recorded = "testdata/counts.txt"

// simulated lists the runs of the simulator to count: game, bot and options.
var simulated = []struct {
	run   string
	games int
}{
	{"world random players=4 epidemics=5", 500},
	{"world random players=4 epidemics=5 box=all lab=on strain=on mutation=panic", 300},
	{"world random players=4 epidemics=5 box=all mode=teams", 300},
	{"world random box=lab mode=solo", 300},
	{"world eager players=3 epidemics=5 hands=hidden", 300},
	{"world novice players=4 epidemics=5", 6},
	{"iberia random players=4 epidemics=5", 300},
	{"iberia random players=4 epidemics=5 rush=on historical=4", 300},
	{"iberia novice players=4 epidemics=5", 6},
	{"pharmacy random players=4", 200},
	{"pharmacy honest players=6", 100},
}

// suiteGames is how many times the conformance suite plays each game, spread over all variants and all kinds of
// players.
const suiteGames = 120

// Fixed seeds give exactly the recorded counts, down to the number of moves.
func TestRecordedCounts(t *testing.T) {
	var all []string
	for _, s := range simulated {
		all = append(all, "sim "+s.run+": "+simulatedCounts(t, s.run, s.games))
	}
	for _, game := range games.Names() {
		all = append(all, "suite "+game+": "+suiteCounts(t, game))
	}
	text := strings.Join(all, "\n") + "\n"
	if *update {
		if err := os.WriteFile(recorded, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	stored, err := os.ReadFile(recorded)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSpace(string(stored)), "\n")
	if len(want) != len(all) {
		t.Fatalf("%s has %d lines, and there are %d runs", recorded, len(want), len(all))
	}
	for i, got := range all {
		if got != want[i] {
			t.Errorf("counted\n%s\nrecorded is\n%s\nIf games are meant to go otherwise now: go test ./games/labs -run RecordedCounts -update", got, want[i])
		}
	}
}

// simulatedCounts returns the counts of a run of the simulator, without values that depend on the machine.
func simulatedCounts(t *testing.T, run string, n int) string {
	words := strings.Fields(run)
	game, _ := labs.Find(words[0])
	h := engine.Header{Game: words[0], Revision: game.Rules.Revision()}
	for _, option := range words[2:] {
		name, value, _ := strings.Cut(option, "=")
		h.Settings = append(h.Settings, engine.Setting{Name: name, Value: value})
	}
	result, err := game.Simulate(sim.Config{Header: h, Bot: words[1], Games: n, Seed: 1, Workers: 1})
	if err != nil {
		t.Fatalf("%s: %v", run, err)
	}
	var counts map[string]json.RawMessage
	if err := json.Unmarshal(encode(t, result), &counts); err != nil {
		t.Fatal(err)
	}
	kept := map[string]json.RawMessage{}
	for _, name := range []string{"games", "wins", "losses", "cures", "points", "shared", "turns", "moves"} {
		if count, has := counts[name]; has {
			kept[name] = count
		}
	}
	return string(encode(t, kept))
}

// suiteCounts returns the counts of a run of the conformance suite.
func suiteCounts(t *testing.T, name string) string {
	game, _ := labs.Find(name)
	suite := game.Suite()
	kinds := uint64(3 * len(game.Variants())) // each variant with each kind of player
	var total enginetest.Report
	for i := range uint64(suiteGames) {
		seed := i * kinds / suiteGames
		report, err := suite.Play(seed, seed+1)
		if err != nil {
			t.Fatal(err)
		}
		total.Merge(report)
	}
	fired := 0
	for _, times := range total.Fired {
		fired += times
	}
	return string(encode(t, struct {
		Games, Moves, Longest int
		Rules, Fired          int // the number of rules that occurred, and how often
		Ended, Checks         map[string]int
	}{total.Games, total.Moves, total.Longest, len(total.Fired), fired, total.Ended, total.Checks}))
}

func encode(t *testing.T, value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
