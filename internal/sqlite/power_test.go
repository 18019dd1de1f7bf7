package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"theriac/internal/replica"
	"theriac/internal/replica/replicatest"
	"theriac/internal/sqlite"
	"theriac/internal/state"
)

// After a power cut, the file of a node lacks its last transactions. The node continues from the older mark, and
// the log still has the frames that a majority lacks. Nothing that was acknowledged is lost.
func TestPowerCuts(t *testing.T) {
	disk, restore := sqlite.UseCutDisk()
	t.Cleanup(restore)
	rng := rand.New(rand.NewPCG(7, 8))
	log := replicatest.New(3, state.Mark{Epoch: 1})
	writers := make([]writer, 3)
	var all []*member
	for i := range writers {
		m := &member{dir: t.TempDir(), keep: 150 * time.Millisecond}
		m.start(t, i, 3, log)
		all = append(all, m)
		writers[i].table = fmt.Sprint("table", i)
	}
	t.Cleanup(func() {
		for _, m := range all {
			m.close()
		}
	})
	back, trimmed := 0, false
	for round := range often(24) {
		ctx, stop := context.WithTimeout(t.Context(), time.Duration(50+rng.IntN(200))*time.Millisecond)
		var wg sync.WaitGroup
		for i := range writers {
			wg.Go(func() { writers[i].run(ctx, t, all[i]) })
		}
		wg.Wait()
		stop()
		cut := []int{0, 1, 2}
		if round%3 == 2 {
			cut = cut[rng.IntN(3):][:1]
		}
		before := map[int]uint64{}
		for _, i := range cut {
			m, to := all[i], filepath.Join(t.TempDir(), "cut")
			before[i] = m.Machine().Mark().Index
			m.Kill(func() {
				ok(t, disk.Cut(m.dir, to, func(synced, written int) int {
					if rng.IntN(2) == 0 {
						return synced
					}
					return synced + rng.IntN(written-synced+1)
				}))
			})
			m.node.Close()
			m.dir = to
		}
		first := log.First()
		trimmed = trimmed || first > 1
		var marks []uint64
		for _, i := range cut {
			s := must(sqlite.Open(sqlite.Config{Dir: all[i].dir, Replicated: true}))(t)
			marks = append(marks, s.Machine().Mark().Index)
			if found := must(s.Health().Damages(t.Context()))(t); len(found) > 0 {
				t.Errorf("reported as damage: %v", found)
			}
			s.Close()
			if marks[len(marks)-1] < before[i] {
				back++
			}
		}
		slices.Sort(marks)
		if len(marks) == 3 && marks[1]+1 < first {
			t.Fatalf("the log begins at %d, and the nodes are at %v", first, marks)
		}
		for _, i := range cut {
			all[i].start(t, i, 3, log)
		}
		for i, m := range all {
			if err := m.node.Barrier(t.Context()); errors.Is(m.node.Err(), replica.ErrBehind) {
				m.copyOf(t, all[(i+1)%3], i, log)
			} else {
				ok(t, err)
			}
		}
	}
	if back == 0 || !trimmed {
		t.Errorf("%d files have lost transactions; the log was trimmed: %v", back, trimmed)
	}
	for i, m := range all {
		ok(t, m.node.Barrier(t.Context()))
		for _, w := range writers {
			if items := must(m.Log().After(t.Context(), w.table, 0))(t); len(items) < w.done {
				t.Errorf("node %d has %d of %d entries of %s", i, len(items), w.done, w.table)
			}
		}
	}
	t.Logf("%d files have lost transactions; the log has trimmed %d frames and has %d", back, log.First()-1, log.Len())
}

// copyOf replaces a member that is too far behind the log by a copy of another one.
func (m *member) copyOf(t *testing.T, from *member, i int, log *replicatest.Log) {
	m.close()
	m.dir = t.TempDir()
	ok(t, sqlite.Backup(t.Context(), from.dir, filepath.Join(m.dir, sqlite.FileName), nil))
	m.start(t, i, 3, log)
	ok(t, m.node.Barrier(t.Context()))
}

// writer appends numbered entries to a table.
type writer struct {
	table string
	at    uint64
	done  int // number of acknowledged entries
}

// run appends until ctx ends. It begins with the entry whose outcome the last call did not learn.
func (w *writer) run(ctx context.Context, t *testing.T, m *member) {
	for {
		at, err := m.Log().Append(ctx, w.table, w.at, strconv.Itoa(w.done), []byte("x"))
		if err != nil {
			if ctx.Err() == nil {
				t.Error(err)
			}
			return
		}
		w.at, w.done = at, w.done+1
	}
}
