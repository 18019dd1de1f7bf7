package jetstream_test

import (
	"bytes"
	"context"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"theriac/internal/jetstream"
	"theriac/internal/jetstream/jetstreamtest"
)

// Two of three nodes open the store after all of them were stopped, and questions of
// one are answered by the worker of the other.
func TestTwoOfThree(t *testing.T) {
	n := jetstreamtest.Cluster(t)
	first := n.Open(t, 0)
	if _, err := first.Log().Append(t.Context(), "table1", 0, "k", []byte("an entry")); err != nil {
		t.Fatal(err)
	}
	for node := range 3 {
		n.Kill(t, node)
	}
	n.Restart(t, 0)
	n.Restart(t, 1)
	one, two := n.Open(t, 0), n.Open(t, 1)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if items, err := two.Log().After(ctx, "table1", 0); err != nil || len(items) != 1 {
		t.Errorf("%d entries: %v", len(items), err)
	}
	if _, err := one.Log().Append(ctx, "table1", 1, "l", []byte("another")); err != nil {
		t.Error(err)
	}
	hand(t, one, nil)
	hand(t, two, nil)
	elsewhere, err := two.Worker()
	if err != nil {
		t.Fatal(err)
	}
	defer elsewhere.Close()
	var got []string
	stop, err := one.Work().Answers("table1", func(data []byte) bool { got = append(got, string(data)); return true })
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	for _, waits := range []bool{false, true} { // the worker asks after the question, and before it
		if waits {
			time.AfterFunc(500*time.Millisecond, func() { _ = one.Work().Put(ctx, "table1", "1", []byte("a question")) })
		} else if err := one.Work().Put(ctx, "table1", "1", []byte("a question")); err != nil {
			t.Fatal(err)
		}
		job := take(t, elsewhere)
		if err := job.Answer(ctx, []byte("an answer")); err != nil || string(job.Data()) != "a question" {
			t.Errorf("%s: %v", job.Data(), err)
		}
		gone(t, one, "table1", "1")
	}
	if len(got) != 2 {
		t.Errorf("%d answers", len(got))
	}
}

// A worker may subscribe to what other workers get, and learns nothing by it.
func TestItemsAreSealed(t *testing.T) {
	st, address := withWorkers(t)
	hand(t, st, nil)
	nc, err := nats.Connect(as(jetstream.WorkerUser, workerKey, address), nats.CustomInboxPrefix("_WORKER"))
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	heard, err := nc.SubscribeSync("_WORKER.>")
	if err != nil {
		t.Fatal(err)
	}
	if err := nc.Flush(); err != nil {
		t.Fatal(err)
	}
	const view = "what the seats of a bot know"
	if err := st.Work().Put(t.Context(), "table1", "1", []byte(view)); err != nil {
		t.Fatal(err)
	}
	if job := take(t, openWorker(t, as(jetstream.WorkerUser, workerKey, address))); string(job.Data()) != view {
		t.Fatalf("the worker itself got %q", job.Data())
	}
	m, err := heard.NextMsg(5 * time.Second)
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Data) <= len(view) || bytes.Contains(m.Data, []byte(view[:8])) {
		t.Errorf("another worker reads %q", m.Data)
	}
}
