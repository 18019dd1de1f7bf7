package wire_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"theriac/internal/store"
	"theriac/internal/store/storetest"
	"theriac/internal/wire"
	"theriac/internal/wire/wiretest"
)

func take(t *testing.T, w *wire.Worker) store.Job {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	for {
		job, there, err := w.Take(ctx)
		ok(t, err)
		if there {
			return job
		}
	}
}

// answerOne puts a question into a queue, and checks that the worker can answer it.
func answerOne(t *testing.T, q *wire.Queue, w *wire.Worker) {
	t.Helper()
	defer must(q.Hand(nil))(t)()
	ok(t, q.Put(t.Context(), "table1", "1", []byte("a question")))
	answerNext(t, q, w)
}

// answerNext checks that a worker gets the question that answerOne asks, and that its answer arrives.
func answerNext(t *testing.T, q *wire.Queue, w *wire.Worker) {
	t.Helper()
	answers := make(chan string, 1)
	defer must(q.Answers("table1", func(data []byte) bool { answers <- string(data); return true }))(t)()
	job := take(t, w)
	if string(job.Data()) != "a question" || job.Table() != "table1" {
		t.Fatalf("%q of %s", job.Data(), job.Table())
	}
	ok(t, job.Hold())
	ok(t, job.Answer(t.Context(), []byte("an answer")))
	if got := <-answers; got != "an answer" {
		t.Fatal(got)
	}
	eventually(t, "the answered question leaves the queue", func() bool { return !must(q.Waits(t.Context(), "table1", "1"))(t) })
}

// On one server and on three, the queue fulfils the contract of store.Work.
func TestQueue(t *testing.T) {
	for _, count := range []int{1, 3} {
		t.Run(fmt.Sprint(count), func(t *testing.T) {
			t.Parallel()
			q := wiretest.Queues(t, count)[0]
			w := must(q.Worker())(t)
			defer w.Close()
			storetest.RunWork(t, q, w)
		})
	}
}

// A worker at one node answers questions from another, whether it asks before or after the question is put into
// the queue.
func TestQuestionOfAnotherNode(t *testing.T) {
	t.Parallel()
	queues := wiretest.Queues(t, 3)
	for _, q := range queues {
		defer must(q.Hand(nil))(t)()
	}
	w := must(queues[1].Worker())(t)
	defer w.Close()
	q := queues[0]
	ok(t, q.Put(t.Context(), "table1", "1", []byte("a question")))
	answerNext(t, q, w)
	time.AfterFunc(500*time.Millisecond, func() { _ = q.Put(context.Background(), "table1", "1", []byte("a question")) })
	answerNext(t, q, w)
}

// A queue and its workers can be opened before the server runs, and survive a restart of the server.
func TestQueueSurvivesRestart(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var server *wire.Server
	current := func() *wire.Server {
		mu.Lock()
		defer mu.Unlock()
		return server
	}
	use := func(s *wire.Server) {
		mu.Lock()
		defer mu.Unlock()
		server = s
	}
	q := must(wire.OpenQueue(func(opts ...nats.Option) (*nats.Conn, error) {
		return wire.Connect(current, slog.New(slog.DiscardHandler), opts...)
	}))(t)
	defer q.Close()
	w := must(q.Worker())(t)
	defer w.Close()
	defer must(q.Hand(nil))(t)()
	for range 3 {
		ok(t, q.Put(t.Context(), "table1", "1", []byte("a question"))) // while no server runs
		s := must(wire.StartServer(wire.ServerConfig{}))(t)
		use(s)
		answerNext(t, q, w)
		use(nil)
		s.Kill()
	}
}

// A worker can subscribe to what other workers receive, but cannot read it.
func TestItemsAreSealed(t *testing.T) {
	t.Parallel()
	s := wiretest.Servers(t, 1)[0]
	q := must(wire.OpenQueue(s.Connect))(t)
	defer q.Close()
	defer must(q.Hand(nil))(t)()
	nc := must(s.Connect())(t)
	defer nc.Close()
	heard := must(nc.SubscribeSync("_WORKER.>"))(t)
	ok(t, nc.Flush())
	const view = "what the seats of a bot know"
	ok(t, q.Put(t.Context(), "table1", "1", []byte(view)))
	w := must(q.Worker())(t)
	defer w.Close()
	if job := take(t, w); string(job.Data()) != view {
		t.Fatalf("the worker itself got %q", job.Data())
	}
	m := must(heard.NextMsg(5 * time.Second))(t)
	if len(m.Data) <= len(view) || bytes.Contains(m.Data, []byte(view[:8])) {
		t.Errorf("another worker reads %q", m.Data)
	}
}
