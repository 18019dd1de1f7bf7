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

// Several nodes over one memory are never behind one another.
func TestPeers(t *testing.T) {
	s := memstore.New()
	storetest.Run(t, storetest.Setup{Nodes: 3, Open: func(testing.TB) store.Store { return s.Peer() }, Restart: func(testing.TB) {}})
}
