package bus_test

import (
	"fmt"
	"testing"
	"time"

	"theriac/internal/store"
	"theriac/internal/store/storetest"
)

// A cluster's store fulfils the contract of a store: on one node, on three nodes, and on three with one down.
func TestStore(t *testing.T) {
	for _, c := range []struct {
		name        string
		count, down int
	}{{"one", 1, 0}, {"three", 3, 0}, {"three, one down", 3, 1}} {
		t.Run(c.name, func(t *testing.T) {
			if testing.Short() && (c.count == 1 || c.down > 0) {
				t.Skip("one cluster is enough")
			}
			t.Parallel()
			n := newNodes(t, c.count, time.Hour)
			if c.down > 0 {
				n.write(t, 1) // waits until there is a log
				n.kill(t, 2)
			}
			next := 0
			open := func(testing.TB) store.Store {
				next++
				return n.list[n.up()[next%len(n.up())]].Store()
			}
			again := func(t testing.TB) {
				list := n.up()
				for _, i := range list {
					n.kill(t, i)
				}
				for _, i := range list {
					n.start(t, i)
				}
			}
			s := storetest.Setup{Nodes: c.count - c.down, OwnSnapshots: true, Open: open, Restart: again, Kill: again}
			if c.count > 1 && testing.Short() { // restarts are slow, because each waits for an election
				s.Restart, s.Kill = nil, nil
			}
			storetest.Run(t, s)
			for _, i := range n.up() {
				if c := n.list[i].Counts(); c.Copies+c.Renamed > 0 {
					t.Error(fmt.Sprint("node ", i), c)
				}
			}
			n.same(t)
		})
	}
}
