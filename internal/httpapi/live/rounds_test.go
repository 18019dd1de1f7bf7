package live

import (
	"context"
	"testing"
	"time"

	"theriac/internal/httpapi/wire"
)

// Tables are looked at one after the other, not all at once.
func TestHeartbeatsAreSpread(t *testing.T) {
	h := New(Config{Now: time.Now, Alone: true})
	var all []*topic
	for range 3 * BeatRound {
		r := &topic{hub: h}
		h.place(r)
		all = append(all, r)
	}
	for i, slot := range h.wheel {
		if len(slot) != 3 {
			t.Fatalf("%d tables at moment %d", len(slot), i)
		}
	}
	for i, r := range all {
		if i%2 == 0 {
			h.unplace(r)
		}
	}
	left := map[*topic]bool{}
	for _, slot := range h.wheel {
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
	h.Advance(context.Background(), 10*BeatRound) // after a long pause: once
	if all[1].rounds != before+1 {
		t.Errorf("it was looked at %d times", all[1].rounds-before)
	}
}

// What happens while a heartbeat is written is told afterwards: whoever gives the turn back
// wakes the pump that could not take it.
func TestNothingIsMissedDuringAHeartbeat(t *testing.T) {
	h := New(Config{Now: time.Now, Alone: true})
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

// Over HTTP/2 a write deadline ends a stream even if nothing waits to be written: it
// must outlast the pauses between two writes.
func TestDeadlineOutlivesHeartbeats(t *testing.T) {
	if slowest-slowest/3 <= heartbeat+wire.Patience {
		t.Errorf("%v is prolonged after %v, and a write may be %v away", slowest, slowest/3, heartbeat+wire.Patience)
	}
}
