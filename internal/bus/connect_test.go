package bus_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"theriac/internal/bus"
	"theriac/internal/port"
	"theriac/internal/store"
	"theriac/internal/wire"
)

const workerKey = "a-key-for-workers"

// workersNode starts a node to which workers connect, and a queue on it. It returns the address for workers.
func workersNode(t *testing.T) (*nodes, *wire.Queue, string) {
	t.Helper()
	c := stoppedNodes(t, 1, time.Hour)
	address := must(port.Free())(t)
	c.conf[0].Server.ClientListen, c.conf[0].Server.WorkerKey = address, workerKey
	c.conf[0].Beat = time.Hour
	c.start(t, 0)
	q := must(wire.OpenQueue(c.list[0].Connect))(t) // before the node's server runs
	t.Cleanup(q.Close)
	t.Cleanup(must(q.Hand(nil))(t))
	return c, q, "nats://" + wire.WorkerUser + ":" + workerKey + "@" + address
}

// answerOne puts a question into a queue, and checks that the worker's answer arrives.
func answerOne(t *testing.T, q *wire.Queue, w *wire.Worker) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	ok(t, q.Put(ctx, "table1", "1", []byte("a question")))
	answers := make(chan string, 1)
	defer must(q.Answers("table1", func(data []byte) bool { answers <- string(data); return true }))(t)()
	var job store.Job
	for there := false; !there; {
		var err error
		job, there, err = w.Take(ctx)
		ok(t, err)
	}
	ok(t, job.Answer(ctx, []byte("an answer to "+string(job.Data()))))
	if got := <-answers; got != "an answer to a question" {
		t.Fatal(got)
	}
}

// Connections to a node's message server survive a restart of that server: the queue, its workers within the
// program and elsewhere, and subscriptions to the nodes' times.
func TestConnectionsSurviveRestart(t *testing.T) {
	t.Parallel()
	c, q, address := workersNode(t)
	n := c.list[0]
	nc := must(n.Connect())(t)
	defer nc.Close()
	times := make(chan string, 100)
	defer must(wire.SubscribeTimes(nc, func(node string, _ time.Time) { times <- node }))(t)()
	near := must(q.Worker())(t)
	defer near.Close()
	var far *wire.Worker
	eventually(t, "a worker connects", func() (connected bool) {
		w, err := wire.OpenWorker(wire.WorkerConfig{URL: address})
		far = w
		return err == nil
	})
	defer far.Close()
	check := func() {
		t.Helper()
		for _, w := range []*wire.Worker{near, far} {
			answerOne(t, q, w)
		}
		ok(t, wire.PublishTime(nc, "a", time.Now()))
		if node := <-times; node != "a" {
			t.Fatal(node)
		}
	}
	check()
	failed := n.Counts().Failed
	bus.StopServer(n)
	eventually(t, "the node starts again", func() bool { return n.Counts().Failed > failed && n.Problem() == nil })
	check()
}

func pending(t *testing.T, s *nats.Subscription) int {
	t.Helper()
	count, _, err := s.Pending()
	ok(t, err)
	return count
}

// A worker's user can take questions and answer them, but nothing else. It can neither read nor write the log, the
// news or what nodes tell each other, and cannot make the server send anything to them.
func TestWorkerMayOnlyWork(t *testing.T) {
	t.Parallel()
	c, q, address := workersNode(t)
	n := c.list[0]
	own := must(n.Connect())(t)
	defer own.Close()
	var secrets []*nats.Subscription // what a worker must not reach
	for _, subject := range []string{"frames.>", "stored.>", "feed.>", "node.>", "n.>"} {
		secrets = append(secrets, must(own.SubscribeSync(subject))(t))
	}
	eventually(t, "the node serves", func() bool { return n.Problem() == nil && own.IsConnected() })
	must(n.Store().Log().Append(t.Context(), "table1", 0, "k", []byte("an entry with a seed")))(t)
	if _, err := secrets[0].NextMsg(10 * time.Second); err != nil {
		t.Fatal("no frame was seen:", err)
	}
	w := must(wire.OpenWorker(wire.WorkerConfig{URL: address}))(t)
	defer w.Close()
	answerOne(t, q, w)

	// The connection reports rejected operations as errors.
	refused := make(chan string, 100)
	nc := must(nats.Connect(address, nats.CustomInboxPrefix("_WORKER"),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { refused <- err.Error() })))(t)
	defer nc.Close()
	forbidden := func(what string, do func() error) {
		t.Helper()
		ok(t, do())
		_ = nc.Flush()
		select {
		case e := <-refused:
			if !strings.Contains(strings.ToLower(e), "permissions violation") {
				t.Errorf("%s: %s", what, e)
			}
		case <-time.After(5 * time.Second):
			t.Errorf("%s is allowed", what)
		}
	}
	for _, subject := range []string{
		"$JS.API.INFO", "$JS.API.STREAM.LIST", "$JS.API.STREAM.INFO.FRAMES-1", "$JS.API.STREAM.MSG.GET.FRAMES-1", "$JS.API.DIRECT.GET.FRAMES-1",
		"$JS.API.CONSUMER.CREATE.FRAMES-1", "$JS.API.STREAM.PURGE.FRAMES-1", "$JS.API.STREAM.DELETE.FRAMES-1", "$JS.API.STREAM.CREATE.MINE",
		"$JS.ACK.FRAMES-1.x.1.1.1.1.0", "frames.1", "stored.1", "feed.table1.x", "node.hello", "node.copy.n0", "node.piece.n0",
		"n.time.n0", "n.fired.n0", "w.q.n0.x", "w.give.n0", "w.want", "w.have", "$SYS.REQ.SERVER.PING", "_INBOX.x", "_WORKER.x",
	} {
		forbidden("to publish to "+subject, func() error { return nc.PublishRequest(subject, "_WORKER.x", nil) })
	}
	for _, subject := range []string{
		">", "*.>", "frames.>", "frames.1", "stored.>", "stored.1", "feed.>", "feed.table1.*", "node.>", "n.>", "n.time.*", "w.>", "w.a.>", "w.take",
		"$JS.>", "$JS.EVENT.>", "$SYS.>", "_INBOX.>",
	} {
		forbidden("to subscribe to "+subject, func() error { _, err := nc.SubscribeSync(subject); return err })
	}

	// Nodes reply only to workers' own subjects, so a worker cannot have a reply written into the log.
	for _, s := range secrets {
		for pending(t, s) > 0 {
			must(s.NextMsg(time.Second))(t)
		}
	}
	before := n.Mark()
	for _, m := range []*nats.Msg{
		{Subject: "w.take", Reply: "frames.1"}, {Subject: "w.take", Reply: "feed.table1.x", Data: []byte("no key")},
		{Subject: "w.a.table1", Reply: "frames.1", Data: []byte("{}")}, {Subject: "w.a.table1", Reply: "node.hello", Data: []byte("{}")},
		{Subject: "w.hold", Data: []byte("frames.1")}, {Subject: "w.return", Data: []byte("frames.1")},
		{Subject: "w.a.table1", Reply: "feed.table1.x", Data: []byte("{}"), Header: nats.Header{"Theriac-Item": {"frames.1"}}},
		{Subject: "w.take", Reply: "_WORKER.x", Header: nats.Header{"Nats-Trace-Dest": {"frames.1"}}},
		{Subject: "w.a.table1", Header: nats.Header{"Nats-Trace-Dest": {"feed.table1.x"}, "Nats-Trace-Only": {"true"}}},
		{Subject: "w.take", Reply: "_WORKER.x", Header: nats.Header{"Nats-Trace-Dest": {"node.hello"}}},
	} {
		ok(t, nc.PublishMsg(m))
	}
	defer must(q.Answers("table1", func([]byte) bool { return true }))(t)()
	ok(t, q.Put(t.Context(), "table1", "2", []byte("for the first who asks")))
	_ = nc.Flush()
	time.Sleep(300 * time.Millisecond) // time for messages that should not arrive
	for _, s := range secrets {
		for pending(t, s) > 0 {
			t.Errorf("a worker has caused a message on %s", must(s.NextMsg(time.Second))(t).Subject)
		}
	}
	if now := n.Mark(); now != before {
		t.Errorf("the log has gone from %v to %v", before, now)
	}
}
