package httpapi

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"theriac/engine"
)

// silent is a receiver that accepts a call and never answers.
func silent(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			t.Cleanup(func() { _ = c.Close() })
		}
	}()
	return "http://" + l.Addr().String()
}

// S6: two receivers that never answer delay nobody else's webhook: not that of
// another table, and not that of another seat of the same one.
func TestSilentReceiversDelayNobody(t *testing.T) {
	came := make(chan string, 10)
	sink := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { came <- r.URL.Path }))
	defer sink.Close()
	b := raise(t)
	var ids []string
	dead := []string{silent(t), silent(t)}
	for i := range 3 {
		id, tokens := b.pair()
		ids = append(ids, id)
		if i < 2 {
			b.ask(tokens[0], http.MethodPut, "/api/tables/"+id+"/webhooks", []Webhook{
				{Seat: 0, URL: dead[0] + "/a", Form: "json", On: "owed"}, {Seat: 0, URL: dead[1] + "/b", Form: "json", On: "owed"},
				{Seat: 0, URL: dead[i] + "/c", Form: "json", On: "owed"},
			}).is(http.StatusOK)
		}
		b.ask(tokens[1], http.MethodPut, "/api/tables/"+id+"/webhooks", []Webhook{
			{Seat: 1, URL: fmt.Sprint(sink.URL, "/well-", i), Form: "json", On: "owed"},
		}).is(http.StatusOK)
	}
	// More than any pool of senders: the first two tables call silent receivers again
	// and again.
	for n := range 200 {
		b.api.hooks.entries <- owed{table: ids[n%2], seats: engine.Seats(1), n: n}
	}
	b.waitFor("the look-ups", func() bool { return len(b.api.hooks.entries) == 0 })
	began := time.Now()
	for _, id := range ids {
		b.api.hooks.entries <- owed{table: id, seats: engine.Seats(3)}
	}
	for range ids {
		select {
		case <-came:
		case <-time.After(hookTimeout - time.Second): // sooner than one call to a silent receiver ends
			t.Fatalf("a webhook waited for more than %s behind receivers that never answer", time.Since(began))
		}
	}
	if n := b.counts.hooked(hookDropped); n == 0 {
		t.Error("whatever is sent to silence is kept for ever")
	}
}

// gate is a receiver that answers when the test says so, and counts concurrent calls.
type gate struct {
	mu     sync.Mutex
	open   chan struct{}
	now    map[string]int // by owner and by host
	most   map[string]int
	sent   []notice
	ended  map[string]int
	failed error
}

func newGate() (*gate, *hookQueue) {
	g := &gate{open: make(chan struct{}), now: map[string]int{}, most: map[string]int{}, ended: map[string]int{}}
	q := newHookQueue(g.send, func(_ notice, how string, _ error) {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.ended[how]++
	})
	q.wait = func(int) time.Duration { return time.Millisecond }
	return g, q
}

func (g *gate) send(ctx context.Context, n notice) (bool, error) {
	keys := []string{"all", n.owner, n.host()}
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

// called is how many calls have begun.
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

// S6: what one person, one host and all of them send at once and have waiting is
// bounded, and a person with little is not pushed out by those with much.
func TestHookBounds(t *testing.T) {
	g, q := newGate()
	const crowd = 300
	for n := range 100 {
		for i := range crowd {
			q.put(t.Context(), notice{owner: fmt.Sprint("crowd-", i), url: fmt.Sprintf("http://h%d.example/%d", i%60, n)})
		}
	}
	q.mu.Lock()
	waiting, sending := q.waiting, q.sending
	q.mu.Unlock()
	if waiting != hooksWaiting || sending != hooksAtOnce {
		t.Errorf("%d wait and %d are sent", waiting, sending)
	}
	q.put(t.Context(), notice{owner: "late comer", url: "http://elsewhere.example/"})
	close(g.open)
	until(t, "everything", func() bool {
		return g.count(hookSent)+g.count(hookDropped) == 100*crowd+1
	})
	if g.mostOf("all") > hooksAtOnce || g.mostOf("crowd-7") > hooksOwner || g.mostOf("h7.example http") > hooksHost {
		t.Errorf("at once %d, of one person %d, to one host %d", g.mostOf("all"), g.mostOf("crowd-7"), g.mostOf("h7.example http"))
	}
	if g.mostOf("late comer") != 1 {
		t.Error("who had one notice lost it to those who had many")
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.waiting != 0 || q.sending != 0 || q.late != 0 || len(q.busy) != 0 {
		t.Errorf("at the end %d wait, %d are sent, %d late, %d hosts are busy", q.waiting, q.sending, q.late, len(q.busy))
	}
}

// S6: in the queue of one host everybody gets a turn.
func TestHookTurns(t *testing.T) {
	g, q := newGate()
	for i := range 12 { // four each: the host gets four people's at once
		for range hooksOwner {
			q.put(t.Context(), notice{owner: fmt.Sprint("first-", i), url: "http://one.example/"})
		}
	}
	q.put(t.Context(), notice{owner: "last", url: "http://one.example/"})
	// One answer at a time, so that the next call is the only one that begins.
	for n := range 12*hooksOwner + 1 {
		calls := min(hooksHost+n, 12*hooksOwner+1)
		until(t, "the next call", func() bool { return g.called() == calls })
		g.open <- struct{}{}
	}
	until(t, "everything", func() bool { return g.count(hookSent) == 12*hooksOwner+1 })
	if g.mostOf("one.example http") > hooksHost {
		t.Errorf("%d at once", g.mostOf("one.example http"))
	}
	at := 0
	for i, n := range g.sent {
		if n.owner == "last" {
			at = i
		}
	}
	// 16 were sent at once; eight more lines come before it, one each.
	if at > hooksHost+12 {
		t.Errorf("who came last with one notice was served as number %d", at)
	}
}

// S6: a slow receiver gets one call at a time, until it has answered in time again.
func TestHookLate(t *testing.T) {
	g, q := newGate()
	slow := notice{owner: "ann", url: "http://slow.example/"}
	q.mu.Lock()
	line := q.line(slow)
	line.debt, line.answered, line.owner.debt = hookAmends, true, hookAmends
	q.mu.Unlock()
	for range 6 {
		q.put(t.Context(), slow)
	}
	q.put(t.Context(), notice{owner: "ann", url: "http://new.example/"}) // an unknown one
	q.mu.Lock()
	sending, late := q.sending, q.late
	q.mu.Unlock()
	if sending != 1 || late != 1 {
		t.Errorf("%d are sent, %d of them late", sending, late)
	}
	close(g.open)
	until(t, "everything", func() bool { return g.count(hookSent) == 7 })
	for range hookAmends {
		q.put(t.Context(), slow)
	}
	until(t, "amends", func() bool { return g.count(hookSent) == 7+hookAmends })
	q.mu.Lock()
	defer q.mu.Unlock()
	if line.isLate() || q.late != 0 {
		t.Errorf("still late: debt %d", line.debt)
	}
}

// A failed call is repeated once, and counts once.
func TestHookTriesAgain(t *testing.T) {
	g, q := newGate()
	g.failed = errors.New("refused")
	close(g.open)
	q.put(t.Context(), notice{owner: "ann", url: "http://one.example/"})
	until(t, "the end", func() bool { return g.count(hookFailed) == 1 })
	if len(g.sent) != hookTries || g.count(hookSent)+g.count(hookDropped) != 0 {
		t.Errorf("%d tries, %v", len(g.sent), g.ended)
	}
}

// The memory for receivers and people is bounded.
func TestHookMemory(t *testing.T) {
	g, q := newGate()
	close(g.open)
	const all = 2*hooksKnown + 100
	for i := range all {
		q.put(t.Context(), notice{owner: fmt.Sprint(i), url: fmt.Sprintf("http://h%d.example/", i%1000)})
		if i%100 == 0 {
			until(t, "everything", func() bool { return g.count(hookSent)+g.count(hookDropped) > i-hooksAtOnce })
		}
	}
	until(t, "everything", func() bool { return g.count(hookSent)+g.count(hookDropped) == all })
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.lines > hooksKnown || len(q.owners) > q.lines || len(q.hosts) > 1000 {
		t.Errorf("%d lines, %d owners, %d hosts", q.lines, len(q.owners), len(q.hosts))
	}
}
