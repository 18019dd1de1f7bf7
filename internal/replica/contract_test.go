package replica_test

import (
	"testing"

	"theriac/internal/replica/replicatest"
	"theriac/internal/store"
	"theriac/internal/store/storetest"
)

func TestStore(t *testing.T) {
	for name, n := range map[string]struct{ members, started int }{"one node": {1, 1}, "three nodes": {3, 3}, "two of three nodes": {3, 2}} {
		t.Run(name, func(t *testing.T) {
			c, next := replicatest.NewCluster(t, n.members, n.started), 0
			open := func(testing.TB) store.Store {
				next++
				return c.Store(next % n.started)
			}
			storetest.Run(t, storetest.Setup{Nodes: n.started, OwnSnapshots: true, Open: open, Restart: c.Restart})
			if err := c.Err(); err != nil {
				t.Error(err)
			}
			if n.started > 1 && c.Log.Len() > 10_000 {
				t.Errorf("%d frames are in the log", c.Log.Len())
			}
		})
	}
}
