package simulate

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"theriac/internal/lobby"
	"theriac/internal/store"
	"theriac/internal/table"
)

// short is a third of a day at a third of the tables.
func short(seed uint64) Config { return Config{Seed: seed, Tables: 30, Length: 8 * time.Hour} }

// sound demands that nothing went wrong.
func sound(t *testing.T, r Result) {
	t.Helper()
	if r.Broken != "" {
		t.Errorf("seed %d: %s\n%s", r.Seed, r.Broken, strings.Join(r.Trace, "\n"))
	}
}

// Days without a mistake: whatever goes wrong around the code, nothing that was
// acknowledged is lost or made twice, and no table sticks.
func TestDays(t *testing.T) {
	days, config := uint64(2), short
	if !testing.Short() {
		days, config = 10, func(seed uint64) Config { return Config{Seed: seed} }
	}
	var all Result
	for seed := range days {
		r := Run(config(seed + 1))
		sound(t, r)
		all.Acked += r.Acked
		all.Repeated += r.Repeated
		all.Finished += r.Finished
		all.Views += r.Views
		for _, fault := range []string{"crash", "unanswered", "lost", "late", "news lost", "conflict", "put away"} {
			if r.Faults[fault] == 0 {
				t.Errorf("seed %d: no %s happened", seed+1, fault)
			}
		}
	}
	if all.Acked < 100 || all.Repeated == 0 || all.Finished == 0 || all.Views == 0 {
		t.Errorf("too little happened: %+v", all)
	}
}

// The same seed gives the same day, to the letter.
func TestSameSeed(t *testing.T) {
	var traces [2]bytes.Buffer
	var results [2]Result
	for i := range traces {
		c := short(4)
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

// hopeful takes an append without an answer for one that was written.
type hopeful struct{ store.Log }

func (l hopeful) Append(ctx context.Context, id string, after uint64, key string, data []byte) (uint64, error) {
	at, err := l.Log.Append(ctx, id, after, key, data)
	if errors.Is(err, store.ErrUncertain) {
		return after + 1, nil
	}
	return at, err
}

// credulous believes that what it knows is the newest.
type credulous struct{ store.Log }

func (credulous) Confirm(context.Context, string, uint64) error { return nil }

// forgetful sets no reminders.
type forgetful struct{ store.Log }

func (forgetful) Remind(context.Context, string, time.Time) error { return nil }

// overwriting writes records whoever has written before.
type overwriting struct{ store.KV }

func (b overwriting) Put(ctx context.Context, key string, version uint64, data []byte) (uint64, error) {
	for {
		at, err := b.KV.Put(ctx, key, version, data)
		if !errors.Is(err, store.ErrConflict) {
			return at, err
		}
		r, err := b.KV.Get(ctx, key)
		if err != nil {
			return 0, err
		}
		version = r.Version
	}
}

// hasty takes the word of a replica for the archive, which is behind when it is asked
// about a table for the first time.
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

// deferring answers a write before it has been sent: it goes with the next call. So the key of
// a record is removed before its volume is written.
type deferring struct {
	store.KV
	later *func(context.Context)
}

func (b deferring) flush(ctx context.Context) {
	if f := *b.later; f != nil {
		*b.later = nil
		f(ctx)
	}
}

func (b deferring) Get(ctx context.Context, key string) (store.Record, error) {
	b.flush(ctx)
	return b.KV.Get(ctx, key)
}

func (b deferring) Put(ctx context.Context, key string, version uint64, data []byte) (uint64, error) {
	b.flush(ctx)
	*b.later = func(ctx context.Context) { _, _ = b.KV.Put(ctx, key, version, data) }
	return version + 1, nil
}

// trusting takes a record without an answer for one that was written.
type trusting struct{ store.KV }

func (b trusting) Put(ctx context.Context, key string, version uint64, data []byte) (uint64, error) {
	at, err := b.KV.Put(ctx, key, version, data)
	if errors.Is(err, store.ErrUncertain) {
		return version + 1, nil
	}
	return at, err
}

// of plants a mistake in one bucket.
func of(name string, f func(store.KV) store.KV) plant {
	return plant{kv: func(bucket string, kv store.KV) store.KV {
		if bucket == name {
			return f(kv)
		}
		return kv
	}}
}

// Mistakes that are put between the code and the store are found, each by a seed. Where
// a change of the code has moved the days, a seed soon after it finds the mistake.
func TestPlantedMistakes(t *testing.T) {
	for _, c := range []struct {
		name  string
		seed  uint64
		plant plant
		found string
	}{
		{"an entry without an answer counts as written", 2, plant{log: func(l store.Log) store.Log { return hopeful{l} }}, "entry"},
		{"nobody asks whether there is something newer", 132, plant{log: func(l store.Log) store.Log { return credulous{l} }}, "entry"},
		{"no reminders", 5, plant{log: func(l store.Log) store.Log { return forgetful{l} }}, "sticks"},
		{"a replica has the last word about the archive", 1, plant{log: func(l store.Log) store.Log { return hasty{l, map[string]bool{}} }}, "no such game"},
		{"records are overwritten", 1, plant{kv: func(_ string, kv store.KV) store.KV { return overwriting{kv} }}, "who did not leave"},
		{"a record is removed before its volume is written", 1, of(lobby.BucketVolumes, func(kv store.KV) store.KV { return deferring{kv, new(func(context.Context))} }), "cannot be read any more"},
		{"a list by year without an answer counts as written", 37, of(lobby.BucketYears, func(kv store.KV) store.KV { return trusting{kv} }), "missing from the list"},
		{"everybody sees all hands", 1, plant{viewer: func(s *table.State, _ table.Viewer) table.Viewer { return table.Viewer{Seats: s.Seats()} }}, "may not know"},
	} {
		t.Run(c.name, func(t *testing.T) {
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

// A whole day, for profiles: -bench Day -benchtime 5x -cpuprofile FILE.
func BenchmarkDay(b *testing.B) {
	b.ReportAllocs()
	for seed := uint64(30001); b.Loop(); seed++ {
		if r := Run(Config{Seed: seed}); r.Broken != "" {
			b.Fatal(r.Broken)
		}
	}
}
