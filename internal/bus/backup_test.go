package bus_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"theriac/internal/bus"
	"theriac/internal/sqlite"
	"theriac/internal/state"
)

// A backup of one node of a running cluster is the beginning of a new cluster: the node that has it founds a log, and
// the others copy it. The old cluster's epoch, hash and members do not matter there.
func TestRestoredCluster(t *testing.T) {
	t.Parallel()
	old := newNodes(t, 3, time.Hour)
	old.write(t, 10)
	old.same(t)
	file := filepath.Join(t.TempDir(), "backup")
	ok(t, sqlite.Backup(t.Context(), filepath.Join(old.conf[1].Dir, bus.StateFolder), file, nil))
	had := old.acked
	old.acked = map[string][]string{}
	old.write(t, 10) // these entries are not in the backup
	old.same(t)
	was := old.list[1].Mark()
	for i := range old.list {
		old.kill(t, i)
	}

	c := stoppedNodes(t, 3, time.Hour)
	c.turn, c.acked = old.turn, had
	from := must(os.Open(file))(t)
	ok(t, sqlite.Restore(t.Context(), filepath.Join(c.conf[2].Dir, bus.StateFolder), from))
	ok(t, from.Close())
	for i := range c.list {
		c.start(t, i)
	}
	c.same(t)
	c.write(t, 10)
	c.same(t)
	if m := c.list[0].Mark(); m.Epoch != 1 || was.Epoch != 1 || m.Hash == (state.Hash{}) {
		t.Errorf("%+v after %+v", m, was)
	}
	for i := range c.list {
		if n := c.list[i].Counts(); (n.Copies > 0) != (i != 2) || n.Renamed > 0 {
			t.Errorf("node %d: %+v", i, n)
		}
		for table := range old.acked {
			if items := must(c.list[i].Store().Log().After(t.Context(), table, 0))(t); len(items) > 0 {
				t.Errorf("node %d has entries of %s, which were written after the backup", i, table)
			}
		}
	}

	// A single node continues with a backup of the new cluster.
	file += "2"
	ok(t, sqlite.Backup(t.Context(), filepath.Join(c.conf[0].Dir, bus.StateFolder), file, nil))
	from = must(os.Open(file))(t)
	dir := t.TempDir()
	ok(t, sqlite.Restore(t.Context(), dir, from))
	ok(t, from.Close())
	s := must(sqlite.Open(sqlite.Config{Dir: dir}))(t)
	defer s.Close()
	for table, want := range c.acked {
		items := must(s.Log().After(t.Context(), table, 0))(t)
		var have []string
		for _, it := range items {
			have = append(have, string(it.Data))
		}
		if !slices.Equal(have, want) {
			t.Fatalf("%s has %q instead of %q", table, have, want)
		}
		next := must(s.Log().Append(t.Context(), table, items[len(items)-1].At, "next", []byte("next")))(t)
		if next <= items[len(items)-1].At {
			t.Fatalf("entry %d after %d", next, items[len(items)-1].At)
		}
	}
}

// A node whose folder was restored from a backup, but whose cluster still runs, takes the cluster's state. It keeps its
// own file aside.
func TestRestoredNodeJoins(t *testing.T) {
	t.Parallel()
	c := newNodes(t, 3, time.Hour)
	c.write(t, 10)
	c.same(t)
	dir, file := filepath.Join(c.conf[1].Dir, bus.StateFolder), filepath.Join(t.TempDir(), "backup")
	ok(t, sqlite.Backup(t.Context(), dir, file, nil))
	c.write(t, 10)
	c.kill(t, 1)
	ok(t, os.RemoveAll(c.conf[1].Dir))
	from := must(os.Open(file))(t)
	ok(t, sqlite.Restore(t.Context(), dir, from))
	ok(t, from.Close())
	c.start(t, 1)
	c.write(t, 10)
	c.same(t)
	if n := c.list[1].Counts(); n.Copies != 1 {
		t.Errorf("%+v", n)
	}
	if list := must(filepath.Glob(filepath.Join(c.conf[1].Dir, "aside", bus.StateFolder+"-*")))(t); len(list) != 1 {
		t.Errorf("put aside: %q", list)
	}
}
