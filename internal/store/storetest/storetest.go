// Package storetest is the contract of a store: what every implementation of
// internal/store promises, on one node and on several.
//
// It refuses to know any implementation. What one promises beyond this, such as what it
// does with a damaged file, is tested beside it.
package storetest

import (
	"errors"
	"testing"
	"time"

	"theriac/internal/store"
)

// Setup is a store to test. Only Open is always needed.
type Setup struct {
	// Nodes is how many nodes share the store; 0 is 1.
	Nodes int
	// Open gives the store as a node has it, the next node each time.
	Open func(t testing.TB) store.Store
	// Restart stops the node that Open gives next, and others if it likes, in good order and
	// starts it again. Stores that were opened before are of no use any more.
	Restart func(t testing.TB)
	// Kill is Restart of every node at once, as if their processes were killed.
	Kill func(t testing.TB)
	// Full opens a store of its own that has room for one megabyte. The function gives it
	// more room, and returns it, or the same one opened again.
	Full func(t testing.TB) (store.Store, func() store.Store)
}

// Run tests everything that a store promises. The parts share the store; each has tables,
// buckets and people of its own.
func Run(t *testing.T, s Setup) {
	s.Nodes = max(s.Nodes, 1)
	for _, part := range []struct {
		name string
		test func(*testing.T, Setup)
	}{
		{"append", testAppend},
		{"append again", testAppendAgain},
		{"races", testRaces},
		{"confirm", testConfirm},
		{"snapshot", testSnapshot},
		{"archive", testArchive},
		{"tables", testTables},
		{"bucket", testKV},
		{"bucket deletes", testKVDeleteAt},
		{"bucket races", testKVRaces},
		{"bucket life", testKVLife},
		{"watch", testWatch},
		{"watch in order", testWatchOrder},
		{"watch while others write", testWatchWrites},
		{"watch, then get", testWatchThenGet},
		{"chat", testChat},
		{"chat races", testChatRaces},
		{"feed", testFeed},
		{"health", testHealth},
		{"names", testNames},
		{"given up", testGivenUp},
		{"due", testDue},
		{"against a model", testModel},
		{"kill", testKill},
		{"full", testFull},
	} {
		t.Run(part.name, func(t *testing.T) { part.test(t, s) })
	}
}

// must gives the value of a call that must not fail.
func must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		ok(t, err)
		return v
	}
}

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// is wants one of the errors of package store.
func is(t testing.TB, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("%v instead of %v", err, want)
	}
}

// eventually waits until a replica has caught up.
func eventually(t testing.TB, f func() bool) {
	t.Helper()
	for range 6000 {
		if f() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("never came true")
}

// settled is f at once where one node is alone, which is never behind itself; otherwise
// as soon as the replicas have caught up.
func (s Setup) settled(t testing.TB, f func() bool) {
	t.Helper()
	if s.Nodes > 1 {
		eventually(t, f)
	} else if !f() {
		t.Fatal("not true at once")
	}
}
