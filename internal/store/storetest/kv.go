package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"theriac/internal/store"
)

func keys(list []store.Record) string {
	var names []string
	for _, r := range list {
		names = append(names, r.Key)
	}
	return strings.Join(names, " ")
}

func testKV(t *testing.T, s Setup) {
	ctx := t.Context()
	a, b := s.Open(t).KV("people"), s.Open(t).KV("people")
	other := s.Open(t).KV("links")
	_, err := a.Get(ctx, "anna")
	is(t, err, store.ErrAbsent)
	ok(t, a.Delete(ctx, "anna"))
	data := []byte("one")
	v1 := must(a.Put(ctx, "anna", 0, data))(t)
	copy(data, "two") // the caller may use it again
	if r := must(b.Get(ctx, "anna"))(t); r.Version != v1 || string(r.Data) != "one" || r.Key != "anna" {
		t.Fatal(r)
	}
	_, err = other.Get(ctx, "anna")
	is(t, err, store.ErrAbsent)
	_, err = b.Put(ctx, "anna", 0, data)
	is(t, err, store.ErrConflict)
	v2 := must(b.Put(ctx, "anna", v1, data))(t)
	_, err = a.Put(ctx, "anna", v1, []byte("three"))
	is(t, err, store.ErrConflict)
	if _, err := a.Put(ctx, "anna", v2, nil); err == nil {
		t.Fatal("a record without data")
	}
	for _, k := range []string{"anna.phone", "anna.phone.x", "annabel", "bert"} {
		must(a.Put(ctx, k, 0, []byte(k)))(t)
	}
	for prefix, want := range map[string]string{
		"": "anna anna.phone anna.phone.x annabel bert", "anna": "anna anna.phone anna.phone.x",
		"anna.phone": "anna.phone anna.phone.x", "carl": "",
	} {
		if got := keys(must(b.List(ctx, prefix))(t)); got != want {
			t.Fatalf("%q: %s", prefix, got)
		}
	}
	ok(t, a.Delete(ctx, "anna"))
	ok(t, b.Delete(ctx, "anna"))
	_, err = b.Get(ctx, "anna")
	is(t, err, store.ErrAbsent)
	if got := keys(must(b.List(ctx, "anna"))(t)); got != "anna.phone anna.phone.x" {
		t.Fatal(got)
	}
	_, err = b.Put(ctx, "anna", v2, []byte("old version"))
	is(t, err, store.ErrConflict)
	if v3 := must(b.Put(ctx, "anna", 0, []byte("back")))(t); v3 <= v2 {
		t.Fatalf("version %d after %d", v3, v2)
	}
	if r := must(a.Get(ctx, "anna"))(t); string(r.Data) != "back" {
		t.Fatal(r)
	}
	large := bytes.Repeat([]byte("0123456789abcdef"), 16<<10)
	must(a.Put(ctx, "large", 0, large))(t)
	if r := must(b.Get(ctx, "large"))(t); !bytes.Equal(r.Data, large) {
		t.Fatalf("%d bytes of %d", len(r.Data), len(large))
	}
}

// testKVDeleteAt wants one version to go, and no other.
func testKVDeleteAt(t *testing.T, s Setup) {
	ctx := t.Context()
	a, b := s.Open(t).KV("notes"), s.Open(t).KV("notes")
	is(t, a.DeleteAt(ctx, "x", 1), store.ErrConflict)
	v1 := must(a.Put(ctx, "x", 0, []byte("one")))(t)
	v2 := must(b.Put(ctx, "x", v1, []byte("two")))(t)
	other := must(b.Put(ctx, "y", 0, []byte("other")))(t)
	is(t, a.DeleteAt(ctx, "x", v1), store.ErrConflict)
	is(t, a.DeleteAt(ctx, "x", other), store.ErrConflict) // the place of another record
	if r := must(b.Get(ctx, "x"))(t); string(r.Data) != "two" || r.Version != v2 {
		t.Fatal(r)
	}
	ok(t, a.DeleteAt(ctx, "x", v2))
	_, err := b.Get(ctx, "x")
	is(t, err, store.ErrAbsent)
	is(t, b.DeleteAt(ctx, "x", v2), store.ErrConflict)
	_, err = b.Put(ctx, "x", v2, []byte("old version"))
	is(t, err, store.ErrConflict)
	v3 := must(b.Put(ctx, "x", 0, []byte("back")))(t)
	ok(t, b.Delete(ctx, "x"))
	is(t, a.DeleteAt(ctx, "x", v3), store.ErrConflict)
	if list := must(a.List(ctx, ""))(t); len(list) != 1 || string(list[0].Data) != "other" {
		t.Fatal(list)
	}
}

// testKVLife wants a record with a life to go by itself, and one without to stay.
func testKVLife(t *testing.T, s Setup) {
	ctx := t.Context()
	a, b := s.Open(t).KV("brief"), s.Open(t).KV("brief")
	must(a.PutFor(ctx, "short", []byte("one"), time.Millisecond))(t)
	v := must(a.PutFor(ctx, "kept", []byte("one"), time.Second))(t)
	must(b.Put(ctx, "kept", v, []byte("two")))(t) // written again without an end
	must(a.PutFor(ctx, "long", []byte("one"), time.Hour))(t)
	_, err := b.PutFor(ctx, "long", []byte("two"), time.Hour)
	is(t, err, store.ErrConflict)
	eventually(t, func() bool {
		_, err := b.Get(ctx, "short")
		return errors.Is(err, store.ErrAbsent)
	})
	for _, key := range []string{"kept", "long"} {
		must(b.Get(ctx, key))(t)
	}
	must(a.PutFor(ctx, "short", []byte("again"), time.Hour))(t)
	if got := keys(must(b.List(ctx, ""))(t)); got != "kept long short" {
		t.Fatal(got)
	}
}

// Counters in a bucket, raised from all nodes at once.
func testKVRaces(t *testing.T, s Setup) {
	const writers, each = 6, 10
	ctx := t.Context()
	var wg sync.WaitGroup
	made := make(chan bool, writers)
	for range writers {
		kv := s.Open(t).KV("house")
		wg.Go(func() {
			switch _, err := kv.Put(ctx, "once", 0, []byte("x")); {
			case err == nil:
				made <- true
			case !errors.Is(err, store.ErrConflict):
				t.Error(err)
			}
			for range each {
				if err := raise(ctx, kv); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if len(made) != 1 {
		t.Errorf("%d made the same new record", len(made))
	}
	if r := must(s.Open(t).KV("house").Get(ctx, "count"))(t); string(r.Data) != fmt.Sprint(writers*each) {
		t.Errorf("counted %s", r.Data)
	}
}

// raise adds one to a counter.
func raise(ctx context.Context, kv store.KV) error {
	for {
		r, err := kv.Get(ctx, "count")
		if err != nil && !errors.Is(err, store.ErrAbsent) {
			return err
		}
		n := 0
		if err == nil {
			if n, err = strconv.Atoi(string(r.Data)); err != nil {
				return err
			}
		}
		_, err = kv.Put(ctx, "count", r.Version, []byte(fmt.Sprint(n+1)))
		if !errors.Is(err, store.ErrConflict) {
			return err
		}
	}
}
