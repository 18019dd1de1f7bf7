package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"theriac/internal/store"
)

// watching runs Watch in the background until the test calls stop, which fails the test if Watch returned an
// error.
func watching(t *testing.T, kv store.KV, prefix string, f func(store.Record), ready func()) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- kv.Watch(ctx, prefix, f, ready) }()
	return func() {
		t.Helper()
		cancel()
		ok(t, <-done)
	}
}

func testWatch(t *testing.T, s Setup) {
	ctx := t.Context()
	a, b := s.Open(t).KV("open"), s.Open(t).KV("open")
	heard := make(chan string, 100)
	watch := func(prefix string) (stop func()) {
		return watching(t, b, prefix, func(r store.Record) { heard <- r.Key + "=" + string(r.Data) }, func() { heard <- "ready" })
	}
	want := func(list ...string) {
		t.Helper()
		for _, w := range list {
			select {
			case got := <-heard:
				if got != w {
					t.Fatalf("heard %s instead of %s", got, w)
				}
			case <-time.After(10 * time.Second):
				t.Fatalf("did not hear %s", w)
			}
		}
	}
	stop := watch("")
	want("ready")
	v := must(a.Put(ctx, "t1", 0, []byte("one")))(t)
	want("t1=one")
	must(a.Put(ctx, "t1", v, []byte("two")))(t)
	want("t1=two")
	must(a.Put(ctx, "t2.x", 0, []byte("x")))(t)
	want("t2.x=x")
	ok(t, a.Delete(ctx, "t1"))
	want("t1=")
	stop()

	must(a.Put(ctx, "t3", 0, []byte("three")))(t)
	stop = watch("t2")
	// A replica that lags may call ready before it has the newest writes.
	if first := <-heard; first == "ready" && s.Nodes > 1 {
		want("t2.x=x")
	} else if want("ready"); first != "t2.x=x" {
		t.Fatalf("heard %s", first)
	}
	must(a.Put(ctx, "t4", 0, []byte("four")))(t)
	must(a.Put(ctx, "t21", 0, []byte("another word")))(t)
	v = must(a.Put(ctx, "t2", 0, []byte("two")))(t)
	want("t2=two")
	ok(t, a.DeleteAt(ctx, "t2", v))
	want("t2=")
	ok(t, a.Delete(ctx, "t2.x"))
	want("t2.x=")
	stop()
}

// Watch reports existing records in the order in which they were written, so that a reader can continue after a
// known version.
func testWatchOrder(t *testing.T, s Setup) {
	ctx, kv := t.Context(), s.Open(t).KV("ordered")
	var version uint64
	for _, key := range []string{"c", "a", "b.x", "b"} {
		at := must(kv.Put(ctx, key, 0, []byte("one")))(t)
		if key == "c" {
			version = at
		}
	}
	must(kv.Put(ctx, "c", version, []byte("two")))(t)
	for prefix, want := range map[string]string{"": "a b.x b c", "b": "b.x b"} {
		s.settled(t, func() bool {
			var mu sync.Mutex
			var list []store.Record
			ready := make(chan struct{})
			stop := watching(t, s.Open(t).KV("ordered"), prefix, func(r store.Record) {
				mu.Lock()
				defer mu.Unlock()
				list = append(list, r)
			}, sync.OnceFunc(func() { close(ready) }))
			<-ready
			stop()
			mu.Lock()
			defer mu.Unlock()
			return keys(list) == want
		})
	}
}

// While all nodes write, a subscriber receives the versions of each key in order, and in the end the newest
// version of each.
func testWatchWrites(t *testing.T, s Setup) {
	const writers, each = 4, 25
	ctx := t.Context()
	var mu sync.Mutex
	newest := map[string]store.Record{}
	ready := make(chan struct{})
	stop := watching(t, s.Open(t).KV("busy"), "", func(r store.Record) {
		mu.Lock()
		defer mu.Unlock()
		if before := newest[r.Key]; r.Version <= before.Version {
			t.Errorf("%s: version %d after %d", r.Key, r.Version, before.Version)
		}
		newest[r.Key] = r
	}, sync.OnceFunc(func() { close(ready) }))
	<-ready
	var wg sync.WaitGroup
	for w := range writers {
		kv := s.Open(t).KV("busy")
		wg.Go(func() {
			if err := rewrite(ctx, kv, fmt.Sprint("k", w%2), w, each); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	kv := s.Open(t).KV("busy")
	for _, key := range []string{"k0", "k1"} {
		r, err := kv.Get(ctx, key)
		if err != nil && !errors.Is(err, store.ErrAbsent) {
			t.Fatal(err)
		}
		eventually(t, func() bool {
			mu.Lock()
			defer mu.Unlock()
			heard := newest[key]
			return string(heard.Data) == string(r.Data) && (r.Version == 0 || heard.Version == r.Version)
		})
	}
	stop()
}

// rewrite repeatedly writes and sometimes deletes a record, while other writers may do the same.
func rewrite(ctx context.Context, kv store.KV, key string, writer, times int) error {
	for i := range times {
		r, err := kv.Get(ctx, key)
		switch {
		case err != nil && !errors.Is(err, store.ErrAbsent):
			return err
		case err == nil && i%5 == 4:
			err = kv.DeleteAt(ctx, key, r.Version)
		default:
			_, err = kv.Put(ctx, key, r.Version, fmt.Appendf(nil, "%d-%d", writer, i))
		}
		if err != nil && !errors.Is(err, store.ErrConflict) {
			return err
		}
	}
	return nil
}

// On a single node, Get never lags Watch: it returns the version that Watch has reported, or a newer one. That
// holds even while the writer still waits for its answer.
func testWatchThenGet(t *testing.T, s Setup) {
	if s.Nodes > 1 {
		t.Skip("a Get may be a moment behind")
	}
	const writes = 300
	kv := s.Open(t).KV("seen")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	seen, ready := make(chan store.Record, 1), make(chan struct{})
	stop := watching(t, kv, "", func(r store.Record) {
		select {
		case seen <- r:
		case <-ctx.Done(): // the test is ending, and no longer receives
		}
	}, sync.OnceFunc(func() { close(ready) }))
	<-ready
	written := make(chan error, 1)
	go func() {
		for version := uint64(0); ; {
			at, err := kv.Put(ctx, "one", version, []byte("x"))
			if ctx.Err() != nil {
				err = nil // ctx ended during the call
			}
			if err != nil || ctx.Err() != nil {
				written <- err
				return
			}
			version = at
		}
	}()
	for range writes {
		r := <-seen
		if got := must(kv.Get(t.Context(), r.Key))(t); got.Version < r.Version {
			t.Fatalf("read version %d after %d was seen", got.Version, r.Version)
		}
	}
	cancel()
	ok(t, <-written)
	stop()
}
