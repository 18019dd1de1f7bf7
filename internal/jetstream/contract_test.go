package jetstream_test

import (
	"testing"

	"theriac/internal/jetstream"
	"theriac/internal/jetstream/jetstreamtest"
)

// TestStore tests everything that the store promises, on one node and on three, with one shard
// and with several. The
// parts share the servers, since a cluster takes seconds to start; each has tables,
// buckets and people of its own.
func TestStore(t *testing.T) {
	jetstreamtest.EachLayout(t, func(t *testing.T, open func() *jetstream.Store) {
		for _, part := range []struct {
			name string
			test func(*testing.T, func() *jetstream.Store)
		}{
			{"append", testAppend},
			{"races", testRaces},
			{"confirm", testConfirm},
			{"keep", testSnapshot},
			{"archive", testArchive},
			{"tables", testTables},
			{"bucket", testKV},
			{"bucket deletes", testKVDeleteAt},
			{"bucket races", testKVRaces},
			{"bucket life", testKVLife},
			{"watch", testWatch},
			{"talk", testChat},
			{"due", testDue},
			{"feed", testFeed},
			{"health", testHealth},
		} {
			t.Run(part.name, func(t *testing.T) { part.test(t, open) })
		}
	})
}
