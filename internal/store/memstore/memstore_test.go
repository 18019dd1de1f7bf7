package memstore_test

import (
	"testing"

	"theriac/internal/store"
	"theriac/internal/store/memstore"
	"theriac/internal/store/storetest"
)

func TestStore(t *testing.T) {
	s := memstore.New()
	storetest.Run(t, storetest.Setup{Open: func(testing.TB) store.Store { return s }, Restart: func(testing.TB) { s = s.Peer() }})
}

// Nodes that share one memory never lag each other.
func TestPeers(t *testing.T) {
	s := memstore.New()
	storetest.Run(t, storetest.Setup{Nodes: 3, Open: func(testing.TB) store.Store { return s.Peer() }, Restart: func(testing.TB) {}})
}
