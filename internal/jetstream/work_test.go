package jetstream_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"theriac/internal/jetstream"
	"theriac/internal/store"
)

const workerKey, storeKey = "the key of workers in a test", "the key of backups in a test"

// withWorkers is a server that workers can reach, its store, and its address.
func withWorkers(t *testing.T) (*jetstream.Store, string) {
	t.Helper()
	s, err := jetstream.StartServer(jetstream.ServerConfig{
		Dir: t.TempDir(), ClientListen: "127.0.0.1:0", WorkerKey: workerKey, StoreKey: storeKey,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Kill)
	st, err := jetstream.Open(t.Context(), jetstream.Config{Server: s})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(st.Close)
	return st, s.ClientURL()
}

func as(user, key, address string) string {
	return strings.Replace(address, "nats://", "nats://"+user+":"+strings.ReplaceAll(key, " ", "%20")+"@", 1)
}

func hand(t *testing.T, st *jetstream.Store, redelivered func()) {
	t.Helper()
	stop, err := st.Work().Hand(redelivered)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
}

func openWorker(t *testing.T, address string) *jetstream.Worker {
	t.Helper()
	w, err := jetstream.OpenWorker(jetstream.WorkerConfig{URL: address})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Close)
	return w
}

func take(t *testing.T, w *jetstream.Worker) store.Job {
	t.Helper()
	for {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		job, ok, err := w.Take(ctx)
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		if ok {
			return job
		}
	}
}

// gone waits until an answered item is off the queue.
func gone(t *testing.T, st *jetstream.Store, table, part string) {
	t.Helper()
	for begun := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		waits, err := st.Work().Waits(t.Context(), table, part)
		if err == nil && !waits {
			return
		}
		if time.Since(begun) > 3*time.Second { // before it would go to another worker
			t.Fatalf("an answered item waits: %v %v", waits, err)
		}
	}
}

// A worker's user takes items and answers them, and can do nothing else: not read the
// logs, the buckets or the queue itself, not subscribe to anything, and not make the
// server send anything anywhere.
func TestWorkerMayOnlyWork(t *testing.T) {
	st, address := withWorkers(t)
	hand(t, st, nil)
	ctx := t.Context()
	if _, err := st.Log().Append(ctx, "table1", 0, "k", []byte("an entry with a seed")); err != nil {
		t.Fatal(err)
	}
	if _, err := st.KV("people").Put(ctx, "somebody", 0, []byte("a name")); err != nil {
		t.Fatal(err)
	}
	// It can do its work.
	if err := st.Work().Put(ctx, "table1", "2", []byte("a question")); err != nil {
		t.Fatal(err)
	}
	answers := make(chan string, 1)
	stop, err := st.Work().Answers("table1", func(data []byte) bool { answers <- string(data); return true })
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	job := take(t, openWorker(t, as(jetstream.WorkerUser, workerKey, address)))
	if string(job.Data()) != "a question" || job.Table() != "table1" {
		t.Fatalf("%s of %s", job.Data(), job.Table())
	}
	if err := errors.Join(job.Hold(), job.Answer(ctx, []byte("an answer"))); err != nil {
		t.Fatal(err)
	}
	if got := <-answers; got != "an answer" {
		t.Fatal(got)
	}
	gone(t, st, "table1", "2")
	// And nothing else. What is refused comes as an error of the connection.
	refused := make(chan string, 100)
	nc, err := nats.Connect(as(jetstream.WorkerUser, workerKey, address), nats.CustomInboxPrefix("_WORKER"),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { refused <- err.Error() }))
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	forbidden := func(what string, do func() error) {
		t.Helper()
		err := do()
		if err == nil {
			err = nc.Flush()
		}
		select {
		case e := <-refused:
			if !strings.Contains(strings.ToLower(e), "permissions violation") {
				t.Errorf("%s: %s", what, e)
			}
		case <-time.After(5 * time.Second):
			t.Errorf("%s is allowed (%v)", what, err)
		}
	}
	for _, subject := range []string{
		"$JS.API.STREAM.LIST", "$JS.API.STREAM.MSG.GET.LOG-0", "$JS.API.DIRECT.GET.LOG-0", "$JS.API.DIRECT.GET.SHELF.k.people.somebody",
		"$JS.API.CONSUMER.CREATE.LOG-0", "$JS.API.CONSUMER.MSG.NEXT.WORK.workers", "$JS.API.STREAM.PURGE.LOG-0", "$JS.API.STREAM.INFO.WORK",
		"$JS.ACK.WORK.workers.1.1.1.1.0", "t.0.table1", "k.people.somebody", "w.i.table1.2", "f.table1.log", "$SYS.REQ.SERVER.PING", "_INBOX.x",
	} {
		forbidden("to publish to "+subject, func() error { return nc.PublishRequest(subject, "_WORKER.x", nil) })
	}
	for _, subject := range []string{">", "t.>", "k.>", "f.>", "w.>", "w.i.>", "w.a.>", "w.take", "$JS.>", "_INBOX.>", "$SYS.>", "a.>", "s.>"} {
		forbidden("to subscribe to "+subject, func() error { _, err := nc.SubscribeSync(subject); return err })
	}
	// Replies go to workers alone: a worker cannot have one written into a log.
	for _, m := range []*nats.Msg{
		{Subject: "w.take", Reply: "t.0.table1"}, {Subject: "w.a.table1", Reply: "t.0.table1", Data: []byte("{}")},
		{Subject: "w.hold", Data: []byte("t.0.table1")}, {Subject: "w.return", Data: []byte("t.0.table1")},
		{Subject: "w.a.table1", Reply: "k.people.somebody", Data: []byte("{}"), Header: nats.Header{"Theriac-Item": {"t.0.table1"}}},
	} {
		if err := nc.PublishMsg(m); err != nil {
			t.Fatal(err)
		}
	}
	if err := st.Work().Put(ctx, "table1", "2", []byte("for the first who asks")); err != nil {
		t.Fatal(err)
	}
	_ = nc.Flush()
	time.Sleep(200 * time.Millisecond) // for what should not come
	items, err := st.Log().After(ctx, "table1", 0)
	if err != nil || len(items) != 1 {
		t.Errorf("the log has %d entries: %v", len(items), err)
	}
	if rec, err := st.KV("people").Get(ctx, "somebody"); err != nil || string(rec.Data) != "a name" {
		t.Errorf("the record says %q: %v", rec.Data, err)
	}
	for _, wrong := range []string{as(jetstream.WorkerUser, storeKey, address), as("anybody", workerKey, address), address} {
		if nc, err := nats.Connect(wrong); err == nil {
			nc.Close()
			t.Errorf("connected as %s", wrong)
		}
	}
	if backup, err := jetstream.Open(ctx, jetstream.Config{URL: as(jetstream.StoreUser, storeKey, address)}); err != nil {
		t.Errorf("a backup cannot connect: %v", err)
	} else {
		backup.Close()
	}
}

// The documented permissions are the ones that a worker needs.
func TestWorkerPermissionsAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	publish, subscribe := jetstream.WorkerSubjects()
	list := func(subjects []string) string { return `allow: ["` + strings.Join(subjects, `", "`) + `"]` }
	for _, want := range []string{"publish: { " + list(publish), "subscribe: { " + list(subscribe)} {
		if !strings.Contains(string(text), want) {
			t.Errorf("docs/operations.md does not say %s", want)
		}
	}
}
