package storetest

import (
	"fmt"
	"sync"
	"testing"

	"theriac/internal/store"
)

func testChat(t *testing.T, s Setup) {
	ctx := t.Context()
	a, b := s.Open(t).Chat(), s.Open(t).Chat()
	var at []uint64
	for i, who := range []string{"anna", "bert", "anna", "carl"} {
		at = append(at, must(a.Post(ctx, "talktable", who, []byte{byte('0' + i)}))(t))
	}
	must(b.Post(ctx, "othertalk", "anna", []byte("9")))(t)
	said := func(c store.Chat, after uint64, most int) (got string) {
		for _, l := range must(c.Lines(ctx, "talktable", after, most))(t) {
			got += l.Person[:1] + string(l.Data)
		}
		return got
	}
	for _, c := range []store.Chat{a, b} {
		s.settled(t, func() bool { return said(c, 0, 10) == "a0b1a2c3" })
		s.settled(t, func() bool { return said(c, at[0], 2) == "a2c3" })
		s.settled(t, func() bool { return said(c, at[3], 2) == "" })
	}
	by := func(person string) string {
		got := map[string]string{} // LinesBy returns the messages from different tables in any order.
		ok(t, b.LinesBy(ctx, person, func(table string, l store.ChatLine) { got[table] += table[:1] + string(l.Data) }))
		return got["talktable"] + got["othertalk"]
	}
	s.settled(t, func() bool { return by("anna") == "t0t2o9" })
	ok(t, b.DeleteBy(ctx, "anna"))
	ok(t, a.DeleteBy(ctx, "anna"))
	s.settled(t, func() bool { return by("anna") == "" })
	s.settled(t, func() bool { return said(b, 0, 10) == "b1c3" })
	if by("bert") != "t1" {
		t.Fatal("somebody else's words went too")
	}
}

// People write chat messages on all nodes in parallel. Each message is stored once, and those of one person
// stay in order.
func testChatRaces(t *testing.T, s Setup) {
	const people, each = 4, 10
	var wg sync.WaitGroup
	for p := range people {
		c := s.Open(t).Chat()
		wg.Go(func() {
			for i := range each {
				if _, err := c.Post(t.Context(), "loudtable", fmt.Sprint("loud", p), fmt.Append(nil, i)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	c := s.Open(t).Chat()
	var lines []store.ChatLine
	s.settled(t, func() bool {
		lines = must(c.Lines(t.Context(), "loudtable", 0, 2*people*each))(t)
		return len(lines) == people*each
	})
	next, at := map[string]int{}, uint64(0)
	for _, l := range lines {
		if want := fmt.Sprint(next[l.Person]); string(l.Data) != want || l.At <= at {
			t.Fatalf("%s says %s at %d, instead of %s behind %d", l.Person, l.Data, l.At, want, at)
		}
		next[l.Person]++
		at = l.At
	}
}
