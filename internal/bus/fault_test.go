package bus_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"theriac/internal/bus"
	"theriac/internal/replica"
	"theriac/internal/sqlite"
	"theriac/internal/state"
)

// If one node has applied frames that the log has lost, all nodes stop, even after a restart without that node.
// An operator founds another log on the node with the highest mark.
func TestShortLogStopsAll(t *testing.T) {
	t.Parallel()
	c := newNodes(t, 3, time.Hour)
	c.write(t, 5)
	c.same(t)
	c.shorten(t)
	c.kill(t, 0)
	c.kill(t, 1)
	c.start(t, 1)
	eventually(t, "a node that was restarted stops", func() bool { return errors.Is(c.list[1].Problem(), bus.ErrShort) })
	c.start(t, 0)
	c.found(t, 0)
	c.write(t, 5)
	c.same(t)
}

// shorten gives the first node frames that the log does not have, and waits until all nodes have stopped.
func (c *nodes) shorten(t *testing.T) {
	t.Helper()
	c.kill(t, 0)
	s := must(sqlite.Open(sqlite.Config{Dir: filepath.Join(c.conf[0].Dir, bus.StateFolder), Replicated: true}))(t)
	var lost []replica.Decoded // more frames than the log gets until this node is back
	for i := range uint64(5000) {
		f := state.Frame{Name: state.Name{Member: 77, Boot: 1, Nonce: 1, Number: i + 1}}
		lost = append(lost, replica.Decoded{Frame: f, Digest: state.Digest(must(f.Encode())(t))})
	}
	must(s.Machine().Apply(lost))(t)
	s.Close()
	c.start(t, 0)
	for i := range c.list {
		eventually(t, fmt.Sprintf("node %d stops", i), func() bool { return errors.Is(c.list[i].Problem(), bus.ErrShort) })
	}
}

// found founds another log on a node, whose log must be lost.
func (c *nodes) found(t *testing.T, i int) {
	t.Helper()
	tried := false
	eventually(t, "another log is founded", func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), 15*time.Second)
		defer cancel()
		err := c.list[i].Found(ctx)
		if tried && errors.Is(err, bus.ErrNotLost) { // the answer to an earlier call came too late
			return true
		}
		tried = tried || !errors.Is(err, bus.ErrNotLost)
		return err == nil
	})
}

// A node needs only one copy, although the log keeps frames for a much shorter time than the copy takes.
func TestCopyTakesLong(t *testing.T) {
	t.Parallel()
	c := newNodes(t, 3, 20*time.Millisecond)
	c.pad = strings.Repeat(".", 64<<10)
	c.write(t, 150)
	c.pad = ""
	c.same(t)
	c.kill(t, 2)
	ok(t, os.RemoveAll(c.conf[2].Dir))
	ctx, stop := context.WithCancel(t.Context())
	var all sync.WaitGroup
	defer all.Wait()
	defer stop()
	for _, i := range c.up() {
		all.Go(func() {
			for ctx.Err() == nil {
				c.writeAt(t, i, 5)
			}
		})
	}
	c.waitTrimmed(t, 0)
	c.start(t, 2)
	eventually(t, "the node serves", func() bool { return c.list[2].Problem() == nil })
	stop()
	all.Wait()
	if n := c.list[2].Counts(); n.Copies != 1 {
		t.Errorf("%+v", n)
	}
	at := c.list[2].Mark().Index
	c.write(t, 20)
	c.waitTrimmed(t, at)
	c.same(t)
}

// The logs of earlier epochs are deleted once the newest log has lost its first frames. A log that accepts frames is
// not replaced.
func TestOlderLogsAreDeleted(t *testing.T) {
	t.Parallel()
	c := newNodes(t, 3, 100*time.Millisecond)
	c.write(t, 5)
	c.same(t)
	if err := c.list[1].Found(t.Context()); !errors.Is(err, bus.ErrNotLost) {
		t.Errorf("a log that is there was replaced: %v", err)
	}
	c.shorten(t)
	c.found(t, 0)
	c.write(t, 40)
	c.same(t)
	eventually(t, "only the newest log is left", func() bool {
		return !slices.ContainsFunc(c.list, func(n *bus.Node) bool { return !slices.Equal(bus.Streams(n), []string{"FRAMES-2"}) })
	})
	c.write(t, 5)
	c.same(t)
}

// Of the folders that were put aside, the newest one always stays, and older ones as long as there is room.
func TestTrimAside(t *testing.T) {
	dir := t.TempDir()
	for name, size := range map[string]int{
		"state-20260101-000000.000": 10, "log-20260102-000000.000": 30, "state-20260103-000000.000": 20, "log-20260104-000000.000": 60,
	} {
		ok(t, os.MkdirAll(filepath.Join(dir, name, "in"), 0o700))
		ok(t, os.WriteFile(filepath.Join(dir, name, "in", "file"), make([]byte, size), 0o600))
	}
	for _, step := range []struct {
		most int64
		left string
	}{
		{120, "log-20260102-000000.000 log-20260104-000000.000 state-20260101-000000.000 state-20260103-000000.000"},
		{119, "log-20260102-000000.000 log-20260104-000000.000 state-20260103-000000.000"},
		{80, "log-20260104-000000.000 state-20260103-000000.000"},
		{10, "log-20260104-000000.000"},
	} {
		ok(t, bus.TrimAside(dir, step.most))
		var left []string
		for _, e := range must(os.ReadDir(dir))(t) {
			left = append(left, e.Name())
		}
		if got := strings.Join(left, " "); got != step.left {
			t.Errorf("with room for %d: %s", step.most, got)
		}
	}
}
