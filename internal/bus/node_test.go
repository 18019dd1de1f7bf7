package bus_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"theriac/internal/bus"
	"theriac/internal/sqlite"
	"theriac/internal/state"
	"theriac/internal/store"
)

// nodes is a cluster whose nodes all run in this process. It records what the cluster has acknowledged.
type nodes struct {
	conf []bus.Config
	list []*bus.Node // nil while a node is stopped

	pad string // the end of each entry that is written

	mu    sync.Mutex
	turn  int
	acked map[string][]string // by table
}

// newNodes starts the nodes of a cluster whose log keeps frames for the given time.
func newNodes(t testing.TB, count int, keep time.Duration) *nodes {
	c := stoppedNodes(t, count, keep)
	for i := range count {
		c.start(t, i)
	}
	return c
}

func stoppedNodes(t testing.TB, count int, keep time.Duration) *nodes {
	c := &nodes{list: make([]*bus.Node, count), acked: map[string][]string{}}
	dir := t.TempDir()
	for i, conf := range configs(t, count) {
		conf.NoSync = true // no test simulates a power failure
		c.conf = append(c.conf, bus.Config{
			Server: conf, Dir: filepath.Join(dir, conf.Name), Host: conf.Name, Members: count, Logger: conf.Logger,
			Resend: 100 * time.Millisecond, Checkpoint: 16, Keep: keep, Beat: 200 * time.Millisecond,
		})
		if conf.Logger != nil {
			c.conf[i].Logger = conf.Logger.With("node", i)
		}
	}
	t.Cleanup(func() {
		for i := range c.list {
			c.kill(t, i)
		}
	})
	return c
}

func (c *nodes) start(t testing.TB, i int) {
	t.Helper()
	c.list[i] = must(bus.Open(c.conf[i]))(t)
}

func (c *nodes) kill(_ testing.TB, i int) {
	if c.list[i] != nil {
		c.list[i].Kill()
		c.list[i] = nil
	}
}

// up returns the numbers of the running nodes.
func (c *nodes) up() (list []int) {
	for i, n := range c.list {
		if n != nil {
			list = append(list, i)
		}
	}
	return list
}

// write appends count entries through each running node. An append whose outcome is uncertain is repeated with
// the same key.
func (c *nodes) write(t testing.TB, count int) {
	t.Helper()
	var all sync.WaitGroup
	for _, i := range c.up() {
		all.Go(func() { c.writeAt(t, i, count) })
	}
	all.Wait()
}

func (c *nodes) writeAt(t testing.TB, i, count int) {
	c.mu.Lock()
	c.turn++
	table := fmt.Sprint("table", c.turn)
	c.mu.Unlock()
	var at uint64
	var written []string
	for k := range count {
		data := fmt.Sprint(table, ".", k)
		for end := time.Now().Add(time.Minute); ; {
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			next, err := c.list[i].Store().Log().Append(ctx, table, at, data, []byte(data+c.pad))
			cancel()
			if err == nil {
				at, written = next, append(written, data+c.pad)
				break
			}
			if errors.Is(err, store.ErrConflict) || time.Now().After(end) {
				t.Errorf("node %d: %v", i, err)
				return
			}
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.acked[table] = written
}

// same waits until all running nodes have equal states, and checks that nothing acknowledged is missing.
func (c *nodes) same(t testing.TB) {
	t.Helper()
	var marks []state.Mark
	for end := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		marks = marks[:0]
		equal := true
		for _, i := range c.up() {
			marks = append(marks, c.list[i].Mark())
			equal = equal && marks[len(marks)-1] == marks[0] && c.list[i].Problem() == nil
		}
		if equal {
			break
		}
		if time.Now().After(end) {
			for _, i := range c.up() {
				t.Errorf("node %d: %v, %v", i, c.list[i].Mark(), c.list[i].Problem())
			}
			t.FailNow()
		}
	}
	if marks[0].Index == 0 {
		t.Fatal("nothing was written")
	}
	for _, i := range c.up() {
		for table, want := range c.acked {
			items := must(c.list[i].Store().Log().After(t.Context(), table, 0))(t)
			if len(items) != len(want) {
				t.Fatalf("node %d has %d of %d entries of %s", i, len(items), len(want), table)
			}
			for k, it := range items {
				if string(it.Data) != want[k] {
					t.Fatalf("node %d has %q instead of %q", i, it.Data, want[k])
				}
			}
		}
	}
}

// leader returns the number of the node that leads the log.
func (c *nodes) leader(t testing.TB) (leader int) {
	eventually(t, "a node leads", func() bool {
		for _, i := range c.up() {
			list, err := c.list[i].Store().Health().Leaders(t.Context())
			if err == nil && list[0].Here {
				leader = i
				return true
			}
		}
		return false
	})
	return leader
}

// always lists the parts of TestThreeNodes that also run with -short.
var always = []string{"a node is wiped", "other rows", "two of three start"}

// Three nodes lose nothing that they have acknowledged, whatever fails. In the end their states are equal.
func TestThreeNodes(t *testing.T) {
	t.Parallel()
	c := newNodes(t, 3, 2*time.Second)
	c.write(t, 20)
	c.same(t)
	for _, part := range []struct {
		name string
		test func(*testing.T)
	}{
		{"the leader ends", c.leaderEnds}, {"a node is wiped", c.wiped}, {"a node is behind the front of the log", c.behind},
		{"a file of an earlier time", c.earlier}, {"a damaged file", c.damaged}, {"other rows", c.diverged},
		{"a message server stops", c.serverStops},
		{"two of three start", c.two}, {"the log is lost", c.logLost},
	} {
		t.Run(part.name, func(t *testing.T) {
			if testing.Short() && !slices.Contains(always, part.name) {
				t.Skip("nodes start slowly")
			}
			part.test(t)
			c.write(t, 10)
			c.same(t)
		})
		if t.Failed() {
			return
		}
	}
}

func (c *nodes) leaderEnds(t *testing.T) {
	i := c.leader(t)
	stop := make(chan struct{})
	var all sync.WaitGroup
	for _, k := range c.up() {
		if k == i {
			continue
		}
		all.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					c.writeAt(t, k, 5)
				}
			}
		})
	}
	c.kill(t, i)
	c.write(t, 5)
	close(stop)
	all.Wait()
	c.start(t, i)
}

// A node's folder is deleted. The node rejoins under a new name.
func (c *nodes) wiped(t *testing.T) {
	c.kill(t, 1)
	ok(t, os.RemoveAll(c.conf[1].Dir))
	c.write(t, 5)
	c.start(t, 1)
}

// waitTrimmed waits until the log has removed the frame after the position at.
func (c *nodes) waitTrimmed(t *testing.T, at uint64) {
	eventually(t, "the front of the log is removed", func() bool { return bus.First(c.list[c.up()[0]]) > at+1 })
}

// A node is stopped until the log no longer contains the frames that it needs. It takes a copy, and Counts
// shows that.
func (c *nodes) behind(t *testing.T) {
	at := c.list[2].Mark().Index
	c.kill(t, 2)
	c.write(t, 40)
	c.waitTrimmed(t, at)
	c.start(t, 2)
	c.same(t)
	if n := c.list[2].Counts(); n.Copies == 0 || n.Renamed > 0 {
		t.Fatalf("%+v", n)
	}
}

// A node's folder is restored from an earlier copy. The other nodes do not admit the node under its old name.
func (c *nodes) earlier(t *testing.T) {
	c.kill(t, 0)
	old := filepath.Join(t.TempDir(), "old")
	ok(t, os.CopyFS(old, os.DirFS(c.conf[0].Dir)))
	c.start(t, 0)
	c.write(t, 5)
	c.same(t)
	c.kill(t, 0)
	ok(t, os.RemoveAll(c.conf[0].Dir))
	ok(t, os.Rename(old, c.conf[0].Dir))
	c.start(t, 0)
	c.same(t)
	if n := c.list[0].Counts(); n.Renamed != 1 {
		t.Fatalf("%+v", n)
	}
}

// A node's file is damaged in many places. The node puts it aside and copies another node's state. Reads wait for
// the copy, because the damage concerns only this node.
func (c *nodes) damaged(t *testing.T) {
	c.kill(t, 1)
	path := filepath.Join(c.conf[1].Dir, "store", sqlite.FileName)
	f := must(os.OpenFile(path, os.O_RDWR, 0))(t)
	size := must(f.Stat())(t).Size()
	for at := int64(200); at < size; at += 4096 {
		must(f.WriteAt(make([]byte, 300), at))(t)
	}
	ok(t, f.Close())
	c.start(t, 1)
	eventually(t, "the damaged file is put aside", func() bool {
		for table := range c.acked { // reading makes the store notice the damage
			if _, err := c.list[1].Store().Log().After(t.Context(), table, 0); err != nil {
				t.Fatal(err)
			}
		}
		return len(must(filepath.Glob(filepath.Join(c.conf[1].Dir, "aside", "store-*")))(t)) > 0
	})
}

// A node's rows differ from those of the others, but none is damaged. The hashes of the results of frames
// reveal this, and the node takes a copy.
func (c *nodes) diverged(t *testing.T) {
	const table = "diverged"
	l := c.list[0].Store().Log()
	at := must(l.Append(t.Context(), table, 0, "1", []byte("1")))(t)
	c.same(t)
	c.kill(t, 1)
	s := must(sqlite.Open(sqlite.Config{Dir: filepath.Join(c.conf[1].Dir, "store"), Replicated: true}))(t)
	ok(t, s.Discard(t.Context(), table))
	s.Close()
	c.start(t, 1)
	must(l.Append(t.Context(), table, at, "2", []byte("2")))(t)
	c.acked[table] = []string{"1", "2"}
	eventually(t, "the node takes a copy", func() bool { return c.list[1].Counts().Copies > 0 })
	if list := must(filepath.Glob(filepath.Join(c.conf[1].Dir, "aside", "store-*")))(t); len(list) == 0 {
		t.Fatal("the other file was not kept")
	}
}

// A node's message server stops unexpectedly. The node restarts it.
func (c *nodes) serverStops(t *testing.T) {
	bus.StopServer(c.list[2])
	eventually(t, "the node starts again", func() bool { return c.list[2].Counts().Failed > 0 })
}

// All nodes are stopped, and two are restarted. They serve requests, and the third one catches up later.
func (c *nodes) two(t *testing.T) {
	for i := range c.list {
		c.kill(t, i)
	}
	c.start(t, 0)
	c.start(t, 2)
	began := time.Now()
	c.write(t, 1)
	t.Logf("two nodes have served requests after %v", time.Since(began).Round(10*time.Millisecond))
	c.write(t, 5)
	c.same(t)
	c.start(t, 1)
}

// All nodes lose their log folders. An operator creates a new log on the node with the newest state.
func (c *nodes) logLost(t *testing.T) {
	for i := range c.list {
		c.kill(t, i)
	}
	for i := range c.list {
		ok(t, os.RemoveAll(filepath.Join(c.conf[i].Dir, "log")))
		c.start(t, i)
	}
	best := 0
	for i := range c.list {
		eventually(t, "a node says that the log is lost", func() bool { return errors.Is(c.list[i].Problem(), bus.ErrLogLost) })
		if c.list[i].Mark().Index > c.list[best].Mark().Index {
			best = i
		}
	}
	c.found(t, best)
	c.same(t)
	if m := c.list[best].Mark(); m.Epoch != 2 {
		t.Fatal(m)
	}
}

// The file of a single node can become the state of a cluster. Conversely, a single node can open the file of a
// cluster's node.
func TestOneBecomesThree(t *testing.T) {
	t.Parallel()
	c := stoppedNodes(t, 3, time.Hour)
	dir := filepath.Join(c.conf[1].Dir, "store")
	write := func(s *sqlite.Store, after uint64, data string) uint64 {
		at := must(s.Log().Append(t.Context(), "old", after, data, []byte(data)))(t)
		c.acked["old"] = slices.Concat(c.acked["old"], []string{data})
		return at
	}
	s := must(sqlite.Open(sqlite.Config{Dir: dir}))(t)
	at := write(s, write(s, 0, "1"), "2")
	s.Close()
	for i := range c.list {
		c.start(t, i)
	}
	next := must(c.list[2].Store().Log().Append(t.Context(), "old", at, "3", []byte("3")))(t)
	if next <= at {
		t.Fatalf("place %d after %d", next, at)
	}
	c.acked["old"] = slices.Concat(c.acked["old"], []string{"3"})
	c.same(t)
	for i := range c.list {
		if n := c.list[i].Counts(); (n.Copies > 0) != (i != 1) {
			t.Errorf("node %d: %+v", i, n)
		}
	}
	for i := range c.list {
		c.kill(t, i)
	}
	s = must(sqlite.Open(sqlite.Config{Dir: filepath.Join(c.conf[0].Dir, "store")}))(t)
	defer s.Close()
	write(s, next, "4")
	if items := must(s.Log().After(t.Context(), "old", 0))(t); len(items) != 4 {
		t.Fatalf("%d entries", len(items))
	}
}

// Two single nodes that both have data do not form a cluster, because the data of one of them would be lost.
func TestTwoWithData(t *testing.T) {
	t.Parallel()
	c := stoppedNodes(t, 3, time.Hour)
	for i := range 2 {
		s := must(sqlite.Open(sqlite.Config{Dir: filepath.Join(c.conf[i].Dir, "store")}))(t)
		must(s.Log().Append(t.Context(), "old", 0, "k", []byte{byte(i)}))(t)
		s.Close()
	}
	for i := range c.list {
		c.start(t, i)
	}
	eventually(t, "the nodes say so", func() bool {
		return errors.Is(c.list[0].Problem(), bus.ErrTwoData) && errors.Is(c.list[1].Problem(), bus.ErrTwoData)
	})
	if first := bus.First(c.list[0]); first != 0 {
		t.Fatal("a log was founded", first)
	}
}
