package storetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"theriac/internal/store"
)

func texts(items []store.Item) string {
	var list []string
	for _, it := range items {
		list = append(list, string(it.Data))
	}
	return strings.Join(list, " ")
}

// all reads a table's log until it has seen the entry at position last, which may take several reads.
func all(t testing.TB, l store.Log, table string, last uint64) []store.Item {
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
		items = append(items, must(l.After(t.Context(), table, after))(t)...)
	}
}

func testAppend(t *testing.T, s Setup) {
	const table = "abcdefgh"
	ctx := t.Context()
	l, other := s.Open(t).Log(), s.Open(t).Log()
	for _, fresh := range []bool{true, false} {
		_, err := l.Last(ctx, table, fresh)
		is(t, err, store.ErrAbsent)
	}
	if items := must(l.After(ctx, table, 0))(t); len(items) != 0 {
		t.Fatal(items)
	}
	data := []byte("one")
	one := must(l.Append(ctx, table, 0, "k1", data))(t)
	copy(data, "two") // the caller may reuse its slice
	between := must(l.Append(ctx, "zzzzzzzz", 0, "k1", []byte("another table, the same key")))(t)
	two := must(other.Append(ctx, table, one, "k2", data))(t)
	if one == 0 || between == 0 || two <= one {
		t.Fatal(one, between, two)
	}
	for _, l := range []store.Log{l, other} {
		if it := must(l.Last(ctx, table, true))(t); it.At != two || string(it.Data) != "two" {
			t.Fatal(it)
		}
		s.settled(t, func() bool {
			items := must(l.After(ctx, table, one))(t)
			return len(items) == 1 && items[0].At == two
		})
	}
	// Append rejects any position but that of the newest entry.
	for after, l := range map[uint64]store.Log{one: l, 0: other, two + 10: other} {
		_, err := l.Append(ctx, table, after, "late", []byte("late"))
		is(t, err, store.ErrConflict)
	}
	_, err := other.Append(ctx, "yyyyyyyy", 5, "k5", []byte("behind nothing"))
	is(t, err, store.ErrConflict)
	if got := texts(all(t, l, table, two)); got != "one two" {
		t.Fatal(got)
	}
}

// An attempt is written once, even if it is repeated after other entries were written.
func testAppendAgain(t *testing.T, s Setup) {
	const table = "againtable"
	ctx := t.Context()
	l, other := s.Open(t).Log(), s.Open(t).Log()
	one := must(l.Append(ctx, table, 0, "k1", []byte("one")))(t)
	two := must(other.Append(ctx, table, one, "k2", []byte("two")))(t)
	same := func(l store.Log, after uint64, why string) {
		t.Helper()
		if at := must(l.Append(ctx, table, after, "k2", []byte("two")))(t); at != two {
			t.Fatalf("%s: at %d instead of %d", why, at, two)
		}
	}
	same(other, one, "at once")
	three := must(l.Append(ctx, table, two, "k3", []byte("three")))(t)
	same(l, one, "after other writes")
	same(l, three, "at a new place")
	if got := texts(all(t, l, table, three)); got != "one two three" {
		t.Fatal(got)
	}
}

// Writers on all nodes compete for each position, and one of them wins it. No entry is lost or written twice,
// and readers see the log grow.
func testRaces(t *testing.T, s Setup) {
	const table, writers, each = "racedtable", 6, 15
	var wg sync.WaitGroup
	stop, cancel := context.WithCancel(t.Context())
	reader := s.Open(t).Log()
	read := make(chan error, 1)
	go func() { read <- follow(stop, reader, table) }()
	for w := range writers {
		l := s.Open(t).Log()
		wg.Go(func() {
			for i := range each {
				if err := insist(t.Context(), l, table, fmt.Sprintf("%d-%d", w, i)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	cancel()
	ok(t, <-read)
	last := must(reader.Last(t.Context(), table, true))(t)
	checkAll(t, all(t, reader, table, last.At), writers, each)
}

// insist appends an entry that contains its own name. It retries until the log contains the entry.
func insist(ctx context.Context, l store.Log, table, name string) error {
	for n := 0; ; n++ {
		last, err := l.Last(ctx, table, true)
		if errors.Is(err, store.ErrUnavailable) {
			continue
		}
		if err != nil && !errors.Is(err, store.ErrAbsent) {
			return err
		}
		// Appending at a different position is a new attempt, so it needs a new key.
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

// follow reads a log while it grows. It returns an error if positions do not increase.
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
	next := map[int]int{}
	for _, it := range items {
		var w, i int
		if _, err := fmt.Sscanf(string(it.Data), "%d-%d", &w, &i); err != nil {
			t.Fatal(err)
		}
		if next[w] != i {
			t.Fatalf("writer %d: %d instead of %d", w, i, next[w])
		}
		next[w]++
	}
	if len(items) != writers*each {
		t.Errorf("%d entries instead of %d", len(items), writers*each)
	}
}

// Confirm accepts only the newest position. Asking about a table does not create it.
func testConfirm(t *testing.T, s Setup) {
	const table = "confirmedtable"
	a, b := s.Open(t).Log(), s.Open(t).Log()
	ctx := t.Context()
	ok(t, a.Confirm(ctx, table, 0))
	first := must(a.Append(ctx, table, 0, "1", []byte("one")))(t)
	second := must(b.Append(ctx, table, first, "2", []byte("two")))(t)
	for _, l := range []store.Log{a, b} {
		is(t, l.Confirm(ctx, table, 0), store.ErrConflict)
		is(t, l.Confirm(ctx, table, first), store.ErrConflict)
		is(t, l.Confirm(ctx, table, second+1), store.ErrConflict)
		ok(t, l.Confirm(ctx, table, second))
	}
	ok(t, a.Confirm(ctx, "neverbegun", 0))
	ok(t, a.Tables(ctx, func(table string) bool {
		if len(table) < 6 || table == "neverbegun" {
			t.Errorf("asking left %q behind", table)
		}
		return true
	}))
}

func testSnapshot(t *testing.T, s Setup) {
	const table = "keeptable"
	ctx := t.Context()
	l, other := s.Open(t).Log(), s.Open(t).Log()
	if s.OwnSnapshots {
		other = l
	}
	_, err := l.Snapshot(ctx, table)
	is(t, err, store.ErrAbsent)
	for _, v := range []string{"first", "second"} {
		ok(t, l.SaveSnapshot(ctx, table, []byte(v)))
		s.settled(t, func() bool {
			got, err := other.Snapshot(ctx, table)
			return err == nil && string(got) == v
		})
	}
	_, err = l.Last(ctx, table, true)
	is(t, err, store.ErrAbsent) // a table with only a snapshot has no entry
}

func testArchive(t *testing.T, s Setup) {
	const table = "finishedtable"
	ctx := t.Context()
	l, other := s.Open(t).Log(), s.Open(t).Log()
	_, err := l.Archived(ctx, table)
	is(t, err, store.ErrAbsent)
	at := must(l.Append(ctx, table, 0, "k", []byte("move")))(t)
	must(l.Append(ctx, "neighbour", 0, "k", []byte("move")))(t)
	ok(t, l.SaveSnapshot(ctx, table, []byte("moves")))
	_, err = l.Archived(ctx, table)
	is(t, err, store.ErrAbsent)
	ok(t, l.Archive(ctx, table, []byte("game")))
	ok(t, other.Archive(ctx, table, []byte("game")))
	is(t, other.Archive(ctx, table, []byte("another game")), store.ErrConflict)
	for _, l := range []store.Log{l, other} {
		if got := must(l.Archived(ctx, table))(t); string(got) != "game" {
			t.Fatalf("%s", got)
		}
		_, err = l.Last(ctx, table, true)
		is(t, err, store.ErrAbsent)
		s.settled(t, func() bool {
			_, err := l.Snapshot(ctx, table)
			return len(must(l.After(ctx, table, 0))(t)) == 0 && errors.Is(err, store.ErrAbsent)
		})
	}
	_, err = l.Append(ctx, table, at, "k2", []byte("after the end"))
	is(t, err, store.ErrConflict)
	if it := must(l.Last(ctx, "neighbour", true))(t); string(it.Data) != "move" {
		t.Fatal(it)
	}
}

func testTables(t *testing.T, s Setup) {
	ctx := t.Context()
	l := s.Open(t).Log()
	names := []string{"tables1", "tables2", "tables3"}
	for _, name := range names {
		must(l.Append(ctx, name, 0, "k", []byte("x")))(t)
		must(l.Append(ctx, name+"x", 0, "k", []byte("x")))(t)
		ok(t, l.Archive(ctx, name+"x", []byte("x")))
	}
	s.settled(t, func() bool {
		times := map[string]int{}
		ok(t, l.Tables(ctx, func(name string) bool { times[name]++; return true }))
		for _, name := range names {
			if times[name] != 1 || times[name+"x"] != 0 {
				return false
			}
		}
		return true
	})
	n := 0
	ok(t, l.Tables(ctx, func(string) bool { n++; return n < 2 }))
	if n != 2 {
		t.Fatal(n)
	}
}
