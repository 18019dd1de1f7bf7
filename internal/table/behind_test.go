package table_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"theriac/internal/store"
	"theriac/internal/store/memstore"
	"theriac/internal/table"
)

// deaf is a feed from which no message arrives.
type deaf struct{ store.Feed }

func (deaf) Subscribe(string, func(store.News)) (func(), error) { return func() {}, nil }

// A node must not reject a command just because it lacks the newest entries. If another node has already
// written the command, repeating it returns that entry. If the command answers a question that this node has
// not seen yet, the node carries it out.
func TestNodeThatIsBehind(t *testing.T) {
	st := memstore.New()
	clock, r := newClock(), rand.New(rand.NewPCG(1, 2))
	a := newNode(t, st, clock, false)
	b := table.NewRegistry(table.Config{Log: st.Log(), Feed: deaf{st.Feed()}, Clock: clock, Observe: &recorder{t: t}})
	t.Cleanup(b.Close)
	here := a.begun(t, "tablebehind", header(t, 1), time.Hour)
	there, err := b.Open(within(t), "tablebehind")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(there.Release)

	do(t, here, "first", answer(here.State(), r))
	move := answer(here.State(), r)
	made := do(t, here, "second", move)
	if there.State().N != 0 {
		t.Fatal("the other node is not behind")
	}
	again, err := there.Do(within(t), "second", move)
	if err != nil || !again.Again || again.N != made.N {
		t.Fatalf("the repeated command: entry %d, again %v, %v; it is entry %d", again.N, again.Again, err, made.N)
	}

	do(t, here, "third", answer(here.State(), r))
	if _, err := there.Do(within(t), "fourth", answer(here.State(), r)); err != nil {
		t.Fatal("an answer to a question that this node had not seen:", err)
	}
	_, err = there.Do(within(t), "fifth", move)
	refused(t, err, table.RefusedStale)
}
