package replicatest

import (
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"theriac/internal/replica"
	"theriac/internal/state"
	"theriac/internal/state/hub"
	"theriac/internal/store"
	"theriac/internal/store/memstore"
)

// Cluster is a cluster whose nodes hold their states in memory. A node may lag the others.
type Cluster struct {
	Log *Log

	members  int
	machines []*memstore.Machine
	nodes    []*replica.Node
	stores   []store.Store
}

// NewCluster creates a cluster of members nodes and starts the first few of them. They stop when the test ends.
func NewCluster(t testing.TB, members, started int) *Cluster {
	c := &Cluster{Log: New(uint64(members), state.Mark{Epoch: 1}), members: members}
	for range started {
		c.machines = append(c.machines, memstore.NewMachine())
	}
	c.nodes, c.stores = make([]*replica.Node, started), make([]store.Store, started)
	t.Cleanup(func() {
		for _, n := range c.nodes {
			if n != nil {
				n.Close()
			}
		}
	})
	for i := range started {
		c.start(t, i)
	}
	return c
}

func (c *Cluster) start(t testing.TB, i int) {
	t.Helper()
	end := c.Log.End()
	d, err := replica.New(replica.Config{
		Log: end, Machine: c.machines[i], Host: string(rune('a' + i)), Members: c.members, Random: rand.Uint64,
		Resend: 20 * time.Millisecond, Checkpoint: 32, Keep: time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	c.nodes[i] = replica.Start(d, end.More())
	c.stores[i] = told{c.machines[i].Store(c.nodes[i]), feed{c, c.machines[i].Hub()}}
}

// Store returns the cluster's store as a node sees it.
func (c *Cluster) Store(node int) store.Store { return c.stores[node] }

// Restart stops all nodes and starts them again.
func (c *Cluster) Restart(t testing.TB) {
	t.Helper()
	for i, n := range c.nodes {
		n.Close()
		c.start(t, i)
	}
}

// Err returns why nodes have stopped by themselves, or nil if none has.
func (c *Cluster) Err() (err error) {
	for _, n := range c.nodes {
		err = errors.Join(err, n.Err())
	}
	return err
}

// told is a node's store with a feed that it shares with all nodes.
type told struct {
	store.Store
	feed
}

func (s told) Feed() store.Feed { return s.feed }

// feed delivers messages to all nodes directly, because the replicated log does not carry them.
type feed struct {
	c   *Cluster
	own *hub.Hub
}

func (f feed) Publish(table, kind string, data []byte) error {
	for _, m := range f.c.machines {
		if err := m.Hub().Publish(table, kind, data); err != nil {
			return err
		}
	}
	return nil
}

func (f feed) Subscribe(table string, hear func(store.News)) (func(), error) {
	return f.own.Subscribe(table, hear)
}
