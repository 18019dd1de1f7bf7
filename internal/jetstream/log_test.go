package jetstream_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"theriac/internal/jetstream"
	"theriac/internal/jetstream/jetstreamtest"
	"theriac/internal/store"
)

const (
	table = "abcdefgh"
	raced = "racedtable"
)

func must[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func is(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("%v instead of %v", err, want)
	}
}

func texts(items []store.Item) string {
	var list []string
	for _, it := range items {
		list = append(list, string(it.Data))
	}
	return strings.Join(list, " ")
}

func testAppend(t *testing.T, open func() *jetstream.Store) {
	ctx := t.Context()
	l, other := open().Log(), open().Log()
	_, err := l.Last(ctx, table, true)
	is(t, err, store.ErrAbsent)
	_, err = l.Last(ctx, table, false)
	is(t, err, store.ErrAbsent)
	if items := must[[]store.Item](t)(l.After(ctx, table, 0)); len(items) != 0 {
		t.Fatal(items)
	}

	one := must[uint64](t)(l.Append(ctx, table, 0, "k1", []byte("one")))
	between := must[uint64](t)(l.Append(ctx, "zzzzzzzz", 0, "k1", []byte("another table, the same key")))
	two := must[uint64](t)(other.Append(ctx, table, one, "k2", []byte("two")))
	if one == 0 || between == 0 || two <= one {
		t.Fatal(one, between, two)
	}
	for _, l := range []store.Log{l, other} {
		if it := must[store.Item](t)(l.Last(ctx, table, true)); it.At != two || string(it.Data) != "two" {
			t.Fatal(it)
		}
		is2 := must[[]store.Item](t)(l.After(ctx, table, one))
		if len(is2) > 1 || len(is2) == 1 && is2[0].At != two {
			t.Fatal(is2)
		}
	}

	// A lost race, from either side.
	_, err = l.Append(ctx, table, one, "k3", []byte("late"))
	is(t, err, store.ErrConflict)
	_, err = other.Append(ctx, table, 0, "k4", []byte("late"))
	is(t, err, store.ErrConflict)
	_, err = other.Append(ctx, table, two+10, "k5", []byte("early"))
	is(t, err, store.ErrConflict)
	_, err = other.Append(ctx, "yyyyyyyy", 5, "k5", []byte("behind nothing"))
	is(t, err, store.ErrConflict)

	// The same attempt again: it was written, and is not written twice.
	if at := must[uint64](t)(other.Append(ctx, table, one, "k2", []byte("two"))); at != two {
		t.Fatal("repeat at", at)
	}
	three := must[uint64](t)(l.Append(ctx, table, two, "k6", []byte("three")))
	if at := must[uint64](t)(l.Append(ctx, table, one, "k2", []byte("two"))); at != two {
		t.Fatal("repeat after other writes at", at)
	}
	// The same key at a new place: the stream knows it for a while, so the answer is
	// the old place.
	if at := must[uint64](t)(l.Append(ctx, table, three, "k2", []byte("two"))); at != two {
		t.Fatal("repeat at a new place:", at)
	}
	if got := texts(all(t, l, table, three)); got != "one two three" {
		t.Fatal(got)
	}
}

// all reads a table's log until the entry at last is there.
func all(t *testing.T, l store.Log, table string, last uint64) []store.Item {
	t.Helper()
	var items []store.Item
	for {
		after := uint64(0)
		if len(items) > 0 {
			after = items[len(items)-1].At
		}
		if after == last {
			return items
		}
		items = append(items, must[[]store.Item](t)(l.After(t.Context(), table, after))...)
	}
}

// Writers on all nodes race for the same place: one wins each, nothing is lost or
// doubled, and readers see a growing log meanwhile.
func testRaces(t *testing.T, open func() *jetstream.Store) {
	const writers, each = 6, 15
	var wg sync.WaitGroup
	stop, cancel := context.WithCancel(t.Context())
	reader := open().Log()
	read := make(chan error, 1)
	go func() { read <- follow(stop, reader, raced) }()
	for w := range writers {
		l := open().Log()
		wg.Go(func() {
			for i := range each {
				if err := insist(t.Context(), l, raced, fmt.Sprintf("%d-%d", w, i)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	cancel()
	ok(t, <-read)
	last := must[store.Item](t)(reader.Last(t.Context(), raced, true))
	checkAll(t, all(t, reader, raced, last.At), writers, each)
}

// insist appends an entry that names itself, and repeats until it is in.
func insist(ctx context.Context, l store.Log, table, name string) error {
	for n := 0; ; n++ {
		last, err := l.Last(ctx, table, true)
		if errors.Is(err, store.ErrUnavailable) {
			continue
		}
		if err != nil && !errors.Is(err, store.ErrAbsent) {
			return err
		}
		// A new attempt has a new key, since it is another place.
		key := fmt.Sprintf("%s-%d", name, n)
		_, err = l.Append(ctx, table, last.At, key, []byte(name))
		for errors.Is(err, store.ErrUncertain) && ctx.Err() == nil {
			_, err = l.Append(ctx, table, last.At, key, []byte(name))
		}
		if !errors.Is(err, store.ErrConflict) {
			return err
		}
	}
}

func follow(ctx context.Context, l store.Log, table string) error {
	var at uint64
	for ctx.Err() == nil {
		items, err := l.After(context.WithoutCancel(ctx), table, at)
		if err != nil {
			return err
		}
		for _, it := range items {
			if it.At <= at {
				return fmt.Errorf("place %d after %d", it.At, at)
			}
			at = it.At
		}
	}
	return nil
}

func checkAll(t *testing.T, items []store.Item, writers, each int) {
	t.Helper()
	seen := map[string]int{}
	next := map[string]int{}
	for _, it := range items {
		seen[string(it.Data)]++
		var w, i int
		if _, err := fmt.Sscanf(string(it.Data), "%d-%d", &w, &i); err != nil {
			t.Fatal(err)
		}
		if k := fmt.Sprint(w); next[k] != i {
			t.Errorf("writer %d: %d instead of %d", w, i, next[k])
		} else {
			next[k]++
		}
	}
	if len(items) != writers*each || len(seen) != writers*each {
		t.Errorf("%d entries, %d different, instead of %d", len(items), len(seen), writers*each)
	}
}

// Tails are the same whether the entries lie close together or far apart.
func TestTails(t *testing.T) {
	s := jetstreamtest.One(t)
	l := s.Log()
	var at []uint64
	last := uint64(0)
	for i, gap := range []int{0, 0, 70, 1, 90, 100, 200, 0, 0, 0, 400} {
		for k := range gap {
			must[uint64](t)(l.Append(t.Context(), fmt.Sprintf("between%d-%d", i, k), 0, "k", []byte("x")))
		}
		last = must[uint64](t)(l.Append(t.Context(), table, last, fmt.Sprint(i), []byte(fmt.Sprint(i))))
		at = append(at, last)
	}
	for n := range len(at) + 1 {
		after := uint64(0)
		if n > 0 {
			after = at[n-1]
		}
		items := must[[]store.Item](t)(l.After(t.Context(), table, after))
		if len(items) != len(at)-n {
			t.Fatalf("%d entries behind entry %d", len(items), n)
		}
		for i, it := range items {
			if it.At != at[n+i] || string(it.Data) != fmt.Sprint(n+i) {
				t.Fatalf("behind entry %d: %v", n, it)
			}
		}
	}
}

// A tail longer than one answer.
func TestLongTail(t *testing.T) {
	s := jetstreamtest.One(t)
	l := s.Log()
	var at uint64
	for i := range 1200 {
		at = must[uint64](t)(l.Append(t.Context(), table, at, fmt.Sprint(i), []byte(fmt.Sprint(i))))
	}
	items := must[[]store.Item](t)(l.After(t.Context(), table, 0))
	if len(items) != 1200 || string(items[1199].Data) != "1199" {
		t.Fatal(len(items))
	}
}

func TestNamesAreChecked(t *testing.T) {
	s := jetstreamtest.One(t)
	ctx := t.Context()
	for _, bad := range []string{"", "a.b", "*", ">", "a b", "a\nb", "é", strings.Repeat("x", 200)} {
		_, err := s.Log().Append(ctx, bad, 0, "k", nil)
		refused(t, "append", bad, err)
		_, err = s.Log().Last(ctx, bad, false)
		refused(t, "last", bad, err)
		_, err = s.Log().After(ctx, bad, 0)
		refused(t, "after", bad, err)
		refused(t, "keep", bad, s.Log().SaveSnapshot(ctx, bad, nil))
		_, err = s.Log().Snapshot(ctx, bad)
		refused(t, "kept", bad, err)
		refused(t, "archive", bad, s.Log().Archive(ctx, bad, nil))
		_, err = s.Log().Archived(ctx, bad)
		refused(t, "archived", bad, err)
		refused(t, "tell", bad, s.Feed().Publish(bad, "x", nil))
		refused(t, "tell", bad, s.Feed().Publish("table", bad, nil))
		_, err = s.Feed().Subscribe(bad, func(store.News) {})
		refused(t, "listen", bad, err)
		_, err = s.Chat().Post(ctx, bad, "person", nil)
		refused(t, "say", bad, err)
		_, err = s.Chat().Post(ctx, "table", bad, nil)
		refused(t, "say", bad, err)
		_, err = s.Chat().Lines(ctx, bad, 0, 1)
		refused(t, "said", bad, err)
		refused(t, "unsay", bad, s.Chat().DeleteBy(ctx, bad))
		refused(t, "by", bad, s.Chat().LinesBy(ctx, bad, nil))
		_, err = s.KV(bad).Get(ctx, "key")
		refused(t, "get", bad, err)
		if bad == "a.b" {
			continue // a key may have several words
		}
		_, err = s.KV("house").Get(ctx, bad)
		refused(t, "get", bad, err)
		_, err = s.KV("house").Put(ctx, bad, 0, []byte("x"))
		refused(t, "put", bad, err)
		refused(t, "delete", bad, s.KV("house").Delete(ctx, bad))
		if bad != "" {
			_, err = s.KV("house").List(ctx, bad)
			refused(t, "list", bad, err)
			refused(t, "watch", bad, s.KV("house").Watch(ctx, bad, nil, nil))
		}
	}
	for _, bad := range []string{"", "a b", "a\r\nNats-Rollup: all", strings.Repeat("x", 300)} {
		_, err := s.Log().Append(ctx, table, 0, bad, nil)
		refused(t, "key", bad, err)
	}
}

func refused(t *testing.T, what, name string, err error) {
	t.Helper()
	if err == nil || errors.Is(err, store.ErrAbsent) || errors.Is(err, store.ErrUncertain) {
		t.Errorf("%s of %q: %v", what, name, err)
	}
}

// testConfirm: only the newest place is confirmed, and to ask leaves no table behind.
func testConfirm(t *testing.T, open func() *jetstream.Store) {
	a, b := open().Log(), open().Log()
	ctx := t.Context()
	if err := a.Confirm(ctx, "confirmedtable", 0); err != nil {
		t.Fatal("an empty log:", err)
	}
	first, err := a.Append(ctx, "confirmedtable", 0, "1", []byte("one"))
	if err != nil {
		t.Fatal(err)
	}
	second, err := b.Append(ctx, "confirmedtable", first, "2", []byte("two"))
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range []store.Log{a, b} {
		if err := l.Confirm(ctx, "confirmedtable", first); !errors.Is(err, store.ErrConflict) {
			t.Fatal("an older place is confirmed:", err)
		}
		if err := l.Confirm(ctx, "confirmedtable", second); err != nil {
			t.Fatal(err)
		}
	}
	err = a.Tables(ctx, func(table string) bool {
		if len(table) < 8 {
			t.Errorf("asking left %q behind", table)
		}
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
}
