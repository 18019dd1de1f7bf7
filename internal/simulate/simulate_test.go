package simulate

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"theriac/internal/lobby"
	"theriac/internal/store"
	"theriac/internal/table"
)

// short configures a third of a day with a third of the tables.
func short(seed uint64) Config { return Config{Seed: seed, Tables: 30, Length: 8 * time.Hour} }

// sound fails the test if a simulation found an error.
func sound(t *testing.T, r Result) {
	t.Helper()
	if r.Broken != "" {
		t.Errorf("seed %d: %s\n%s", r.Seed, r.Broken, strings.Join(r.Trace, "\n"))
	}
}

// These days have no planted bugs. Whatever fails around the code, every acknowledged write is kept, nothing is
// written twice, and no table gets stuck.
func TestDays(t *testing.T) {
	days, config := uint64(1), short
	if !testing.Short() {
		days, config = 10, func(seed uint64) Config { return Config{Seed: seed} }
	}
	var all Result
	met := map[string]int{}
	for seed := range days {
		r := Run(config(seed + 1))
		sound(t, r)
		all.Acked += r.Acked
		all.Repeated += r.Repeated
		all.Finished += r.Finished
		all.Views += r.Views
		for what, n := range r.Faults {
			met[what] += n
		}
		for _, fault := range []string{"crash", "unanswered", "lost", "late", "news lost", "conflict"} {
			if r.Faults[fault] == 0 {
				t.Errorf("seed %d: no %s happened", seed+1, fault)
			}
		}
	}
	if all.Acked < 100 || all.Repeated == 0 || all.Finished == 0 || all.Views == 0 {
		t.Errorf("too little happened: %+v", all)
	}
	for _, what := range []string{
		"dropped in", "handed over", "vanished", "no seat", "blocked", "reported", "own case", "decided mute", "decided no-public", "decided suspend", "forgotten", "refused suspend",
	} {
		if met[what] == 0 {
			t.Errorf("nothing counts as %s", what)
		}
	}
	for _, what := range []string{"appealed", "answered", "lifted", "kept apart", "kept out", "refused mute"} {
		if met[what] == 0 && !testing.Short() { // these need a whole day
			t.Errorf("nothing counts as %s", what)
		}
	}
}

// The same seed gives exactly the same day.
func TestSameSeed(t *testing.T) {
	var traces [2]bytes.Buffer
	var results [2]Result
	for i := range traces {
		c := short(4)
		if testing.Short() {
			c.Length = 2 * time.Hour
		}
		c.Trace = &traces[i]
		results[i] = Run(c)
	}
	if !bytes.Equal(traces[0].Bytes(), traces[1].Bytes()) {
		a, b := strings.Split(traces[0].String(), "\n"), strings.Split(traces[1].String(), "\n")
		for i := range min(len(a), len(b)) {
			if a[i] != b[i] {
				t.Fatalf("line %d: %q and %q", i, a[i], b[i])
			}
		}
		t.Fatal("one is longer")
	}
	if results[0].Digest != results[1].Digest || results[0].Steps != results[1].Steps {
		t.Errorf("%+v\n%+v", results[0], results[1])
	}
	if testing.Short() {
		return
	}
	if other := Run(short(5)); other.Digest == results[0].Digest {
		t.Error("another seed gives the same day")
	}
}

// hopeful is a planted bug: it treats an append without an answer as written.
type hopeful struct{ store.Log }

func (l hopeful) Append(ctx context.Context, id string, after uint64, key string, data []byte) (uint64, error) {
	at, err := l.Log.Append(ctx, id, after, key, data)
	if errors.Is(err, store.ErrUncertain) {
		return after + 1, nil
	}
	return at, err
}

// credulous is a planted bug: it confirms any entry as the newest.
type credulous struct{ store.Log }

func (credulous) Confirm(context.Context, string, uint64) error { return nil }

// forgetful is a planted bug: it sets no reminders.
type forgetful struct{ store.Log }

func (forgetful) Remind(context.Context, string, time.Time) error { return nil }

// overwriting returns a planted bug: a Do that overwrites records without checking their versions.
func overwriting(do Do) Do {
	return func(ctx context.Context, changes ...store.Change) (uint64, error) {
		changes = slices.Clone(changes)
		for i := range changes {
			changes[i].Any = true
		}
		return do(ctx, changes...)
	}
}

// hasty is a planted bug: it trusts a replica that does not have an archived game yet, and does not ask the
// leader.
type hasty struct {
	store.Log
	asked map[string]bool
}

func (l hasty) Archived(ctx context.Context, id string) ([]byte, error) {
	if !l.asked[id] {
		l.asked[id] = true
		return nil, store.ErrAbsent
	}
	return l.Log.Archived(ctx, id)
}

// parting returns a planted bug: a Do that writes a table in a transaction of its own, before the other changes.
func parting(do Do) Do {
	return func(ctx context.Context, changes ...store.Change) (uint64, error) {
		if changes[0].Bucket != lobby.BucketTables {
			return do(ctx, changes...)
		}
		at, err := do(ctx, changes[:1]...)
		if err == nil && len(changes) > 1 {
			_, _ = do(ctx, changes[1:]...)
		}
		return at, err
	}
}

// believing returns a planted bug: a Do that treats a transaction without an answer as made.
func believing(do Do) Do {
	return func(ctx context.Context, changes ...store.Change) (uint64, error) {
		at, err := do(ctx, changes...)
		if errors.Is(err, store.ErrUncertain) {
			return at, nil
		}
		return at, err
	}
}

// hoarding returns a planted bug: a Do that removes no record.
func hoarding(do Do) Do {
	return func(ctx context.Context, changes ...store.Change) (uint64, error) {
		return do(ctx, slices.DeleteFunc(slices.Clone(changes), func(c store.Change) bool { return len(c.Data) == 0 })...)
	}
}

// seating returns a planted bug: a Do that has another bug, but only at tables where strangers have sat down.
func seating(bug func(Do) Do) func(Do) Do {
	return func(do Do) Do {
		return func(ctx context.Context, changes ...store.Change) (uint64, error) {
			if changes[0].Bucket == lobby.BucketTables && bytes.Contains(changes[0].Data, []byte(`"came":`)) {
				return bug(do)(ctx, changes...)
			}
			return do(ctx, changes...)
		}
	}
}

// For each bug that is planted between the code and the store, there is a seed that finds it. If a code change
// has altered the days, one of the next seeds finds it. -short skips bugs that take many simulated hours to
// find.
func TestPlantedMistakes(t *testing.T) {
	for _, c := range []struct {
		name  string
		seed  uint64
		plant plant
		found string
		long  bool
	}{
		{"an entry without an answer counts as written", 2, plant{log: func(l store.Log) store.Log { return hopeful{l} }}, "entry", false},
		{"nobody asks whether there is something newer", 147, plant{log: func(l store.Log) store.Log { return credulous{l} }}, "entry", true},
		{"no reminders", 5, plant{log: func(l store.Log) store.Log { return forgetful{l} }}, "sticks", true},
		{"a replica has the last word about the archive", 1, plant{log: func(l store.Log) store.Log { return hasty{l, map[string]bool{}} }}, "no such game", true},
		{"records are overwritten", 1, plant{do: overwriting}, "who did not leave", false},
		{"a table and its notes are written one after another", 3, plant{do: parting}, "list of", true},
		{"everybody sees all hands", 1, plant{viewer: func(s *table.State, _ table.Viewer) table.Viewer { return table.Viewer{Seats: s.Seats()} }}, "may not know", false},
		{"a decision without an answer counts as made", 8, plant{order: believing}, "what counts as decided", true},
		{"forgotten people leave their blocks", 1, plant{order: hoarding}, "was forgotten", false},
		{"public tables seat everybody", 2, plant{meets: true}, "sit", false},
		{"what decisions forbid is allowed", 1, plant{lenient: true}, "what a decision forbids", false},
		{"a seat without an answer counts as taken", 123, plant{do: seating(believing)}, "was promised seat", true},
		{"two strangers take one seat", 68, plant{do: seating(overwriting)}, "seat", true},
		{"nodes hear of no decision", 3, plant{deaf: true}, "node", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.long && testing.Short() {
				t.Skip("it takes many simulated hours")
			}
			for seed := c.seed; seed < c.seed+400; seed++ {
				config := short(seed)
				config.plant = c.plant
				r := Run(config)
				if r.Broken == "" {
					continue
				}
				if !strings.Contains(r.Broken, c.found) || len(r.Trace) == 0 {
					t.Fatalf("seed %d found something else: %s", seed, r.Broken)
				}
				t.Logf("seed %d: %s", seed, r.Broken)
				if testing.Short() {
					return
				}
				if again := Run(config); again.Broken != r.Broken || again.Digest != r.Digest {
					t.Errorf("played again, it ends with %q", again.Broken)
				}
				return
			}
			t.Fatal("it was not found")
		})
	}
}

// BenchmarkDay simulates a whole day, to be profiled with -bench Day -benchtime 5x -cpuprofile FILE.
func BenchmarkDay(b *testing.B) {
	b.ReportAllocs()
	for seed := uint64(30001); b.Loop(); seed++ {
		if r := Run(Config{Seed: seed}); r.Broken != "" {
			b.Fatal(r.Broken)
		}
	}
}
