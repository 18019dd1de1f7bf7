package serve

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// offClock is a clock that is wrong by a fixed duration.
type offClock struct {
	realTime
	by time.Duration
}

// Now returns the system's time plus the error.
func (c offClock) Now() time.Time { return time.Now().Add(c.by) }

// handClock is a clock that shows the time set by a test.
type handClock struct {
	realTime
	now *time.Time
}

// Now returns the time that the test has set.
func (c handClock) Now() time.Time { return *c.now }

// The cluster's time is the median of all clocks. A node whose clock differs much from the median lets no
// seat's time run out. If there are only two nodes and their clocks differ, neither does. A node that hears no
// other node uses its own clock. This guards against audit finding S8.
func TestClocks(t *testing.T) {
	now := time.Unix(1e9, 0)
	for _, c := range []struct {
		name   string
		others []time.Duration
		ahead  time.Duration
		apart  bool
	}{
		{"alone", nil, 0, false},
		{"together", []time.Duration{30 * time.Millisecond, -20 * time.Millisecond}, 0, false},
		{"an hour ahead of the others", []time.Duration{-time.Hour, -time.Hour}, -time.Hour, true},
		{"an hour behind", []time.Duration{time.Hour, time.Hour + time.Second}, time.Hour, true},
		{"another is an hour ahead", []time.Duration{0, time.Hour}, 0, false},
		{"two, and they differ", []time.Duration{time.Hour}, 0, true},
		{"two that agree", []time.Duration{time.Second}, 0, false},
	} {
		at := now
		x := newClusterClock(handClock{now: &at}, "")
		if !x.apart() {
			t.Errorf("%s: it goes by its own clock before it has heard anybody", c.name)
		}
		at = at.Add(settleTime)
		for i, d := range c.others {
			x.receive(string(rune('a'+i)), at.Add(d))
		}
		if got := x.Now().Sub(at); got != c.ahead || x.apart() != c.apart {
			t.Errorf("%s: %s ahead, apart %t", c.name, got, x.apart())
		}
		if at = at.Add(reportValid + time.Second); x.apart() || !x.Now().Equal(at) {
			t.Errorf("%s: who has gone still counts", c.name)
		}
	}
}

// A node with a wrong clock has one vote, however often it restarts. With one vote per start it would soon have
// the majority. This guards against audit finding S8.
func TestClockOfANodeThatRestarts(t *testing.T) {
	at := time.Unix(1e9, 0)
	x := newClusterClock(handClock{now: &at}, "n1")
	right := newClusterClock(handClock{now: &at}, "n2")
	at = at.Add(settleTime)
	for range 6 {
		at = at.Add(time.Second)
		x.receive(right.self, at)
		wrong := newClusterClock(handClock{now: &at}, "n3")
		x.receive(wrong.self, at.Add(time.Hour))
	}
	if got := x.Now().Sub(at); got != 0 || x.apart() {
		t.Errorf("the cluster's time is %s ahead, apart %t", got, x.apart())
	}
}

// A node whose clock is ahead plays no default moves, and dates its moves by the cluster's time. It reports the
// problem in its metrics and in /readyz. This guards against audit finding S8.
func TestClockAhead(t *testing.T) {
	t.Parallel() // in parallel, because the test mostly waits for other nodes
	nodes := cluster(t, func(i int, o *Options) {
		if i == 2 {
			o.clock, o.Private = offClock{by: 30 * 24 * time.Hour}, "127.0.0.1:0"
		}
	})
	g := arrive(t, nodes[0].URL())
	id, _ := g.table()
	n := playOn(t, nodes[0], id, 1)
	ahead := nodes[2]
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if d := ahead.clock.ahead(); d > 29*24*3600 {
			break
		} else if time.Now().After(end) {
			t.Fatalf("it has not learned that it is ahead: %f s", d)
		}
	}
	// The node whose clock is ahead opens the table. The seat still keeps its full time.
	tab, err := ahead.services.registry.Open(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	defer tab.Release()
	for range 3 {
		if err := tab.Expire(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := ahead.services.registry.FireDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(200 * time.Millisecond)
	}
	if got := playOn(t, nodes[0], id, 0); got != n {
		t.Errorf("a default was played: entry %d after %d", got, n)
	}
	if got := playOn(t, ahead, id, 1); got != n+1 {
		t.Errorf("a move on the node that is ahead: entry %d after %d", got, n)
	}
	if off := time.Since(time.UnixMilli(tab.State().At)).Abs(); off > time.Minute {
		t.Errorf("its move was written %s off", off)
	}
	if status, text := get(t, ahead.URL()+"/readyz"); status != http.StatusOK || text != "ok\nclock\n" {
		t.Errorf("/readyz: %d %q", status, text)
	}
	if _, text := get(t, ahead.PrivateURL()+"/metrics"); !strings.Contains(text, "theriac_clock_apart 1\n") {
		t.Error("the metrics do not say so")
	}
	// A node that so far has heard only the node with the wrong clock lets no seat's time run out. It does so
	// once it hears the third node.
	for i, s := range nodes[:2] {
		for end := time.Now().Add(20 * time.Second); s.clock.apart(); time.Sleep(20 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("node %d doubts itself", i)
			}
		}
	}
}

// Nodes that know each other agree on which of them comes first for a table, and tables are spread evenly over
// them. If a node falls silent, the others take over its tables and keep their own.
func TestRank(t *testing.T) {
	names := []string{"a", "b", "c"}
	at := time.Unix(1000, 0)
	clocks := map[string]*clusterClock{}
	for _, name := range names {
		clocks[name] = newClusterClock(handClock{now: &at}, name)
	}
	tell := func(living ...string) {
		for _, from := range living {
			for _, to := range living {
				clocks[to].receive(clocks[from].self, at)
			}
		}
	}
	first := func(living ...string) map[string]string {
		t.Helper()
		out, count := map[string]string{}, map[string]int{}
		for i := range 300 {
			table := fmt.Sprintf("table%d", i)
			seen := map[int]bool{}
			for _, name := range living {
				rank := clocks[name].rank(table)
				seen[rank] = true
				if rank == 0 {
					out[table] = name
					count[name]++
				}
			}
			if len(seen) != len(living) || out[table] == "" {
				t.Fatalf("%s: two nodes have the same rank", table)
			}
		}
		for _, name := range living {
			if count[name] < 300/len(living)*2/3 {
				t.Errorf("%s comes first for %d of 300 tables", name, count[name])
			}
		}
		return out
	}
	tell(names...)
	before := first(names...)
	at = at.Add(reportValid + time.Second)
	tell("a", "c")
	for table, name := range first("a", "c") {
		if before[table] != "b" && before[table] != name {
			t.Errorf("%s went from %s to %s although both live", table, before[table], name)
		}
	}
}
