package cluster

import (
	"strings"
	"testing"
	"time"
)

// Whatever fails in the environment, no acknowledged operation is lost or applied twice. Every node's state
// matches the log, and at the end every node serves requests.
func TestDays(t *testing.T) {
	days := uint64(2)
	if !testing.Short() {
		days = 15
	}
	all := Result{Faults: map[string]int{}}
	for seed := range days {
		r := Run(Config{Seed: seed + 13}) // these days include the rarest faults
		if r.Broken != "" {
			t.Errorf("seed %d: %s\n%s", r.Seed, r.Broken, strings.Join(r.Trace, "\n"))
		}
		all.Add(r)
	}
	if all.Acked < 1000 || all.Fresh < 100 || all.Refused == 0 {
		t.Errorf("too little happened: %+v", all)
	}
	for _, fault := range []string{"message lost", "message doubled", "message late", "frame dropped", "killed", "crash between two writes", "election", "copy", "trim"} {
		if all.Faults[fault] == 0 {
			t.Errorf("no %s happened", fault)
		}
	}
	if testing.Short() {
		return
	}
	for _, fault := range []string{
		"folder emptied", "folder of an earlier time", "folder of another node", "folder damaged at the worst moment", "joined under a new name", "not admitted",
		"row damaged", "stopped: another state", "found by its own check", "log lost", "power cut of all", "all stopped, two started",
		"transactions lost in a power cut", "program replaced", "operation of a newer version",
	} {
		if all.Faults[fault] == 0 {
			t.Errorf("no %s happened", fault)
		}
	}
}

// The same seed gives exactly the same day.
func TestSameSeed(t *testing.T) {
	c := Config{Seed: 7, Length: 2 * time.Hour}
	one, two := Run(c), Run(c)
	c.Seed++
	if other := Run(c); one.Digest != two.Digest || one.Steps != two.Steps || other.Digest == one.Digest {
		t.Errorf("%+v\n%+v\n%+v", one, two, other)
	}
}

// For each planted bug there is a seed that finds it. If a code change has altered what happens with that seed,
// one of the next seeds finds the bug.
func TestPlantedMistakes(t *testing.T) {
	for _, c := range []struct {
		name  string
		seed  uint64
		plant plant
		found string
	}{
		{"a caller is answered when its frame is sent", 1, plant{answerEarly: true}, "which the log has as"},
		{"the log shows what only the leader has", 1, plant{readUncommitted: true}, "which no majority has"},
		{"an emptied folder keeps its vote", 1, plant{voteAfterWipe: true}, "than a majority had stored"},
		{"an emptied folder is not filled by a copy", 3, plant{serveAfterWipe: true}, "has another hash"},
		{"a folder of another time or node keeps its name", 1, plant{keepName: true}, "than a majority had stored"},
		{"an operation of a newer version is left out", 1, plant{skipUnknown: true}, "has applied frame"},
		{"a clock decides", 1, plant{applyClock: true}, "has applied frame"},
		{"a fresh read does not go through the log", 1, plant{readLocally: true}, "a fresh read"},
		{"the log is trimmed before all of it is applied", 1, plant{trimEarly: true}, "removes frames"},
		{"a frame is applied twice", 1, plant{applyTwice: true}, "has applied frame"},
		{"a hash covers frames and not what they did", 3, plant{hashInputs: true}, "and does not know"},
		{"a checkpoint is claimed before it is on disk", 8, plant{claimUnsynced: true}, "has forgotten nothing"},
		{"a node continues in any new log", 15, plant{anyEpoch: true}, "has applied frame"},
		{"a new operation is written before every node knows it", 1, plant{noFormats: true}, "not every node knows"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for seed := c.seed; seed < c.seed+30; seed++ {
				r := Run(Config{Seed: seed, plant: c.plant})
				if r.Broken == "" {
					continue
				}
				if !strings.Contains(r.Broken, c.found) || len(r.Trace) == 0 {
					t.Fatalf("seed %d found something else: %s", seed, r.Broken)
				}
				t.Logf("seed %d, step %d: %s", seed, r.Steps, r.Broken)
				return
			}
			t.Fatal("it was not found")
		})
	}
}
