package serve

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"slices"
	"sync"
	"time"

	"theriac/internal/jetstream"
	"theriac/internal/table"
)

// How nodes compare their clocks.
const (
	announceEvery = 2 * time.Second
	// reportValid is how long the report of a node counts.
	reportValid = 15 * time.Second
	// clockSlack is how far a clock may be from those of the others. Nodes with NTP are
	// some milliseconds apart.
	clockSlack = 2 * time.Second
	// settleTime is how long a node listens before any seat's time runs out here.
	settleTime = 3 * announceEvery
)

// clusterClock is the time that several nodes agree on. Each node publishes its time
// and dates entries by the median of all. Where its own clock is far from the median,
// or where two nodes differ and neither knows who is right, it lets no seat's time
// run out, and reports that.
type clusterClock struct {
	table.Clock // this node's own
	self        string

	mu       sync.Mutex
	began    time.Time
	checked  time.Time
	others   map[string]clockReport
	reported bool // that it is apart
}

// clockReport is how far another node's clock is ahead of this one, and when it
// reported.
type clockReport struct {
	ahead time.Duration
	at    time.Time
}

// newClusterClock begins to compare a node's clock. The others know a node by its
// name: one that restarts again and again must not count as several.
func newClusterClock(own table.Clock, node string) *clusterClock {
	now, self := own.Now(), rand.Text()
	if node != "" {
		sum := sha256.Sum256([]byte(node)) // a name may have any characters
		self = hex.EncodeToString(sum[:8])
	}
	return &clusterClock{Clock: own, self: self, began: now, checked: now, others: map[string]clockReport{}}
}

// receive notes the time of another node.
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

// detectJump drops all reports when this node's clock was set, because they relate to
// the old time. It compares with monotonic time, which does not jump.
func (c *clusterClock) detectJump(now time.Time) {
	if jump := now.Round(0).Sub(c.checked.Round(0)) - now.Sub(c.checked); jump > clockSlack || jump < -clockSlack {
		c.others, c.began = map[string]clockReport{}, now
	}
	c.checked = now
}

// offset is how far the cluster's time is ahead of this node's, and whether this node
// may not go by it. A node without others goes by its own time.
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
	case 2: // one of the two is wrong, and neither knows which
		return 0, far(all[1] - all[0])
	default:
		ahead = (all[(n-1)/2] + all[n/2]) / 2
		return ahead, far(ahead)
	}
}

// Now is the cluster's time.
func (c *clusterClock) Now() time.Time {
	ahead, _ := c.offset()
	return c.Clock.Now().Add(ahead)
}

// apart says that no seat's time runs out here.
func (c *clusterClock) apart() bool {
	_, apart := c.offset()
	return apart
}

// rank is how many of the living nodes come before this one where one of them is to do
// something for a table: the same order everywhere, as far as nodes know of each other.
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

// weight is a node's for a table: the heaviest comes first, and tables spread evenly.
func weight(node, table string) []byte {
	sum := sha256.Sum256([]byte(node + " " + table))
	return sum[:]
}

// remark is what /readyz adds. Such a node is ready.
func (c *clusterClock) remark() string {
	if c.apart() {
		return "clock"
	}
	return ""
}

// ahead is how far this node's clock is ahead of the cluster's, in seconds.
func (c *clusterClock) ahead() float64 {
	ahead, _ := c.offset()
	return -ahead.Seconds()
}

// run publishes and receives times until the server closes.
func (c *clusterClock) run(ctx context.Context, s *jetstream.Store, log *slog.Logger) {
	stop, err := s.SubscribeTimes(c.receive)
	if err != nil {
		log.Error("cannot subscribe to the clocks of other nodes", "err", err)
		return
	}
	defer stop()
	tell := func() {
		_ = s.PublishTime(c.self, c.Clock.Now()) // a node that is cut off stays unheard, which is right
		c.logChange(log)
	}
	tell()
	every(ctx, announceEvery, tell)
}

// logChange logs once that the clocks are apart, and once that they agree again.
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
