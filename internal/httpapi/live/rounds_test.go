package live

import (
	"context"
	"testing"
	"time"

	"theriac/internal/httpapi/wire"
)

// Heartbeats of different tables are spread over the ticks of a round.
func TestHeartbeatsAreSpread(t *testing.T) {
	h := New(Config{Now: time.Now, Standalone: true})
	var all []*topic
	for range 3 * HeartbeatRound {
		r := &topic{hub: h}
		h.wheel.place(r)
		all = append(all, r)
	}
	for i, slot := range h.wheel.slots {
		if len(slot) != 3 {
			t.Fatalf("%d tables at moment %d", len(slot), i)
		}
	}
	for i, r := range all {
		if i%2 == 0 {
			h.wheel.unplace(r)
		}
	}
	left := map[*topic]bool{}
	for _, slot := range h.wheel.slots {
		for _, r := range slot {
			left[r] = true
		}
	}
	for i, r := range all {
		if left[r] != (i%2 == 1) {
			t.Fatalf("table %d is looked at: %t", i, left[r])
		}
	}
	before := all[1].rounds
	h.Advance(context.Background(), 10*HeartbeatRound) // after a long pause each table is visited only once
	if all[1].rounds != before+1 {
		t.Errorf("it was looked at %d times", all[1].rounds-before)
	}
}

// Events that arrive while a heartbeat is being written are sent afterwards. The pump could not
// take the stream's turn in the meantime, so releasing the turn wakes the pump.
func TestNothingIsMissedDuringAHeartbeat(t *testing.T) {
	h := New(Config{Now: time.Now, Standalone: true})
	r := &topic{hub: h, wake: make(chan struct{}, 1)}
	es := &eventStream{hub: h, topic: r, subscriber: &subscriber{wake: r.wake}, pumped: &pumped{}}
	woken := func() bool {
		select {
		case <-r.wake:
			return true
		default:
			return false
		}
	}
	es.turn.Lock() // a heartbeat is being written
	es.notify(func() { es.presence = true })
	if !woken() {
		t.Fatal("the pump was not woken")
	}
	if es.pumpOnce() != nil || !es.missed.Load() || !es.presence {
		t.Fatal("the pump wrote to a stream whose turn it does not have")
	}
	es.release()
	if !woken() || es.missed.Load() {
		t.Error("what the pump missed is not told")
	}
	es.turn.Lock()
	es.release()
	if woken() {
		t.Error("the pump was woken for nothing")
	}
}

// A chat message may arrive between two instructions of the pump. The pump's fast path, which cannot
// read chat, never takes the news of it.
func TestFastPathTakesNoChat(t *testing.T) {
	s := &subscriber{wake: make(chan struct{}, 1)}
	const messages = 20_000
	told := make(chan struct{})
	go func() {
		defer close(told)
		for range messages {
			s.notify(func() { s.behind, s.presence = true, true })
		}
	}()
	fast, slow := 0, 0
	for done := false; !done; {
		select {
		case <-told:
			done = true
		default:
		}
		p, ready := s.takeReady()
		if p.behind {
			t.Fatal("the fast path took news of a message")
		}
		if ready {
			fast++
			continue
		}
		slow++
		if !s.take().behind {
			t.Fatal("the news of a message is gone")
		}
	}
	if slow == 0 || fast == 0 {
		t.Errorf("%d times the fast path, %d times the slow one", fast, slow)
	}
}

// Over HTTP/2 an expired write deadline ends a stream even if nothing is being written. So the
// deadline must be longer than the pauses between two writes.
func TestDeadlineOutlivesHeartbeats(t *testing.T) {
	if slowest-slowest/3 <= heartbeat+wire.Patience {
		t.Errorf("%v is prolonged after %v, and a write may be %v away", slowest, slowest/3, heartbeat+wire.Patience)
	}
}
