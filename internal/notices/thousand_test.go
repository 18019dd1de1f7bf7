package notices

import (
	"fmt"
	"sync/atomic"
	"testing"

	"theriac/internal/notices/pushtest"
	"theriac/internal/store/memstore"
)

// crowd has that many people owe an answer at once, each with a device of their own.
func crowd(t *testing.T, n *node, push *pushtest.Receiver, size int) {
	t.Helper()
	other := n.guest("Other", "")
	for i := range size {
		p := n.guest(fmt.Sprint("P", i), "")
		id := n.game("", p, other)
		for n.owing(id).Has(1) {
			n.move(id)
		}
		n.subscribe(p, push.Subscribe(fmt.Sprint("d", i)))
		n.owes(p, id, true)
	}
}

// once wants every device to have got one message.
func once(t *testing.T, push *pushtest.Receiver, size int) {
	t.Helper()
	got := map[string]int{}
	for _, m := range push.Messages() {
		got[m.Device+" "+m.ID]++
		got[m.Device]++
	}
	for i := range size {
		if n := got[fmt.Sprint("d", i)]; n != 1 {
			t.Errorf("device %d got %d messages", i, n)
		}
	}
	if len(push.Messages()) != size || push.Faults() != nil {
		t.Errorf("%d messages, %v", len(push.Messages()), push.Faults())
	}
}

// size is how many seats owe: few in the short run.
func size(few, all int) int {
	if testing.Short() {
		return few
	}
	return all
}

// A thousand seats owe at once: each is told once, although the server closes in the
// middle and another one goes on.
func TestManyAtOnce(t *testing.T) {
	st, clock, push, all := memstore.New(), newClock(), pushtest.New(t), size(60, 1000)
	n := newNode(t, st, clock)
	crowd(t, n, push, all)
	var taken atomic.Int32
	half := make(chan struct{})
	push.Take = func(pushtest.Message) int {
		if taken.Add(1) == int32(all/2) {
			close(half)
		}
		return 0
	}
	clock.pass(Grace)
	<-half
	n.stop()
	before := len(push.Messages())
	if before >= all {
		t.Error("it closed too late to show anything")
	}
	n = newNode(t, st, clock)
	for len(push.Messages()) < all { // what failed on a busy machine is sent again later
		n.still()
		clock.pass(Grace)
	}
	n.told()
	once(t, push, all)
	t.Logf("%d of %d before the restart", before, all)
}

// Three nodes share a store: one of them tells.
func TestManyNodes(t *testing.T) {
	st, clock, push, all := memstore.New(), newClock(), pushtest.New(t), size(20, 100)
	var nodes []*node
	for range 3 {
		nodes = append(nodes, newNode(t, st.Peer(), clock, func(c *Config) { c.Alone = false }))
	}
	crowd(t, nodes[0], push, all)
	for _, n := range nodes {
		n.until("all debts", func() bool { return n.Waiting() == all })
	}
	clock.pass(Grace + takeover) // the time of those who wrote the debts, and of those who did not
	push.Wait(t, all)
	for _, n := range nodes {
		n.told()
	}
	once(t, push, all)
}
