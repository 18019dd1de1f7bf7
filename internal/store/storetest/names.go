package storetest

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"theriac/internal/store"
)

// Data under one name does not appear under another, and invalid names are rejected.
func testNames(t *testing.T, s Setup) {
	st := s.Open(t)
	ctx := t.Context()
	for _, bad := range []string{"", "a.b", "*", ">", "a b", "a\nb", "é", strings.Repeat("x", 200)} {
		badTable(t, st, bad)
		_, err := st.KV(bad).Get(ctx, "key")
		refused(t, "get from a bucket", bad, err)
		if bad != "a.b" { // unlike other names, a key may contain dots
			badKey(t, st.KV("house"), bad)
		}
	}
	for _, bad := range []string{"", "a b", "a\r\nNats-Rollup: all", strings.Repeat("x", 300)} {
		_, err := st.Log().Append(ctx, "namedtable", 0, bad, nil)
		refused(t, "append with the key", bad, err)
	}
}

// badTable checks that the store rejects bad as the name of a table and of a person.
func badTable(t *testing.T, s store.Store, bad string) {
	ctx, l, c, f := t.Context(), s.Log(), s.Chat(), s.Feed()
	_, err := l.Append(ctx, bad, 0, "k", nil)
	refused(t, "append", bad, err)
	_, err = l.Last(ctx, bad, false)
	refused(t, "last", bad, err)
	_, err = l.After(ctx, bad, 0)
	refused(t, "after", bad, err)
	refused(t, "confirm", bad, l.Confirm(ctx, bad, 0))
	refused(t, "save a snapshot", bad, l.SaveSnapshot(ctx, bad, nil))
	_, err = l.Snapshot(ctx, bad)
	refused(t, "snapshot", bad, err)
	refused(t, "archive", bad, l.Archive(ctx, bad, nil))
	_, err = l.Archived(ctx, bad)
	refused(t, "archived", bad, err)
	refused(t, "remind", bad, l.Remind(ctx, bad, time.Now()))
	refused(t, "publish", bad, f.Publish(bad, "x", nil))
	refused(t, "publish the kind", bad, f.Publish("table", bad, nil))
	_, err = f.Subscribe(bad, func(store.News) {})
	refused(t, "subscribe", bad, err)
	_, err = c.Post(ctx, bad, "person", nil)
	refused(t, "post", bad, err)
	_, err = c.Post(ctx, "table", bad, nil)
	refused(t, "post as", bad, err)
	_, err = c.Lines(ctx, bad, 0, 1)
	refused(t, "lines", bad, err)
	refused(t, "delete by", bad, c.DeleteBy(ctx, bad))
	refused(t, "lines by", bad, c.LinesBy(ctx, bad, nil))
}

// badKey checks that the store rejects bad as a key.
func badKey(t *testing.T, kv store.KV, bad string) {
	ctx := t.Context()
	_, err := kv.Get(ctx, bad)
	refused(t, "get", bad, err)
	_, err = kv.Put(ctx, bad, 0, []byte("x"))
	refused(t, "put", bad, err)
	_, err = kv.PutFor(ctx, bad, []byte("x"), time.Hour)
	refused(t, "put for", bad, err)
	refused(t, "delete", bad, kv.Delete(ctx, bad))
	refused(t, "delete at", bad, kv.DeleteAt(ctx, bad, 1))
	if bad != "" {
		_, err = kv.List(ctx, bad)
		refused(t, "list", bad, err)
		refused(t, "watch", bad, kv.Watch(ctx, bad, nil, nil))
	}
}

// refused fails the test unless err is ErrName, and not ErrAbsent.
func refused(t *testing.T, what, name string, err error) {
	t.Helper()
	for _, not := range []error{nil, store.ErrAbsent, store.ErrConflict, store.ErrUncertain, store.ErrUnavailable} {
		if errors.Is(err, not) {
			t.Errorf("%s %q: %v", what, name, err)
		}
	}
}

// If the caller cancels the context during a write, the write may or may not happen, but never twice.
func testGivenUp(t *testing.T, s Setup) {
	const table = "givenuptable"
	l := s.Open(t).Log()
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	var at uint64
	for _, key := range []string{"one", "two", "three"} {
		place, err := l.Append(ended, table, at, key, []byte(key))
		if err == nil {
			t.Logf("%s was written at %d all the same", key, place)
		} else if errors.Is(err, store.ErrConflict) {
			t.Fatal(err)
		}
		at = must(l.Append(t.Context(), table, at, key, []byte(key)))(t)
	}
	if got := texts(all(t, l, table, at)); got != "one two three" {
		t.Fatal(got)
	}
}
