// Package storetest tests the contract of a store: the behaviour that every implementation of package store
// promises, on one node and on several.
//
// By design it refuses to know any implementation. Each implementation tests its own additional behaviour, such
// as how it handles a damaged file.
package storetest

import (
	"errors"
	"testing"
	"time"

	"theriac/internal/store"
)

// Setup describes the store to test. Only Open is required.
type Setup struct {
	// Nodes is how many nodes share the store; 0 means 1.
	Nodes int
	// Open returns the store as one of the nodes sees it. Successive calls use the nodes in turn.
	Open func(t testing.TB) store.Store
	// OwnSnapshots means that nodes do not share snapshots.
	OwnSnapshots bool
	// Restart restarts the node that the next call of Open uses, and perhaps others. Stores that were opened
	// before can no longer be used.
	Restart func(t testing.TB)
	// Kill restarts all nodes at the same time, as if their processes had been killed.
	Kill func(t testing.TB)
	// Full opens a separate store with room for one megabyte. The function that it also returns gives that
	// store more room, and returns it, possibly reopened.
	Full func(t testing.TB) (store.Store, func() store.Store)
}

// Run tests everything that a store promises. Its subtests share the store, but use different tables, buckets
// and people.
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
		{"several changes", testDo},
		{"several changes race", testDoRaces},
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

// must wraps the results of a call in a function. That returns the value, or fails the test if there was an
// error.
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

// is fails the test unless err is want, an error of package store.
func is(t testing.TB, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("%v instead of %v", err, want)
	}
}

// eventually calls f until it returns true, because a replica may lag. If that takes too long, it fails the
// test.
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

// settled checks that f returns true. On a single node, which never lags, it must do so immediately. With
// several nodes, their replicas get time to catch up.
func (s Setup) settled(t testing.TB, f func() bool) {
	t.Helper()
	if s.Nodes > 1 {
		eventually(t, f)
	} else if !f() {
		t.Fatal("not true at once")
	}
}
