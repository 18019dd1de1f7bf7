package jetstream_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"theriac/internal/jetstream"
	"theriac/internal/jetstream/jetstreamtest"
	"theriac/internal/store"
)

func testKV(t *testing.T, open func() *jetstream.Store) {
	ctx := t.Context()
	a, b := open().KV("people"), open().KV("people")
	other := open().KV("links")
	_, err := a.Get(ctx, "anna")
	is(t, err, store.ErrAbsent)
	ok(t, a.Delete(ctx, "anna"))
	v1 := must[uint64](t)(a.Put(ctx, "anna", 0, []byte("one")))
	if r := must[store.Record](t)(b.Get(ctx, "anna")); r.Version != v1 || string(r.Data) != "one" || r.Key != "anna" {
		t.Fatal(r)
	}
	_, err = other.Get(ctx, "anna")
	is(t, err, store.ErrAbsent)
	_, err = b.Put(ctx, "anna", 0, []byte("two"))
	is(t, err, store.ErrConflict)
	v2 := must[uint64](t)(b.Put(ctx, "anna", v1, []byte("two")))
	_, err = a.Put(ctx, "anna", v1, []byte("three"))
	is(t, err, store.ErrConflict)
	if _, err := a.Put(ctx, "anna", v2, nil); err == nil {
		t.Fatal("a record without data")
	}
	for _, k := range []string{"anna.phone", "anna.phone.x", "annabel", "bert"} {
		must[uint64](t)(a.Put(ctx, k, 0, []byte(k)))
	}
	keys := func(prefix string) string {
		var list []string
		for _, r := range must[[]store.Record](t)(b.List(ctx, prefix)) {
			list = append(list, r.Key)
		}
		return strings.Join(list, " ")
	}
	for prefix, want := range map[string]string{
		"": "anna anna.phone anna.phone.x annabel bert", "anna": "anna anna.phone anna.phone.x",
		"anna.phone": "anna.phone anna.phone.x", "carl": "",
	} {
		if got := keys(prefix); got != want {
			t.Fatalf("%q: %s", prefix, got)
		}
	}
	ok(t, a.Delete(ctx, "anna"))
	ok(t, b.Delete(ctx, "anna"))
	_, err = b.Get(ctx, "anna")
	is(t, err, store.ErrAbsent)
	if got := keys("anna"); got != "anna.phone anna.phone.x" {
		t.Fatal(got)
	}
	_, err = b.Put(ctx, "anna", v2, []byte("old version"))
	is(t, err, store.ErrConflict)
	must[uint64](t)(b.Put(ctx, "anna", 0, []byte("back")))
	if r := must[store.Record](t)(a.Get(ctx, "anna")); string(r.Data) != "back" {
		t.Fatal(r)
	}
}

// testKVDeleteAt wants one version to go, and no other.
func testKVDeleteAt(t *testing.T, open func() *jetstream.Store) {
	ctx := t.Context()
	a, b := open().KV("notes"), open().KV("notes")
	is(t, a.DeleteAt(ctx, "x", 1), store.ErrConflict)
	v1 := must[uint64](t)(a.Put(ctx, "x", 0, []byte("one")))
	v2 := must[uint64](t)(b.Put(ctx, "x", v1, []byte("two")))
	other := must[uint64](t)(b.Put(ctx, "y", 0, []byte("other")))
	is(t, a.DeleteAt(ctx, "x", v1), store.ErrConflict)
	is(t, a.DeleteAt(ctx, "x", other), store.ErrConflict) // the place of another record
	if r := must[store.Record](t)(b.Get(ctx, "x")); string(r.Data) != "two" || r.Version != v2 {
		t.Fatal(r)
	}
	ok(t, a.DeleteAt(ctx, "x", v2))
	_, err := b.Get(ctx, "x")
	is(t, err, store.ErrAbsent)
	is(t, b.DeleteAt(ctx, "x", v2), store.ErrConflict)
	_, err = b.Put(ctx, "x", v2, []byte("old version"))
	is(t, err, store.ErrConflict)
	v3 := must[uint64](t)(b.Put(ctx, "x", 0, []byte("back")))
	ok(t, b.Delete(ctx, "x"))
	is(t, a.DeleteAt(ctx, "x", v3), store.ErrConflict)
	if list := must[[]store.Record](t)(a.List(ctx, "")); len(list) != 1 || string(list[0].Data) != "other" {
		t.Fatal(list)
	}
}

// testKVLife wants a record with a life to go by itself, and one without to stay.
func testKVLife(t *testing.T, open func() *jetstream.Store) {
	ctx := t.Context()
	a, b := open().KV("brief"), open().KV("brief")
	must[uint64](t)(a.PutFor(ctx, "short", []byte("one"), time.Millisecond))
	v := must[uint64](t)(a.PutFor(ctx, "kept", []byte("one"), time.Second))
	must[uint64](t)(b.Put(ctx, "kept", v, []byte("two"))) // written again without an end
	must[uint64](t)(a.PutFor(ctx, "long", []byte("one"), time.Hour))
	_, err := b.PutFor(ctx, "long", []byte("two"), time.Hour)
	is(t, err, store.ErrConflict)
	eventually(t, func() bool {
		_, err := b.Get(ctx, "short")
		return errors.Is(err, store.ErrAbsent)
	})
	for _, key := range []string{"kept", "long"} {
		must[store.Record](t)(b.Get(ctx, key))
	}
	must[uint64](t)(a.PutFor(ctx, "short", []byte("again"), time.Hour))
}

// Counters in a bucket, raised from all nodes at once, deleted in between.
func testKVRaces(t *testing.T, open func() *jetstream.Store) {
	const writers, each = 6, 10
	ctx := t.Context()
	var wg sync.WaitGroup
	made := make(chan bool, writers)
	for range writers {
		sh := open().KV("house")
		wg.Go(func() {
			switch _, err := sh.Put(ctx, "once", 0, []byte("x")); {
			case err == nil:
				made <- true
			case !errors.Is(err, store.ErrConflict):
				t.Error(err)
			}
			for range each {
				if err := raise(ctx, sh); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if len(made) != 1 {
		t.Errorf("%d made the same new record", len(made))
	}
	if r := must[store.Record](t)(open().KV("house").Get(ctx, "count")); string(r.Data) != fmt.Sprint(writers*each) {
		t.Errorf("counted %s", r.Data)
	}
}

func raise(ctx context.Context, sh store.KV) error {
	for {
		r, err := sh.Get(ctx, "count")
		if err != nil && !errors.Is(err, store.ErrAbsent) {
			return err
		}
		n := 0
		if err == nil {
			if n, err = strconv.Atoi(string(r.Data)); err != nil {
				return err
			}
		}
		_, err = sh.Put(ctx, "count", r.Version, []byte(fmt.Sprint(n+1)))
		if !errors.Is(err, store.ErrConflict) {
			return err
		}
	}
}

func testWatch(t *testing.T, open func() *jetstream.Store) {
	ctx, cancel := context.WithCancel(t.Context())
	a, b := open().KV("open"), open().KV("open")
	heard := make(chan string, 100)
	watch := func(prefix string) chan error {
		done := make(chan error, 1)
		go func() {
			done <- b.Watch(ctx, prefix,
				func(r store.Record) { heard <- r.Key + "=" + string(r.Data) },
				func() { heard <- "ready" })
		}()
		return done
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
	empty := watch("")
	want("ready")
	v := must[uint64](t)(a.Put(ctx, "t1", 0, []byte("one")))
	want("t1=one")
	must[uint64](t)(a.Put(ctx, "t1", v, []byte("two")))
	want("t1=two")
	must[uint64](t)(a.Put(ctx, "t2.x", 0, []byte("x")))
	want("t2.x=x")
	ok(t, a.Delete(ctx, "t1"))
	want("t1=")
	cancel()
	ok(t, <-empty)

	ctx, cancel = context.WithCancel(t.Context())
	must[uint64](t)(a.Put(ctx, "t3", 0, []byte("three")))
	some := watch("t2")
	// A replica that is behind is ready before it has what was written just now.
	if first := <-heard; first == "ready" {
		want("t2.x=x")
	} else if want("ready"); first != "t2.x=x" {
		t.Fatalf("heard %s", first)
	}
	must[uint64](t)(a.Put(ctx, "t4", 0, []byte("four")))
	ok(t, a.Delete(ctx, "t2.x"))
	want("t2.x=")
	cancel()
	ok(t, <-some)
}

// Where one node is alone, whoever has seen a record by a watch reads that one or a newer
// one, although its writer may not have an answer yet.
func TestWatchThenGet(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	bucket := jetstreamtest.One(t).KV("seen")
	const writes = 300
	seen, ready, done := make(chan store.Record, 1), make(chan struct{}), make(chan error, 1)
	go func() {
		done <- bucket.Watch(ctx, "", func(r store.Record) {
			select {
			case seen <- r:
			case <-ctx.Done(): // the writer may be ahead of the last read: nobody takes it
			}
		}, sync.OnceFunc(func() { close(ready) }))
	}()
	<-ready
	go func() {
		for version := uint64(0); ctx.Err() == nil; {
			at, err := bucket.Put(ctx, "one", version, []byte("x"))
			if err != nil {
				if ctx.Err() == nil {
					t.Error(err)
				}
				return
			}
			version = at
		}
	}()
	for range writes {
		r := <-seen
		if got := must[store.Record](t)(bucket.Get(ctx, r.Key)); got.Version < r.Version {
			t.Fatalf("read version %d after %d was seen", got.Version, r.Version)
		}
	}
	cancel()
	ok(t, <-done)
}
