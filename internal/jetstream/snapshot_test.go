package jetstream_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"theriac/internal/jetstream"
	"theriac/internal/store"
)

// eventually waits until a replica has caught up.
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

func testSnapshot(t *testing.T, open func() *jetstream.Store) {
	ctx := t.Context()
	l, other := open().Log(), open().Log()
	_, err := l.Snapshot(ctx, "keeptable")
	is(t, err, store.ErrAbsent)
	for _, v := range []string{"first", "second"} {
		ok(t, l.SaveSnapshot(ctx, "keeptable", []byte(v)))
		eventually(t, func() bool {
			got, err := other.Snapshot(ctx, "keeptable")
			return err == nil && string(got) == v
		})
	}
}

func testArchive(t *testing.T, open func() *jetstream.Store) {
	const table = "finishedtable"
	ctx := t.Context()
	l, other := open().Log(), open().Log()
	_, err := l.Archived(ctx, table)
	is(t, err, store.ErrAbsent)
	at := must[uint64](t)(l.Append(ctx, table, 0, "k", []byte("move")))
	must[uint64](t)(l.Append(ctx, "neighbour", 0, "k", []byte("move")))
	ok(t, l.SaveSnapshot(ctx, table, []byte("moves")))
	ok(t, l.Archive(ctx, table, []byte("game")))
	ok(t, other.Archive(ctx, table, []byte("game")))
	is(t, other.Archive(ctx, table, []byte("another game")), store.ErrConflict)
	eventually(t, func() bool {
		got, err := other.Archived(ctx, table)
		return err == nil && string(got) == "game"
	})
	_, err = l.Last(ctx, table, true)
	is(t, err, store.ErrAbsent)
	eventually(t, func() bool {
		items, err := other.After(ctx, table, 0)
		_, err2 := other.Snapshot(ctx, table)
		return err == nil && len(items) == 0 && err2 != nil
	})
	_, err = l.Append(ctx, table, at, "k2", []byte("after the end"))
	is(t, err, store.ErrConflict)
	if it := must[store.Item](t)(l.Last(ctx, "neighbour", true)); string(it.Data) != "move" {
		t.Fatal(it)
	}
}

func testTables(t *testing.T, open func() *jetstream.Store) {
	ctx := t.Context()
	l := open().Log()
	for _, name := range []string{"tables1", "tables2", "tables3"} {
		must[uint64](t)(l.Append(ctx, name, 0, "k", []byte("x")))
		must[uint64](t)(l.Append(ctx, name+"x", 0, "k", []byte("x")))
		ok(t, l.Archive(ctx, name+"x", []byte("x")))
	}
	var list []string
	ok(t, l.Tables(ctx, func(name string) bool { list = append(list, name); return true }))
	for _, name := range []string{"tables1", "tables2", "tables3"} {
		if !slices.Contains(list, name) || slices.Contains(list, name+"x") {
			t.Fatal(name, list)
		}
	}
	n := 0
	ok(t, l.Tables(ctx, func(string) bool { n++; return n < 2 }))
	if n != 2 {
		t.Fatal(n)
	}
}

func testDue(t *testing.T, open func() *jetstream.Store) {
	ctx := t.Context()
	l := open().Log()
	now := time.Date(2030, 1, 1, 12, 0, 30, 0, time.UTC)
	due := func(l store.Log, now time.Time) (tables []string) {
		t.Helper()
		for _, r := range must[[]store.Reminder](t)(l.Due(ctx, now)) {
			if r.At.After(now) {
				t.Errorf("%s is due at %s, which is after %s", r.Table, r.At, now)
			}
			tables = append(tables, r.Table)
		}
		return tables
	}
	want := func(got []string, names ...string) {
		t.Helper()
		if !slices.Equal(got, names) {
			t.Fatalf("%v instead of %v", got, names)
		}
	}
	ok(t, l.Remind(ctx, "duepast", now.Add(-48*time.Hour)))
	ok(t, l.Remind(ctx, "duenow", now.Add(-10*time.Second)))
	ok(t, l.Remind(ctx, "duesoon", now.Add(20*time.Second)))
	ok(t, l.Remind(ctx, "duelater", now.Add(3*time.Hour)))
	ok(t, l.Remind(ctx, "duefinished", now.Add(-time.Second)))
	ok(t, l.Archive(ctx, "duefinished", []byte("game")))
	eventually(t, func() bool { // where a replica that is behind answers
		fresh := open().Log()
		return slices.Equal(due(fresh, now), []string{"duenow", "duepast"})
	})
	want(due(l, now), "duenow", "duepast")
	want(due(l, now.Add(time.Second)))
	want(due(l, now.Add(25*time.Second)), "duesoon")
	// A node that restarts within the grace does not trust that anybody acted.
	want(due(open().Log(), now.Add(30*time.Second)), "duenow", "duepast", "duesoon")
	// A reminder whose time is past.
	ok(t, l.Remind(ctx, "duelate", now.Add(-24*time.Hour)))
	eventually(t, func() bool { return slices.Equal(due(l, now.Add(40*time.Second)), []string{"duelate"}) })
	// Afterwards they are gone for good, and what is to come is still there.
	want(due(l, now.Add(10*time.Minute)))
	want(due(l, now.Add(16*time.Minute)))
	eventually(t, func() bool { return len(due(open().Log(), now.Add(17*time.Minute))) == 0 })
	want(due(open().Log(), now.Add(4*time.Hour)), "duelater")
}

func testChat(t *testing.T, open func() *jetstream.Store) {
	ctx := t.Context()
	a, b := open().Chat(), open().Chat()
	var at []uint64
	for i, who := range []string{"anna", "bert", "anna", "carl"} {
		at = append(at, must[uint64](t)(a.Post(ctx, "talktable", who, []byte{byte('0' + i)})))
	}
	must[uint64](t)(b.Post(ctx, "othertalk", "anna", []byte("9")))
	said := func(tk store.Chat, after uint64, most int) (got string) {
		for _, l := range must[[]store.ChatLine](t)(tk.Lines(ctx, "talktable", after, most)) {
			got += l.Person[:1] + string(l.Data)
		}
		return got
	}
	eventually(t, func() bool { return said(b, 0, 10) == "a0b1a2c3" })
	eventually(t, func() bool { return said(a, 0, 10) == "a0b1a2c3" })
	eventually(t, func() bool { return said(a, at[0], 2) == "a2c3" })
	by := func(person string) string {
		got := map[string]string{} // tables come in any order
		ok(t, b.LinesBy(ctx, person, func(table string, l store.ChatLine) { got[table] += table[:1] + string(l.Data) }))
		return got["talktable"] + got["othertalk"]
	}
	eventually(t, func() bool { return by("anna") == "t0t2o9" })
	ok(t, b.DeleteBy(ctx, "anna"))
	eventually(t, func() bool { return by("anna") == "" })
	eventually(t, func() bool { return said(b, 0, 10) == "b1c3" })
	if by("bert") != "t1" {
		t.Fatal("somebody else's words went too")
	}
}

func testFeed(t *testing.T, open func() *jetstream.Store) {
	ctx := t.Context()
	here, there := open(), open()
	heard := make(chan store.News, 100)
	stop := must[func()](t)(there.Feed().Subscribe("feedtable", func(n store.News) { heard <- n }))
	next := func() store.News {
		select {
		case n := <-heard:
			return n
		case <-time.After(5 * time.Second):
			t.Fatal("nothing heard")
			return store.News{}
		}
	}
	// Other nodes learn of a subscriber a moment later.
	eventually(t, func() bool {
		ok(t, here.Feed().Publish("feedtable", "hello", []byte("x")))
		select {
		case <-heard:
			return true
		case <-time.After(20 * time.Millisecond):
			return false
		}
	})
	time.Sleep(50 * time.Millisecond)
	for len(heard) > 0 {
		<-heard
	}
	ok(t, here.Feed().Publish("feedtable", "ghost", []byte("plan")))
	if n := next(); n.Kind != "ghost" || string(n.Data) != "plan" || n.At != 0 {
		t.Fatal(n)
	}
	at := must[uint64](t)(here.Chat().Post(ctx, "feedtable", "anna", []byte("hi")))
	if n := next(); n.Kind != "talk" || n.From != "anna" || n.At != at || string(n.Data) != "hi" {
		t.Fatal(n)
	}
	at = must[uint64](t)(here.Log().Append(ctx, "feedtable", 0, "k", []byte("move")))
	if !here.Alone() {
		if n := next(); n.Kind != "log" || n.At != at || string(n.Data) != "move" {
			t.Fatal(n)
		}
	}
	stop()
	ok(t, here.Feed().Publish("feedtable", "ghost", nil))
	ok(t, here.Feed().Publish("feedtable2", "ghost", nil))
	time.Sleep(50 * time.Millisecond)
	if len(heard) > 0 {
		t.Fatal("heard after the end:", <-heard)
	}
}

func testHealth(t *testing.T, open func() *jetstream.Store) {
	h := open().Health()
	ok(t, h.Ready(t.Context()))
	leaders := must[[]store.Leader](t)(h.Leaders(t.Context()))
	if len(leaders) < 6 {
		t.Fatal(leaders)
	}
	for _, l := range leaders {
		if !l.Known {
			t.Errorf("nobody leads %s", l.Stream)
		}
	}
	if d := must[[]store.Damage](t)(h.Damages(t.Context())); len(d) > 0 {
		t.Fatal(d)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	is(t, h.Ready(ended), store.ErrUncertain)
}
