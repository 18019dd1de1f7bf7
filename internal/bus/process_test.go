//go:build unix

package bus_test

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"testing"
	"time"

	"theriac/internal/bus"
)

// childEnv is the environment variable with which a test starts this program again to run a single node. It
// contains the node's settings.
const childEnv = "THERIAC_TEST_NODE"

func TestMain(m *testing.M) {
	text := os.Getenv(childEnv)
	if text == "" {
		os.Exit(m.Run())
	}
	var conf bus.Config
	err := json.Unmarshal([]byte(text), &conf)
	conf.Logger = slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	if err == nil {
		_, err = bus.Open(conf)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	_, _ = io.Copy(io.Discard, os.Stdin) // ends when the test ends
}

// process starts a node in a process of its own, which a test can kill or freeze. A node in the test's process
// cannot fail like that, because its message server always hands over its tasks.
func (c *nodes) process(t *testing.T, i int) *exec.Cmd {
	conf := c.conf[i]
	conf.Logger, conf.Server.Logger = nil, nil
	p := exec.Command(os.Args[0]) //nolint:gosec // the test itself
	p.Env = append(os.Environ(), childEnv+"="+string(must(json.Marshal(conf))(t)))
	p.Stderr = os.Stderr
	in := must(p.StdinPipe())(t)
	ok(t, p.Start())
	t.Cleanup(func() {
		_ = in.Close()
		_ = p.Process.Kill()
		_ = p.Wait()
	})
	return p
}

// leads makes a node in a process of its own the leader.
func (c *nodes) leads(t *testing.T, i int) {
	nc := must(c.list[c.up()[0]].Connect())(t)
	defer nc.Close()
	since := time.Now()
	eventually(t, "the node in its own process leads", func() bool {
		for _, k := range c.up() { // for a moment, what a node knows of the leader may be outdated
			list, err := c.list[k].Store().Health().Leaders(t.Context())
			if err == nil && list[0].Known && !list[0].Here {
				continue
			}
			if since = time.Now(); err == nil && list[0].Here {
				to := fmt.Sprintf(`{"placement":{"preferred":%q}}`, c.conf[i].Host)
				_, _ = nc.Request("$JS.API.STREAM.LEADER.STEPDOWN."+list[0].Stream, []byte(to), time.Second)
				time.Sleep(500 * time.Millisecond) // the node may have to catch up first
			}
		}
		return time.Since(since) > 2*time.Second
	})
}

// longestWait writes through all nodes in the test's process while f runs, and returns the longest time that one
// write took.
func (c *nodes) longestWait(t *testing.T, f func()) (longest time.Duration) {
	stop := make(chan struct{})
	var mu sync.Mutex
	var all sync.WaitGroup
	for _, i := range c.up() {
		all.Go(func() {
			for {
				began := time.Now()
				c.writeAt(t, i, 1)
				mu.Lock()
				longest = max(longest, time.Since(began))
				mu.Unlock()
				select {
				case <-stop:
					return
				case <-time.After(20 * time.Millisecond):
				}
			}
		})
	}
	time.Sleep(100 * time.Millisecond)
	f()
	close(stop)
	all.Wait()
	return longest
}

// writersWait is the longest that a writer may wait after the leader has failed. An election takes up to 9
// seconds, and rarely a second one is necessary.
const writersWait = 25 * time.Second

// After the leader's process was killed, writers on the other nodes soon go on, and nothing is lost.
func TestLeaderIsKilled(t *testing.T) {
	rounds := 5
	if testing.Short() {
		rounds = 1
	}
	t.Parallel()
	c := stoppedNodes(t, 3, time.Hour)
	p := c.process(t, 2)
	c.start(t, 0)
	c.start(t, 1)
	c.write(t, 5)
	for round := range rounds {
		c.leads(t, 2)
		c.write(t, 1)
		longest := c.longestWait(t, func() {
			ok(t, p.Process.Kill())
			c.leader(t)
		})
		t.Logf("kill %d: the longest wait of a writer was %v", round+1, longest.Round(10*time.Millisecond))
		if longest > writersWait {
			t.Errorf("a writer waited for %v", longest)
		}
		_ = p.Wait()
		p = c.process(t, 2)
	}
	ok(t, p.Process.Kill())
	_ = p.Wait()
	c.start(t, 2)
	c.write(t, 5)
	c.same(t)
}

// While the leader's process is frozen, writers on the other nodes go on. When it continues, it follows the new
// leader, and nothing is lost.
func TestLeaderIsFrozen(t *testing.T) {
	if testing.Short() {
		t.Skip("elections are slow")
	}
	t.Parallel()
	c := stoppedNodes(t, 3, time.Hour)
	p := c.process(t, 2)
	c.start(t, 0)
	c.start(t, 1)
	c.write(t, 5)
	c.leads(t, 2)
	c.write(t, 1)
	longest := c.longestWait(t, func() {
		ok(t, p.Process.Signal(syscall.SIGSTOP))
		c.leader(t)
		time.Sleep(time.Second)
		ok(t, p.Process.Signal(syscall.SIGCONT))
		time.Sleep(3 * time.Second)
	})
	t.Logf("the longest wait of a writer was %v", longest.Round(10*time.Millisecond))
	if longest > writersWait {
		t.Errorf("a writer waited for %v", longest)
	}
	ok(t, p.Process.Kill())
	_ = p.Wait()
	c.start(t, 2)
	c.write(t, 5)
	c.same(t)
}
