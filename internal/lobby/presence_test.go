package lobby_test

import (
	"sync"
	"testing"
	"time"

	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/store/memstore"
)

// seen returns what a node knows if it has just seen these people, and no others since it began to look.
func (h *harness) seen(from time.Time, people ...identity.Person) lobby.Attendance {
	a := lobby.Attendance{Seen: map[string]time.Time{}, From: from, Grace: lobby.Grace}
	for _, p := range people {
		a.Seen[p.ID] = h.now()
	}
	return a
}

// Several nodes find at the same moment that the host has gone. They make the same person host, once, and the lists of
// both people agree.
func TestHostPassesOnAllNodes(t *testing.T) {
	st := memstore.New()
	h := newHarness(t, st)
	nodes := []*harness{h, h.node(st), h.node(st)}
	host, a, b := h.guest(), h.guest(), h.guest()
	table := h.table(lobby.Draft{Clock: lobby.Clock{Kind: lobby.ClockLive}, Public: true}, host, a, b)
	from := h.now()
	h.advance(lobby.Grace)
	h.ok(h.Attend(t.Context(), table.ID, h.seen(from, a, b)))
	now := h.ok(h.Get(t.Context(), table.ID))
	if since, away := now.AwaySince(host.ID); !away || !since.Equal(from) {
		t.Fatalf("away since %v, %v", since, away)
	}
	h.advance(2 * time.Minute)
	var all sync.WaitGroup
	for i := range 9 {
		all.Go(func() {
			if _, err := nodes[i%3].Attend(t.Context(), table.ID, h.seen(from, a, b)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if got := h.ok(h.Get(t.Context(), table.ID)); got.Host != a.ID || !got.Knows(host.ID) {
		t.Fatalf("%s is host", got.Host)
	}
	for person, hosted := range map[string]bool{host.ID: false, a.ID: true} {
		list, _, err := h.Mine(t.Context(), person, 0, 10)
		if err != nil || len(list) != 1 || list[0].Hosted != hosted {
			t.Errorf("%+v, %v", list, err)
		}
	}
	h.ok(h.Start(t.Context(), a, table.ID))
}

// A program never becomes host, because no one could then start or close the table.
func TestProgramsDoNotInherit(t *testing.T) {
	st := memstore.New()
	h := newHarness(t, st)
	host, a := h.guest(), h.guest()
	bot, _, err := h.people.Guest(t.Context(), identity.Newcomer{Bot: true})
	if err != nil {
		t.Fatal(err)
	}
	table := h.table(lobby.Draft{Clock: lobby.Clock{Kind: lobby.ClockLive}, Settings: players("3")}, host, bot, a)
	from := h.now()
	for range 3 {
		h.advance(time.Minute)
		h.ok(h.Attend(t.Context(), table.ID, h.seen(from, bot)))
	}
	if got := h.ok(h.Get(t.Context(), table.ID)); got.Host != host.ID {
		t.Fatalf("%s is host", got.Host)
	}
	if got := h.ok(h.Attend(t.Context(), table.ID, h.seen(from, bot, a))); got.Host != a.ID {
		t.Fatalf("%s is host", got.Host)
	}
}

// What a node records about presence outlives it. A node that has just begun to look does not make anyone absent
// earlier or later.
func TestAbsenceOutlivesANode(t *testing.T) {
	st := memstore.New()
	h := newHarness(t, st)
	host, a := h.guest(), h.guest()
	table := h.table(lobby.Draft{Clock: lobby.Clock{Kind: lobby.ClockLive}}, host, host, a)
	from := h.now()
	h.advance(lobby.Grace)
	h.ok(h.Attend(t.Context(), table.ID, h.seen(from, a)))
	h.advance(30 * time.Second)
	later := h.node(st)
	got := h.ok(later.Attend(t.Context(), table.ID, h.seen(h.now(), a)))
	if got.Absent(host.ID, h.now()) {
		t.Error("absent after 50 seconds")
	}
	h.advance(10 * time.Second)
	if !got.Absent(host.ID, h.now()) {
		t.Error("present after a minute")
	}
	if got = h.ok(later.Attend(t.Context(), table.ID, h.seen(from, a, host))); got.Absent(host.ID, h.now()) {
		t.Error("absent after coming back")
	}
}
