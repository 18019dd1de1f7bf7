package outbound

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"
)

// gate is a receiver that answers only when the test lets it, and that counts concurrent calls.
type gate struct {
	mu     sync.Mutex
	open   chan struct{}
	now    map[string]int // concurrent calls, by owner and by host
	most   map[string]int
	sent   []Delivery
	ended  map[string]int
	failed error
}

func newGate() (*gate, *Queue) {
	g := &gate{open: make(chan struct{}), now: map[string]int{}, most: map[string]int{}, ended: map[string]int{}}
	q := NewQueue(2)
	q.wait = func(int) time.Duration { return time.Millisecond }
	return g, q
}

// to returns a delivery from owner to the gate.
func (g *gate) to(owner, url string) Delivery {
	d := Delivery{Owner: owner, URL: url}
	d.Send = func(ctx context.Context) (bool, error) { return g.send(ctx, d) }
	d.Done = func(how string, _ error) {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.ended[how]++
	}
	return d
}

func (g *gate) send(ctx context.Context, n Delivery) (bool, error) {
	keys := []string{"all", n.Owner, n.host()}
	g.mu.Lock()
	g.sent = append(g.sent, n)
	for _, k := range keys {
		g.now[k]++
		g.most[k] = max(g.most[k], g.now[k])
	}
	g.mu.Unlock()
	select {
	case <-g.open:
	case <-ctx.Done():
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, k := range keys {
		g.now[k]--
	}
	return true, g.failed
}

func (g *gate) count(how string) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.ended[how]
}

// called returns how many calls the gate has received.
func (g *gate) called() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.sent)
}

func (g *gate) mostOf(key string) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.most[key]
}

func until(t *testing.T, what string, done func() bool) {
	t.Helper()
	for range 12000 {
		if done() {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatalf("%s did not come", what)
}

// Deliveries that are running or waiting are limited for one person, for one host and in total. People with
// many deliveries do not push out the deliveries of others. This guards against audit finding S6.
func TestQueueBounds(t *testing.T) {
	g, q := newGate()
	const crowd = 300
	for n := range 100 {
		for i := range crowd {
			q.Put(t.Context(), g.to(fmt.Sprint("crowd-", i), fmt.Sprintf("http://h%d.example/%d", i%60, n)))
		}
	}
	q.mu.Lock()
	waiting, sending := q.waiting, q.sending
	q.mu.Unlock()
	if waiting != mostWaiting || sending != AtOnce {
		t.Errorf("%d wait and %d are sent", waiting, sending)
	}
	q.Put(t.Context(), g.to("late comer", "http://elsewhere.example/"))
	close(g.open)
	until(t, "everything", func() bool {
		return g.count(Sent)+g.count(Dropped) == 100*crowd+1
	})
	if g.mostOf("all") > AtOnce || g.mostOf("crowd-7") > ownerAtOnce || g.mostOf("h7.example http") > hostAtOnce {
		t.Errorf("at once %d, of one person %d, to one host %d", g.mostOf("all"), g.mostOf("crowd-7"), g.mostOf("h7.example http"))
	}
	if g.mostOf("late comer") != 1 {
		t.Error("who had one delivery lost it to those who had many")
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.waiting != 0 || q.sending != 0 || q.late != 0 || len(q.busy) != 0 {
		t.Errorf("at the end %d wait, %d are sent, %d late, %d hosts are busy", q.waiting, q.sending, q.late, len(q.busy))
	}
}

// In the queue of one host, all owners get their turn. This guards against audit finding S6.
func TestQueueTurns(t *testing.T) {
	g, q := newGate()
	for i := range 12 { // with four deliveries each, four people use up the limit for one host
		for range ownerAtOnce {
			q.Put(t.Context(), g.to(fmt.Sprint("first-", i), "http://one.example/"))
		}
	}
	q.Put(t.Context(), g.to("last", "http://one.example/"))
	// Let one delivery be answered at a time, so that only the next one begins.
	for n := range 12*ownerAtOnce + 1 {
		calls := min(hostAtOnce+n, 12*ownerAtOnce+1)
		until(t, "the next call", func() bool { return g.called() == calls })
		g.open <- struct{}{}
	}
	until(t, "everything", func() bool { return g.count(Sent) == 12*ownerAtOnce+1 })
	if g.mostOf("one.example http") > hostAtOnce {
		t.Errorf("%d at once", g.mostOf("one.example http"))
	}
	at := 0
	for i, n := range g.sent {
		if n.Owner == "last" {
			at = i
		}
	}
	// 16 deliveries were sent immediately, and then one of each of the eight other lanes.
	if at > hostAtOnce+12 {
		t.Errorf("who came last with one delivery was served as number %d", at)
	}
}

// A slow receiver gets one call at a time until it has answered quickly again. This guards against audit
// finding S6.
func TestQueueLate(t *testing.T) {
	g, q := newGate()
	slow := g.to("ann", "http://slow.example/")
	q.mu.Lock()
	lane := q.lane(slow)
	lane.debt, lane.answered, lane.owner.debt = amends, true, amends
	q.mu.Unlock()
	for range 6 {
		q.Put(t.Context(), slow)
	}
	q.Put(t.Context(), g.to("ann", "http://new.example/")) // a receiver that was never called
	q.mu.Lock()
	sending, late := q.sending, q.late
	q.mu.Unlock()
	if sending != 1 || late != 1 {
		t.Errorf("%d are sent, %d of them late", sending, late)
	}
	close(g.open)
	until(t, "everything", func() bool { return g.count(Sent) == 7 })
	for range amends {
		q.Put(t.Context(), slow)
	}
	until(t, "amends", func() bool { return g.count(Sent) == 7+amends })
	q.mu.Lock()
	defer q.mu.Unlock()
	if lane.isLate() || q.late != 0 {
		t.Errorf("still late: debt %d", lane.debt)
	}
}

// A failed delivery is attempted once more, and has only one result.
func TestQueueTriesAgain(t *testing.T) {
	g, q := newGate()
	g.failed = errors.New("refused")
	close(g.open)
	q.Put(t.Context(), g.to("ann", "http://one.example/"))
	until(t, "the end", func() bool { return g.count(Failed) == 1 })
	if len(g.sent) != q.tries || g.count(Sent)+g.count(Dropped) != 0 {
		t.Errorf("%d tries, %v", len(g.sent), g.ended)
	}
}

// The number of receivers and people that the queue remembers is limited.
func TestQueueMemory(t *testing.T) {
	g, q := newGate()
	close(g.open)
	const all = 2*mostKnown + 100
	for i := range all {
		q.Put(t.Context(), g.to(fmt.Sprint(i), fmt.Sprintf("http://h%d.example/", i%1000)))
		if i%100 == 0 {
			until(t, "everything", func() bool { return g.count(Sent)+g.count(Dropped) > i-AtOnce })
		}
	}
	until(t, "everything", func() bool { return g.count(Sent)+g.count(Dropped) == all })
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.lanes > mostKnown || len(q.owners) > q.lanes || len(q.hosts) > 1000 {
		t.Errorf("%d lanes, %d owners, %d hosts", q.lanes, len(q.owners), len(q.hosts))
	}
}
