package notices

import (
	"fmt"
	"sync/atomic"
	"testing"

	"theriac/internal/notices/pushtest"
	"theriac/internal/store/memstore"
)

// crowd makes size people, each with one device, owe an answer at the same time.
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

// once fails the test unless each device got exactly one message.
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

// size returns the number of people in a test: few with -short, and all otherwise.
func size(few, all int) int {
	if testing.Short() {
		return few
	}
	return all
}

// A thousand people owe an answer at the same time. Each gets exactly one notice, although the server closes
// halfway and another one continues.
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
	for len(push.Messages()) < all { // on a busy machine, some messages fail first and are retried
		n.still()
		clock.pass(Grace)
	}
	n.told()
	once(t, push, all)
	t.Logf("%d of %d before the restart", before, all)
}

// Three nodes share a store, and each person gets a notice from only one of them.
func TestManyNodes(t *testing.T) {
	st, clock, push, all := memstore.New(), newClock(), pushtest.New(t), size(20, 100)
	var nodes []*node
	for range 3 {
		nodes = append(nodes, newNode(t, st.Peer(), clock, func(c *Config) { c.Standalone = false }))
	}
	crowd(t, nodes[0], push, all)
	for _, n := range nodes {
		n.until("all debts", func() bool { return n.Waiting() == all })
	}
	clock.pass(Grace + takeover) // the nodes that wrote the debts examine them first, and the others later
	push.Wait(t, all)
	for _, n := range nodes {
		n.told()
	}
	once(t, push, all)
}
