package jetstream_test

import (
	"testing"
	"time"

	"theriac/internal/jetstream"
	"theriac/internal/jetstream/jetstreamtest"
	"theriac/internal/store"
	"theriac/internal/store/storetest"
)

// TestStore tests everything that the store promises, on one node and on three, with one
// shard and with several, and on three of which one is down. On three it starts slowly:
// tests that must be short have that once.
func TestStore(t *testing.T) {
	for _, c := range []struct {
		name  string
		slow  bool
		count int
		nodes *jetstreamtest.Nodes
		down  bool
	}{
		{name: "one", count: 1, nodes: &jetstreamtest.Nodes{}},
		{name: "one with shards", count: 1, nodes: &jetstreamtest.Nodes{Shards: 3}},
		{name: "one with shards, made before", count: 1, nodes: &jetstreamtest.Nodes{Layout: "3"}},
		{name: "three", count: 3, nodes: &jetstreamtest.Nodes{Shards: 2}},
		{name: "three, one down", count: 3, nodes: &jetstreamtest.Nodes{Shards: 1}, down: true, slow: true},
		{name: "three with shards, made before", count: 3, nodes: &jetstreamtest.Nodes{Layout: "3"}, slow: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.slow && testing.Short() {
				t.Skip("a cluster starts slowly")
			}
			if c.count > 1 {
				c.nodes.Wait = 15 * time.Second
			}
			n := jetstreamtest.Start(t, c.nodes, c.count)
			setup := contract(n, c.count)
			if c.down {
				n.Open(t, 0).Close() // which makes the streams
				n.Kill(t, 2)
				setup = contract(n, 2)
			}
			storetest.Run(t, setup)
		})
	}
}

// TestWork tests the queue, on one node and on three.
func TestWork(t *testing.T) {
	for _, count := range []int{1, 3} {
		n := jetstreamtest.Start(t, &jetstreamtest.Nodes{Shards: 2}, count)
		s := n.Open(t, 0)
		storetest.RunWork(t, s.Work(), worker(t, s))
	}
}

// contract is what the contract needs of some nodes.
func contract(n *jetstreamtest.Nodes, count int) storetest.Setup {
	turn := 0
	var opened []*jetstream.Store
	again := func(t testing.TB, stop func(testing.TB, int), nodes ...int) {
		for _, s := range opened {
			s.Close()
		}
		opened, turn = nil, 0
		for _, i := range nodes {
			stop(t, i)
		}
		for _, i := range nodes {
			n.Restart(t, i)
		}
	}
	setup := storetest.Setup{
		Nodes: count,
		Open: func(t testing.TB) store.Store {
			s := n.Open(t, turn%count)
			turn++
			opened = append(opened, s)
			return s
		},
		Restart: func(t testing.TB) { again(t, n.Stop, 0) }, // all of a cluster take ten seconds
		Kill:    func(t testing.TB) { again(t, n.Kill, []int{0, 1, 2}[:count]...) },
	}
	if count == 1 {
		setup.Full = full
	} else if testing.Short() {
		setup.Kill = nil
	}
	return setup
}

func worker(t testing.TB, s *jetstream.Store) store.Jobs {
	t.Helper()
	w, err := s.Worker()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Close)
	return w
}

// full is a node with little room, which gets more by a restart.
func full(t testing.TB) (store.Store, func() store.Store) {
	n := jetstreamtest.Start(t, &jetstreamtest.Nodes{MaxStore: 1 << 20}, 1)
	s := n.Open(t, 0)
	return s, func() store.Store {
		s.Close()
		n.Stop(t, 0)
		n.MaxStore = 16 << 20
		n.Restart(t, 0)
		return n.Open(t, 0)
	}
}
