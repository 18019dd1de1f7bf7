package bus_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"theriac/internal/bus"
)

// A node whose folder was emptied must not help to elect a leader that lacks acknowledged frames. Here one other
// node lacks them, and the third one ends while the emptied node copies the log.
func TestVoteOfEmptiedNode(t *testing.T) {
	t.Parallel()
	c := newNodes(t, 3, time.Hour)
	c.write(t, 5)
	c.same(t)
	if c.leader(t) == 2 {
		c.list[2].Close(t.Context()) // hands over the lead
		c.list[2] = nil
	}
	c.kill(t, 2)
	c.pad = strings.Repeat(".", 12<<10)
	c.write(t, 300)
	c.pad = ""
	c.kill(t, 1)
	ok(t, os.RemoveAll(c.conf[1].Dir))
	c.start(t, 1)
	for end := time.Now().Add(5 * time.Second); time.Now().Before(end) && folderSize(t, filepath.Join(c.conf[1].Dir, "log")) < 400<<10; {
		time.Sleep(time.Millisecond)
	}
	waits := c.list[1].Problem()
	bus.StopServer(c.list[0])
	c.kill(t, 0)
	c.start(t, 2)

	ctx, cancel := context.WithTimeout(t.Context(), 15*time.Second) // longer than an election
	defer cancel()
	_, err := c.list[2].Store().Log().Append(ctx, "late", 0, "k", []byte("late"))
	t.Logf("the emptied node: %v; the node that lacks frames: %v", waits, err)
	c.start(t, 0)
	c.write(t, 5)
	c.same(t)
	if !errors.Is(waits, bus.ErrJoins) || err == nil {
		t.Error("the emptied node voted before both other nodes had the whole log")
	}
	if n := c.list[2].Counts(); n.Copies > 0 {
		t.Errorf("%+v", n)
	}
}

// folderSize returns the size of all files in a folder. A folder that does not exist has size 0.
func folderSize(t testing.TB, dir string) (size int64) {
	_ = filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".blk") {
			if info, err := d.Info(); err == nil {
				size += info.Size()
			}
		}
		return nil
	})
	return size
}
