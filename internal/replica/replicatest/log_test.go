package replicatest_test

import (
	"testing"

	"theriac/internal/replica"
	"theriac/internal/replica/replicatest"
	"theriac/internal/state"
)

func TestLog(t *testing.T) {
	for name, calm := range map[string]bool{"calm": true, "with losses": false} {
		t.Run(name, func(t *testing.T) {
			base := state.Mark{Epoch: 3, Index: 1000, Hash: state.Hash{7}}
			log := replicatest.New(1, base)
			log.Calm = calm
			var ends []replica.Log
			for range 3 {
				ends = append(ends, log.End())
			}
			replicatest.RunLog(t, replicatest.Setup{Base: base, Nodes: 3, Open: func(i int) replica.Log { return ends[i] }})
		})
	}
}
