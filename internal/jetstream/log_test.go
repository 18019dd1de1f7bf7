package jetstream_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

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

// eventually waits until something is true.
func eventually(t *testing.T, f func() bool) {
	t.Helper()
	for range 6000 {
		if f() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("never came true")
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
