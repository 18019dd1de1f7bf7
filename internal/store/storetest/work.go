package storetest

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"theriac/internal/store"
)

// RunWork tests a queue of work with one worker. It takes some seconds, because it waits until a job is given
// to a worker again.
func RunWork(t *testing.T, q store.Work, jobs store.Jobs) {
	ctx := t.Context()
	var again atomic.Int64
	t.Cleanup(must(q.Hand(func() { again.Add(1) }))(t))
	ok(t, q.Put(ctx, "table1", "1", []byte("old")))
	ok(t, q.Put(ctx, "table1", "1", []byte("new")))
	wants(t, jobs, "new") // the newer job has replaced the older one; this worker never answers it
	if !must(q.Waits(ctx, "table1", "1"))(t) {
		t.Error("an item that a worker has does not wait")
	}
	answers := make(chan string, 10)
	stop := must(q.Answers("table1", func(data []byte) bool { answers <- string(data); return true }))(t)
	began := time.Now()
	job := wants(t, jobs, "new")
	if took := time.Since(began); again.Load() != 1 || took > 10*time.Second {
		t.Errorf("%d redeliveries, after %v", again.Load(), took)
	}
	ok(t, job.Hold())
	ok(t, job.Answer(ctx, []byte("done")))
	if got := <-answers; got != "done" || job.Table() != "table1" {
		t.Errorf("%s of %s", got, job.Table())
	}
	answered(t, q, "table1", "1")
	// If no subscriber accepts an answer, a worker gets the job again.
	stop()
	ok(t, q.Put(ctx, "table1", "1", []byte("unheard")))
	if err := wants(t, jobs, "unheard").Answer(ctx, nil); err == nil {
		t.Error("nobody is there and somebody took the answer")
	}
	wants(t, jobs, "unheard")
	// Workers get jobs one at a time, in the order in which they were put into the queue.
	list := []string{"a", "b", "c"}
	for _, part := range list {
		ok(t, q.Put(ctx, "table2", part, []byte(part)))
	}
	var got []string
	for range list {
		got = append(got, string(take(t, jobs).Data()))
	}
	if !slices.Equal(got, list) {
		t.Errorf("took %v instead of %v", got, list)
	}
}

// take waits until the worker gets a job.
func take(t *testing.T, jobs store.Jobs) store.Job {
	t.Helper()
	for {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		job, there, err := jobs.Take(ctx)
		cancel()
		ok(t, err)
		if there {
			return job
		}
	}
}

func wants(t *testing.T, jobs store.Jobs, data string) store.Job {
	t.Helper()
	job := take(t, jobs)
	if string(job.Data()) != data {
		t.Fatalf("took %s instead of %s", job.Data(), data)
	}
	return job
}

// answered waits until a job leaves the queue because its answer was accepted.
func answered(t *testing.T, q store.Work, table, part string) {
	t.Helper()
	for begun := time.Now(); must(q.Waits(t.Context(), table, part))(t); time.Sleep(5 * time.Millisecond) {
		if time.Since(begun) > 3*time.Second { // less than the time after which another worker gets the job
			t.Fatal("an answered item waits")
		}
	}
}
