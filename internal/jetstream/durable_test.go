package jetstream_test

import (
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"theriac/internal/jetstream"
	"theriac/internal/jetstream/jetstreamtest"
)

// S5: nothing is acknowledged before it is on the disk: the server syncs every write, every
// stream lies in files and has its replicas, and only what can be made again is written
// later. A new stream has to be listed here.
func TestEverythingIsSynced(t *testing.T) {
	type kind struct {
		later bool // than it is acknowledged, on one node
	}
	want := map[string]kind{
		"LOG-0": {}, "LOG-1": {}, "ARCHIVE": {}, "PACKS": {}, "PACKED": {}, "SHELF": {}, "TALK-0": {}, "TALK-1": {},
		"KEPT-0": {later: true}, "KEPT-1": {later: true}, "DUE-0": {later: true}, "DUE-1": {later: true},
	}
	for _, nodes := range []int{1, 3} {
		n := jetstreamtest.Start(t, &jetstreamtest.Nodes{Shards: 2}, nodes)
		n.Open(t, 0)
		for i := range nodes {
			var streams map[string]server.StreamConfig
			for end := time.Now().Add(20 * time.Second); len(streams) < len(want) && time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
				config, now, err := n.Server(i).EffectiveConfig()
				ok(t, err)
				if streams = now; !config.SyncAlways {
					t.Fatalf("node %d of %d does not sync every write: %+v", i, nodes, config)
				}
			}
			for name, c := range streams {
				k, known := want[name]
				if !known {
					t.Errorf("%s: nobody has said how durable it has to be", name)
				}
				if c.Storage == server.MemoryStorage || c.Replicas != nodes {
					t.Errorf("%s on %d nodes: storage %s, %d replicas", name, nodes, c.Storage, c.Replicas)
				}
				if jetstream.WrittenLater(name) != k.later {
					t.Errorf("%s is taken for one that is written later: %t", name, !k.later)
				}
				if later := c.PersistMode == server.AsyncPersistMode; later != (k.later && nodes == 1) {
					t.Errorf("%s on %d nodes is written later: %t", name, nodes, later)
				}
			}
			if len(streams) != len(want) {
				t.Errorf("node %d of %d has %d streams", i, nodes, len(streams))
			}
		}
	}
}
