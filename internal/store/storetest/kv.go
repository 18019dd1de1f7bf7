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
	copy(data, "two") // the caller may reuse its slice
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
		s.settled(t, func() bool { return must(b.Count(ctx, prefix))(t) == len(strings.Fields(want)) })
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

// DeleteAt removes a record only if the given version is its newest one.
func testKVDeleteAt(t *testing.T, s Setup) {
	ctx := t.Context()
	a, b := s.Open(t).KV("notes"), s.Open(t).KV("notes")
	is(t, a.DeleteAt(ctx, "x", 1), store.ErrConflict)
	v1 := must(a.Put(ctx, "x", 0, []byte("one")))(t)
	v2 := must(b.Put(ctx, "x", v1, []byte("two")))(t)
	other := must(b.Put(ctx, "y", 0, []byte("other")))(t)
	is(t, a.DeleteAt(ctx, "x", v1), store.ErrConflict)
	is(t, a.DeleteAt(ctx, "x", other), store.ErrConflict) // the version of a different record
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

// Do makes all of its changes or none, and those who watch hear of each.
func testDo(t *testing.T, s Setup) {
	ctx := t.Context()
	a, b := s.Open(t), s.Open(t)
	data := []byte("one")
	var mu sync.Mutex
	heard, ready := map[string]string{}, make(chan struct{})
	watching(t, b.KV("do-b"), "", func(r store.Record) {
		mu.Lock()
		defer mu.Unlock()
		heard[r.Key] = string(r.Data)
	}, func() { close(ready) })
	<-ready
	v := must(a.Do(ctx, store.Change{Bucket: "do-a", Key: "x", Data: data}, store.Change{Bucket: "do-b", Key: "y", Any: true, Data: data},
		store.Change{Bucket: "do-b", Key: "none"}))(t)
	copy(data, "two") // the caller may reuse its slice
	for bucket, key := range map[string]string{"do-a": "x", "do-b": "y"} {
		if r := must(b.KV(bucket).Get(ctx, key))(t); r.Version != v || string(r.Data) != "one" {
			t.Fatal(r)
		}
	}
	for name, c := range map[string]store.Change{
		"an old version": {Bucket: "do-a", Key: "x", Version: v - 1, Data: data}, "not new": {Bucket: "do-a", Key: "x", Data: data},
		"there": {Bucket: "do-a", Key: "x"}, "absent": {Bucket: "do-a", Key: "z", Version: v},
	} {
		_, err := b.Do(ctx, store.Change{Bucket: "do-b", Key: "y", Any: true}, store.Change{Bucket: "do-b", Key: "new", Data: data}, c)
		if !errors.Is(err, store.ErrConflict) {
			t.Fatalf("%s: %v", name, err)
		}
	}
	if got := keys(must(a.KV("do-b").List(ctx, ""))(t)); got != "y" {
		t.Fatal(got)
	}
	w := must(b.Do(ctx, store.Change{Bucket: "do-a", Key: "x", Version: v}, store.Change{Bucket: "do-b", Key: "y", Version: v},
		store.Change{Bucket: "do-b", Key: "new", Data: data, Life: time.Hour}, store.Change{Bucket: "do-b", Key: "brief", Data: data, Life: time.Millisecond}))(t)
	if w <= v {
		t.Fatalf("version %d after %d", w, v)
	}
	_, err := a.KV("do-a").Get(ctx, "x")
	is(t, err, store.ErrAbsent)
	eventually(t, func() bool { return keys(must(a.KV("do-b").List(ctx, ""))(t)) == "new" })
	eventually(t, func() bool {
		mu.Lock()
		defer mu.Unlock()
		y, known := heard["y"]
		return known && y == "" && heard["new"] == "two"
	})
	for name, bad := range map[string][]store.Change{
		"a name":     {{Bucket: "do-a", Key: "a b", Data: data}},
		"a bucket":   {{Key: "a", Data: data}},
		"one record": {{Bucket: "do-a", Key: "x", Data: data}, {Bucket: "do-a", Key: "x", Any: true}},
	} {
		if _, err := a.Do(ctx, bad...); !errors.Is(err, store.ErrName) {
			t.Errorf("%s: %v", name, err)
		}
	}
	at := must(a.KV("peek").Put(ctx, "a.b", 0, data))(t)
	s.settled(t, func() bool {
		r, err := store.Peek(b.KV("peek"), ctx, "a.b")
		return err == nil && r.Version == at
	})
	_, err = store.Peek(b.KV("peek"), ctx, "a") // only a longer key begins with it
	is(t, err, store.ErrAbsent)
	var many []store.Change
	for i := range store.MaxChanges + 1 {
		many = append(many, store.Change{Bucket: "do-many", Key: fmt.Sprint(10000 + i), Data: data})
	}
	_, err = a.Do(ctx, many...)
	is(t, err, store.ErrTooMany)
	must(a.Do(ctx, many[1:]...))(t)
	after, n := "", 0
	s.settled(t, func() bool {
		after, n = "", 0
		for {
			list := must(b.KV("do-many").Page(ctx, "", after, 100))(t)
			if n += len(list); len(list) == 0 {
				return n == store.MaxChanges
			}
			after = list[len(list)-1].Key
		}
	})
	_, err = a.Do(ctx, store.Change{Bucket: "do-many", Key: "large", Data: make([]byte, store.MaxChangeBytes+1)})
	is(t, err, store.ErrTooMany)
	must(a.Do(ctx, store.Change{Bucket: "do-many", Key: "large", Data: make([]byte, store.MaxChangeBytes)}))(t)
}

// Of several writers who move counters of two buckets together, none is lost, and the counters never differ.
func testDoRaces(t *testing.T, s Setup) {
	const writers, each = 4, 8
	ctx := t.Context()
	var wg sync.WaitGroup
	for range writers {
		db := s.Open(t)
		wg.Go(func() {
			for done := 0; done < each; {
				x, err := db.KV("do-races").Get(ctx, "x")
				if err != nil && !errors.Is(err, store.ErrAbsent) {
					t.Error(err)
					return
				}
				y, err := db.KV("do-races").Get(ctx, "y")
				if err != nil && !errors.Is(err, store.ErrAbsent) {
					t.Error(err)
					return
				}
				if x.Version == y.Version && string(x.Data) != string(y.Data) {
					t.Errorf("%s and %s", x.Data, y.Data)
				}
				n, _ := strconv.Atoi(string(x.Data))
				data := fmt.Append(nil, n+1)
				_, err = db.Do(ctx, store.Change{Bucket: "do-races", Key: "x", Version: x.Version, Data: data},
					store.Change{Bucket: "do-races", Key: "y", Version: y.Version, Data: data})
				if err == nil {
					done++
				} else if !errors.Is(err, store.ErrConflict) {
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	for _, key := range []string{"x", "y"} {
		if r := must(s.Open(t).KV("do-races").Get(ctx, key))(t); string(r.Data) != fmt.Sprint(writers*each) {
			t.Errorf("%s counted %s", key, r.Data)
		}
	}
}

// A record with a limited lifetime disappears by itself. Other records do not.
func testKVLife(t *testing.T, s Setup) {
	ctx := t.Context()
	a, b := s.Open(t).KV("brief"), s.Open(t).KV("brief")
	must(a.PutFor(ctx, "short", []byte("one"), time.Millisecond))(t)
	v := must(a.PutFor(ctx, "kept", []byte("one"), time.Second))(t)
	must(b.Put(ctx, "kept", v, []byte("two")))(t) // written again, without a limited lifetime
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

// All nodes increase the same counters in parallel, and no increase is lost.
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

// raise adds one to the counter in a record.
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
