package serve

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"theriac/internal/table"
	"theriac/internal/wire"
)

// How nodes compare their clocks.
const (
	announceEvery = 2 * time.Second
	// reportValid is for how long other nodes use a node's report of its time.
	reportValid = 15 * time.Second
	// clockSlack is how much a node's clock may differ from the median. With NTP, clocks differ only by some
	// milliseconds.
	clockSlack = 2 * time.Second
	// settleTime is how long a node that has started collects other nodes' reports before it lets any seat's
	// time run out.
	settleTime = 3 * announceEvery
)

// clusterClock is a clock on which several nodes agree. Each node publishes its own time, and dates entries by
// the median of all clocks. A node whose clock differs too much from the median reports that and lets no seat's
// time run out. With two nodes both do so, because neither knows which clock is right.
type clusterClock struct {
	table.Clock // this node's own clock
	self        string

	mu       sync.Mutex
	began    time.Time
	checked  time.Time
	others   map[string]clockReport
	reported bool // whether the node has already logged that the clocks differ
}

// clockReport is what another node has reported about its clock: how far it is ahead of this node's clock, and
// when it reported.
type clockReport struct {
	ahead time.Duration
	at    time.Time
}

// newClusterClock returns a node's clusterClock. Other nodes recognise the node by its name, so that one that
// restarts often does not count several times.
func newClusterClock(own table.Clock, node string) *clusterClock {
	now := own.Now()
	sum := sha256.Sum256([]byte(node)) // hashed, because the name may contain any characters
	return &clusterClock{Clock: own, self: hex.EncodeToString(sum[:8]), began: now, checked: now, others: map[string]clockReport{}}
}

// receive records a report of another node's time.
func (c *clusterClock) receive(node string, theirs time.Time) {
	if node == c.self {
		return
	}
	now := c.Clock.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.detectJump(now)
	c.others[node] = clockReport{theirs.Sub(now.Round(0)), now}
}

// detectJump drops all reports if this node's clock was set, because they are relative to the time before. It
// notices by comparing with the monotonic clock, which does not jump.
func (c *clusterClock) detectJump(now time.Time) {
	if jump := now.Round(0).Sub(c.checked.Round(0)) - now.Sub(c.checked); jump > clockSlack || jump < -clockSlack {
		c.others, c.began = map[string]clockReport{}, now
	}
	c.checked = now
}

// offset returns how far the cluster's time is ahead of this node's. apart means that the clocks differ so much
// that this node must let no seat's time run out. A single node uses its own time.
func (c *clusterClock) offset() (ahead time.Duration, apart bool) {
	if c == nil {
		return 0, false
	}
	now := c.Clock.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.detectJump(now)
	all := []time.Duration{0}
	for node, t := range c.others {
		if now.Sub(t.at) > reportValid {
			delete(c.others, node)
			continue
		}
		all = append(all, t.ahead)
	}
	slices.Sort(all)
	far := func(d time.Duration) bool { return d > clockSlack || d < -clockSlack }
	switch n := len(all); n {
	case 1:
		return 0, now.Sub(c.began) < settleTime
	case 2: // one of the two clocks is wrong, but not known which
		return 0, far(all[1] - all[0])
	default:
		ahead = (all[(n-1)/2] + all[n/2]) / 2
		return ahead, far(ahead)
	}
}

// Now returns the time on which the cluster agrees.
func (c *clusterClock) Now() time.Time {
	ahead, _ := c.offset()
	return c.Clock.Now().Add(ahead)
}

// apart reports whether this node lets no seat's time run out, because its clock differs too much from the
// others.
func (c *clusterClock) apart() bool {
	_, apart := c.offset()
	return apart
}

// rank returns how many live nodes have precedence over this one if only one node should act for a table. Nodes
// that know the same live nodes agree on the order.
func (c *clusterClock) rank(table string) (before int) {
	if c == nil {
		return 0
	}
	now := c.Clock.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	mine := weight(c.self, table)
	for node, t := range c.others {
		if now.Sub(t.at) <= reportValid && bytes.Compare(weight(node, table), mine) > 0 {
			before++
		}
	}
	return before
}

// weight returns a hash of a node and a table. The node with the highest weight acts for the table first, which
// spreads tables evenly over the nodes.
func weight(node, table string) []byte {
	sum := sha256.Sum256([]byte(node + " " + table))
	return sum[:]
}

// remark returns the note that /readyz adds to its answer while the clocks differ. The node is still ready
// then.
func (c *clusterClock) remark() string {
	if c.apart() {
		return "clock"
	}
	return ""
}

// ahead returns how far this node's clock is ahead of the cluster's, in seconds.
func (c *clusterClock) ahead() float64 {
	ahead, _ := c.offset()
	return -ahead.Seconds()
}

// run publishes this node's time and receives the times of other nodes, until the server closes.
func (c *clusterClock) run(ctx context.Context, nc *nats.Conn, log *slog.Logger) {
	stop, err := wire.SubscribeTimes(nc, c.receive)
	if err != nil {
		log.Error("cannot subscribe to the clocks of other nodes", "err", err)
		return
	}
	defer stop()
	tell := func() {
		_ = wire.PublishTime(nc, c.self, c.Clock.Now()) // a node that is cut off cannot publish, and should not
		c.logChange(log)
	}
	tell()
	every(ctx, announceEvery, tell)
}

// logChange logs once when the clocks begin to differ, and once when they agree again.
func (c *clusterClock) logChange(log *slog.Logger) {
	ahead, apart := c.offset()
	c.mu.Lock()
	heard, was := len(c.others), c.reported
	apart = apart && heard > 0
	c.reported = apart
	c.mu.Unlock()
	switch {
	case apart && !was:
		log.Error("this node's clock is too far from the others': no seat's time runs out here", "ahead", -ahead, "nodes", heard+1)
	case was && !apart:
		log.Info("this node's clock agrees with the others' again")
	}
}
