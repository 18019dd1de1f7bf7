//go:build nextentry

package table_test

import (
	"bytes"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"theriac/internal/store/memstore"
	"theriac/internal/table"
)

// The next version writes its new kind of entry once per table, with the first move after every node knows the
// kind. Repeating that command has no effect, and the game can be loaded again.
func TestTouch(t *testing.T) {
	st, clock := memstore.New(), newClock()
	var on atomic.Bool
	n := &node{recorder: &recorder{t: t}, log: st.Log(), clock: clock}
	n.Registry = table.NewRegistry(table.Config{
		Log: st.Log(), Feed: st.Feed(), Clock: clock, Observe: n.recorder, Standalone: true,
		Writes: func(format string) bool { return format == "entry-touch" && on.Load() },
	})
	t.Cleanup(n.Close)
	tb := n.begun(t, "tabletouch", header(t, 1), time.Hour)
	rng := rand.New(rand.NewPCG(1, 1))
	playOut(t, tb, rng, 2)
	on.Store(true)
	c := answer(tb.State(), rng)
	first := do(t, tb, "k", c)
	playOut(t, tb, rng, 3)
	if again := do(t, tb, "k", c); !again.Again || again.N != first.N {
		t.Errorf("repeated, it became entry %d", again.N)
	}
	items, err := st.Log().After(within(t), "tabletouch", 0)
	if err != nil {
		t.Fatal(err)
	}
	for i, it := range items {
		if bytes.Contains(it.Data, []byte(`"kind":"touch"`)) != (i == first.N) {
			t.Errorf("entry %d: %s", i, it.Data)
		}
	}
	other := newNode(t, st, clock, true).open(t, "tabletouch")
	if other.Damaged() != nil || other.State().Pos.Hash() != tb.State().Pos.Hash() {
		t.Errorf("opened again: %v", other.Damaged())
	}
}
