package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"theriac/internal/store"
)

// All nodes are killed while they write. Afterwards the store has every item that it acknowledged. For each
// writer it may have one more, whose acknowledgement was lost.
func testKill(t *testing.T, s Setup) {
	if s.Kill == nil {
		t.Skip("nothing to kill")
	}
	const writers, enough = 4, 60
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var wg sync.WaitGroup
	var acked [writers]int // number of acknowledged items of each kind
	var sum atomic.Int32
	reached := make(chan struct{})
	for w := range writers {
		st := s.Open(t)
		wg.Go(func() {
			for write := keeper(st, w); write(ctx, acked[w]) == nil; {
				acked[w]++
				if sum.Add(1) == enough {
					close(reached)
				}
			}
		})
	}
	<-reached
	s.Kill(t)
	cancel()
	wg.Wait()
	for w := range writers {
		checkKept(t, s.Open(t), w, acked[w])
	}
}

// keeper returns a function that writes the nth item of each kind for a writer.
func keeper(s store.Store, writer int) func(ctx context.Context, n int) error {
	var at, version uint64
	name := fmt.Sprint("keeper", writer)
	return func(ctx context.Context, n int) (err error) {
		data := fmt.Appendf(nil, "%d;", n)
		if at, err = s.Log().Append(ctx, name, at, fmt.Sprint(n), data); err != nil {
			return err
		}
		if version, err = s.KV("kept").Put(ctx, name, version, data); err != nil {
			return err
		}
		if _, err := s.Chat().Post(ctx, name, name, data); err != nil {
			return err
		}
		return s.Log().Archive(ctx, fmt.Sprint(name, "game", n), data)
	}
}

// checkKept fails the test unless the store has everything that it acknowledged to a writer.
func checkKept(t *testing.T, s store.Store, writer, acked int) {
	t.Helper()
	ctx, name := t.Context(), fmt.Sprint("keeper", writer)
	var log, chat strings.Builder
	for _, it := range must(s.Log().After(ctx, name, 0))(t) {
		log.Write(it.Data)
	}
	for _, l := range must(s.Chat().Lines(ctx, name, 0, 100_000))(t) {
		chat.Write(l.Data)
	}
	want := ""
	for n := range acked {
		want += fmt.Sprintf("%d;", n)
	}
	next := fmt.Sprintf("%d;", acked)
	for kind, got := range map[string]string{"log": log.String(), "chat": chat.String()} {
		if got != want && got != want+next {
			t.Errorf("the %s of writer %d has %s instead of %s", kind, writer, got, want)
		}
	}
	last := fmt.Sprintf("%d;", acked-1)
	switch r, err := s.KV("kept").Get(ctx, name); {
	case acked == 0 && errors.Is(err, store.ErrAbsent):
	case err != nil:
		t.Errorf("the record of writer %d: %v", writer, err)
	case string(r.Data) != last && string(r.Data) != next:
		t.Errorf("the record of writer %d has %s instead of %s", writer, r.Data, last)
	}
	for n := range acked {
		game := must(s.Log().Archived(ctx, fmt.Sprint(name, "game", n)))(t)
		if !bytes.Equal(game, fmt.Appendf(nil, "%d;", n)) {
			t.Errorf("game %d of writer %d is %s", n, writer, game)
		}
	}
}

// A full store rejects writes with ErrFull, but can still be read. When it gets more space, it accepts writes
// again.
func testFull(t *testing.T, s Setup) {
	if s.Full == nil {
		t.Skip("nothing to fill")
	}
	const table = "fulltable"
	ctx := t.Context()
	st, widen := s.Full(t)
	data := bytes.Repeat([]byte("x"), 10_000)
	var at uint64
	count, err := 0, error(nil)
	for ; err == nil && count < 500; count++ {
		var place uint64
		if place, err = st.Log().Append(ctx, table, at, fmt.Sprint("k", count), data); err == nil {
			at = place
		}
	}
	is(t, err, store.ErrFull)
	if count--; count < 50 {
		t.Fatal("full after", count)
	}
	if err := st.Health().Ready(ctx); err != nil { // a small record may still fit
		is(t, err, store.ErrFull)
	}
	_, err = st.KV("full").Put(ctx, "large", 0, bytes.Repeat(data, 10))
	is(t, err, store.ErrFull)
	_, err = st.KV("full").Get(ctx, "large")
	is(t, err, store.ErrAbsent)
	if items := must(st.Log().After(ctx, table, 0))(t); len(items) != count || items[count-1].At != at {
		t.Fatalf("%d of %d are there", len(items), count)
	}
	st = widen()
	ok(t, st.Health().Ready(ctx))
	at = must(st.Log().Append(ctx, table, at, "more", data))(t)
	if items := must(st.Log().After(ctx, table, 0))(t); len(items) != count+1 || items[count].At != at {
		t.Fatalf("%d of %d are there with more room", len(items), count+1)
	}
}
