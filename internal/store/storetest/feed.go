package storetest

import (
	"context"
	"testing"
	"time"

	"theriac/internal/store"
)

func testFeed(t *testing.T, s Setup) {
	const table = "feedtable"
	ctx := t.Context()
	here, there := s.Open(t), s.Open(t)
	heard := make(chan store.News, 1000)
	stop := must(there.Feed().Subscribe(table, func(n store.News) { heard <- n }))(t)
	next := func() store.News {
		t.Helper()
		select {
		case n := <-heard:
			return n
		case <-time.After(5 * time.Second):
			t.Fatal("nothing heard")
			return store.News{}
		}
	}
	// It takes a moment until other nodes know of a subscriber.
	eventually(t, func() bool {
		ok(t, here.Feed().Publish(table, "hello", []byte("x")))
		select {
		case <-heard:
			return true
		case <-time.After(20 * time.Millisecond):
			return false
		}
	})
	ok(t, here.Feed().Publish(table, "ghost", []byte("plan")))
	n := next()
	for n.Kind == "hello" { // skip an earlier message that arrived late
		n = next()
	}
	if n.Kind != "ghost" || string(n.Data) != "plan" || n.At != 0 {
		t.Fatal(n)
	}
	at := must(here.Chat().Post(ctx, table, "anna", []byte("hi")))(t)
	if n := next(); n.Kind != "talk" || n.From != "anna" || n.At != at || string(n.Data) != "hi" {
		t.Fatal(n)
	}
	at = must(here.Log().Append(ctx, table, 0, "k", []byte("move")))(t)
	ok(t, here.Feed().Publish(table, "ghost", []byte("again")))
	// A single node's feed may leave out log entries, because the node wrote them itself.
	for entry, ghost := s.Nodes == 1, false; !entry || !ghost; {
		switch n := next(); {
		case n.Kind == "log" && n.At == at && string(n.Data) == "move":
			entry = true
		case n.Kind == "ghost" && string(n.Data) == "again":
			ghost = true
		default:
			t.Fatal(n)
		}
	}
	stop()
	ok(t, here.Feed().Publish(table, "ghost", nil))
	ok(t, here.Feed().Publish(table+"2", "ghost", nil))
	time.Sleep(50 * time.Millisecond) // wait, so that a wrong message would have arrived by now
	if len(heard) > 0 {
		t.Fatal("heard after the end:", <-heard)
	}
}

func testHealth(t *testing.T, s Setup) {
	h := s.Open(t).Health()
	ok(t, h.Ready(t.Context()))
	leaders := must(h.Leaders(t.Context()))(t)
	if len(leaders) == 0 && s.Nodes > 1 {
		t.Fatal("nothing is led")
	}
	for _, l := range leaders {
		if !l.Known {
			t.Errorf("nobody leads %s", l.Stream)
		}
	}
	if d := must(h.Damages(t.Context()))(t); len(d) > 0 {
		t.Fatal(d)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if h.Ready(ended) == nil {
		t.Error("ready, and nobody has waited for it")
	}
}
