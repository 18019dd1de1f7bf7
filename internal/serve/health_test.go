package serve

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"theriac/internal/state"
	"theriac/internal/store"
)

// A node stays ready during an election, but not after it loses its own store, or the quorum for long. This
// guards against audit finding S4.
func TestReadiness(t *testing.T) {
	now := time.Unix(1e9, 0)
	for _, c := range []struct {
		name  string
		alone bool
		err   error
		after time.Duration // time since the last successful write
		ready bool
	}{
		{"it writes", false, nil, 0, true},
		{"a leader is elected", false, fmt.Errorf("%w: no responders", store.ErrUncertain), 10 * time.Second, true},
		{"the quorum stays away", false, fmt.Errorf("%w: timeout", store.ErrUncertain), cutOffFor + time.Second, false},
		{"its own store is lost", false, store.ErrLost, time.Second, false},
		{"the leader's disk is full", false, store.ErrFull, time.Second, true},
		{"nobody's disk has had room for long", false, store.ErrFull, cutOffFor + time.Second, false},
		{"its own disk is full", true, store.ErrFull, time.Second, false},
		{"nobody has looked for long", false, nil, cutOffFor + time.Second, false},
	} {
		h := &health{now: func() time.Time { return now }, standalone: c.alone}
		if h.unready() == "" {
			t.Fatal("ready before anything was written")
		}
		h.note(now, nil)
		h.now = func() time.Time { return now.Add(c.after) }
		if c.err != nil {
			h.note(h.now(), c.err)
		}
		if got := h.unready() == ""; got != c.ready {
			t.Errorf("%s: ready %t", c.name, got)
		}
		h.note(h.now(), nil)
		if h.unready() != "" || h.ready() != 1 {
			t.Errorf("%s: not ready once it writes again", c.name)
		}
	}
}

// Without a leader, a node stays ready and answers immediately for as long as an election can take. After that
// it reports that it cannot serve. A node whose own store has stopped never recovers. Package faults tests the
// same by killing processes. This guards against audit finding S4.
func TestReadyWithoutLeader(t *testing.T) {
	t.Parallel() // in parallel, because the test mostly waits for elections
	nodes := cluster(t)
	look := func(s *Server) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		s.health.check(ctx, s.storage.Store.Health(), s.meters, s.log)
	}
	ready := func(s *Server) (int, string) { return get(t, s.URL()+"/readyz") }
	nodes[0].storage.node.Kill()
	nodes[1].storage.node.Kill()
	look(nodes[0])
	if status, text := ready(nodes[0]); status != http.StatusServiceUnavailable || text != "store\n" {
		t.Errorf("a node whose store has ended: %d %s", status, text)
	}
	// The test stops the clock of this node's health check, because a node notices at a random time that the
	// leader is missing.
	last, now := nodes[2], time.Now()
	stand := func(at time.Time) {
		last.health.mu.Lock()
		defer last.health.mu.Unlock()
		last.health.now = func() time.Time { return at }
	}
	stand(now)
	for end := now.Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		list, err := last.storage.Store.Health().Leaders(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		led := 0
		for _, l := range list {
			if l.Known {
				led++
			}
		}
		if status, text := ready(last); status != http.StatusOK {
			t.Fatalf("while %d of %d streams have a leader: %d %s", led, len(list), status, text)
		}
		if led < len(list) {
			break
		}
		if time.Now().After(end) {
			t.Fatal("alone, it still knows who leads")
		}
	}
	look(last)
	if status, text := ready(last); status != http.StatusOK {
		t.Errorf("after one attempt without a leader: %d %s", status, text)
	}
	stand(now.Add(2 * cutOffFor))
	look(last)
	if status, text := ready(last); status != http.StatusServiceUnavailable || text != "store\n" {
		t.Errorf("cut off for long: %d %s", status, text)
	}
}

// Readiness probes cost the store nothing, however many there are and from however many clients. No rate limit
// delays the answer. This guards against audit finding S3.
func TestReadyCostsNothing(t *testing.T) {
	s := open(t, Options{Data: t.TempDir(), Private: "127.0.0.1:0"})
	// Store the deals of the coming days now, as a node does when it starts, so that the node is idle
	// afterwards.
	if err := s.services.daily.Prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	stored := func() uint64 {
		s, err := s.storage.Store.KV("people").Put(t.Context(), "a"+fmt.Sprint(time.Now().UnixNano()), 0, []byte("x"))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	before, began := stored(), time.Now()
	const many = 2000
	errs := make(chan error, 16)
	for range 16 {
		go func() {
			for range many / 16 {
				r, err := http.Get(s.URL() + "/readyz")
				if err != nil {
					errs <- err
					return
				}
				_ = r.Body.Close()
				if r.StatusCode != http.StatusOK {
					errs <- fmt.Errorf("status %d", r.StatusCode)
					return
				}
			}
			errs <- nil
		}()
	}
	for range 16 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	// Only the node's own check, which runs every few seconds, may have written to the store meanwhile.
	own := uint64(time.Since(began)/readyEvery) + 1
	if writes := (stored()-before)/state.MaxOps - 1; writes > own { // each write is one message, and advances the position by MaxOps
		t.Errorf("%d writes for %d questions", writes, many)
	}
	if _, text := get(t, s.PrivateURL()+"/metrics"); !strings.Contains(text, `theriac_store_stream_led{stream="theriac.db"} 1`+"\n") {
		t.Error("the metrics do not tell of leaders")
	}
}
