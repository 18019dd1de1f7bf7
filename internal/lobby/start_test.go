package lobby_test

import (
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"theriac/games/world"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/store/memstore"
)

func TestStart(t *testing.T) {
	st := memstore.New()
	h := newHarness(t, st)
	host, a := h.guest(), h.guest()
	table := h.table(lobby.Draft{Public: true}, host, a)
	_, err := h.Start(t.Context(), host, table.ID)
	h.refused(err, lobby.SeatsEmpty)
	h.ok(h.LetHelp(t.Context(), host, table.ID, a.ID, true))
	h.must(h.Sit(t.Context(), a, table.ID, 1, "other"))
	_, err = h.Start(t.Context(), h.guest(), table.ID)
	h.refused(err, lobby.NotHost)
	_, err = h.Finish(t.Context(), table.ID, lobby.Outcome{}, time.Now())
	h.refused(err, lobby.NotPlaying)

	if !strings.Contains(tableData(t, st, table.ID), `"secret"`) {
		t.Error("the search for the seed cannot find it")
	}
	for range 2 {
		if got := h.ok(h.Start(t.Context(), a, table.ID)); got.Status != lobby.Playing || got.Revision != world.Revision || got.Started.IsZero() {
			t.Errorf("%+v", got)
		}
	}
	_, err = h.Start(t.Context(), h.guest(), table.ID) // a stranger cannot start a running game again
	h.refused(err, lobby.NotHost)
	head := h.begun.headers[table.ID]
	if h.begun.calls != 1 || head.Game != "world" || head.Revision != world.Revision || !slices.Equal(head.Seed.Nonces, []string{"nonce", "other"}) ||
		!slices.Equal(head.Seats, []string{table.Seats[0].ID, table.Seats[1].ID}) || head.Settings.Int("players") != 2 {
		t.Errorf("%d calls, %+v", h.begun.calls, head)
	}
	if !head.Seed.Honest() || hex.EncodeToString(head.Seed.Commitment[:]) != table.Commitment {
		t.Error("the seed is not the promised one")
	}
	// The seed is only in the game's log, not in the record any more.
	data := tableData(t, st, table.ID)
	if strings.Contains(data, `"secret"`) || strings.Contains(data, `"salt"`) || strings.Contains(data, hex.EncodeToString(head.Seed.Secret[:])) {
		t.Errorf("the seed is still in %s", data)
	}
	closed := h.table(lobby.Draft{}, host, host, host)
	h.ok(h.Close(t.Context(), host, closed.ID))
	_, err = h.Start(t.Context(), host, closed.ID)
	h.refused(err, lobby.NotGathering)
}

func tableData(t *testing.T, st *memstore.Store, table string) string {
	t.Helper()
	rec, err := st.KV("tables").Get(t.Context(), table)
	if err != nil {
		t.Fatal(err)
	}
	return string(rec.Data)
}

// If a start is interrupted, the next caller completes it with the same seed and the same nonces.
func TestStartThatBrokeOff(t *testing.T) {
	st := memstore.New()
	h := newHarness(t, st)
	host := h.guest()
	broken := errors.New("the disk is full")
	for name, next := range map[string]func(*harness, string) error{
		"start":  func(n *harness, id string) error { _, err := n.Start(t.Context(), host, id); return err },
		"access": func(n *harness, id string) error { _, err := n.Access(t.Context(), host, id); return err },
		"tend":   func(n *harness, _ string) error { return n.Tend(t.Context()) },
	} {
		table := h.table(lobby.Draft{Public: true}, host, host, host)
		h.begun.fail = broken
		if _, err := h.Start(t.Context(), host, table.ID); !errors.Is(err, broken) {
			t.Errorf("%s: %v", name, err)
		}
		h.ok(h.StandUp(t.Context(), host, table.ID, 0)) // after the holder has left, the seat keeps its nonce
		h.begun.fail = nil
		if err := next(h.node(st), table.ID); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		head, ok := h.begun.headers[table.ID]
		if !ok || !slices.Equal(head.Seed.Nonces, []string{"nonce", "nonce"}) || hex.EncodeToString(head.Seed.Commitment[:]) != table.Commitment {
			t.Errorf("%s: %+v", name, head)
		}
		if strings.Contains(tableData(t, st, table.ID), `"secret"`) {
			t.Errorf("%s: the seed is still in the record", name)
		}
	}
}

// If many calls on all nodes compete, all of them get the same result.
func TestRaces(t *testing.T) {
	open := memstore.New().Peer
	h := newHarness(t, open())
	nodes := []*harness{h, h.node(open()), h.node(open())}
	host := h.guest()
	var people []identity.Person
	for range 9 {
		people = append(people, h.guest())
	}
	each := func(f func(n *harness, p identity.Person) error) (done int) {
		var all sync.WaitGroup
		var won atomic.Int64
		for i, p := range people {
			all.Go(func() {
				if f(nodes[i%3], p) == nil {
					won.Add(1)
				}
			})
		}
		all.Wait()
		return int(won.Load())
	}
	table := h.table(lobby.Draft{Public: true, Settings: players("4")}, host)
	if n := each(func(n *harness, p identity.Person) error {
		_, _, err := n.Sit(t.Context(), p, table.ID, 2, "")
		return err
	}); n != 1 {
		t.Errorf("%d sat down on one seat", n)
	}
	if n := each(func(n *harness, p identity.Person) error {
		_, _, err := n.Sit(t.Context(), p, table.ID, lobby.AnySeat, "")
		return err
	}); n != 3 {
		t.Errorf("%d sat down on three seats", n)
	}
	got := h.ok(h.Get(t.Context(), table.ID))
	if got.Taken() != 4 {
		t.Errorf("%+v", got.Seats)
	}
	if n := each(func(n *harness, _ identity.Person) error { _, err := n.Start(t.Context(), host, table.ID); return err }); n != 9 {
		t.Errorf("%d starts went well", n)
	}
	if len(h.begun.headers) != 1 {
		t.Errorf("%d games began", len(h.begun.headers))
	}
	at := time.Unix(0, h.clock.Load())
	each(func(n *harness, _ identity.Person) error {
		_, err := n.Finish(t.Context(), table.ID, lobby.Outcome{Cause: "end/cures"}, at)
		return err
	})
	var mu sync.Mutex
	rematches := map[string]int{}
	seated := got.Seats[0].Holder
	each(func(n *harness, _ identity.Person) error {
		next, err := n.Rematch(t.Context(), identity.Person{ID: seated}, table.ID)
		mu.Lock()
		defer mu.Unlock()
		rematches[next.ID]++
		if err != nil {
			t.Error(err)
		}
		return err
	})
	if len(rematches) != 1 {
		t.Errorf("%v", rematches)
	}
	for _, n := range nodes {
		list, _, err := n.Mine(t.Context(), seated, 0, 50)
		if err != nil || len(list) != 2 || list[0].Status != lobby.Gathering || list[1].Status != lobby.Finished {
			t.Errorf("%+v, %v", list, err)
		}
	}
	if h.trouble.Load() != 0 {
		t.Error("a list is out of step")
	}
}

func TestRematch(t *testing.T) {
	h := newHarness(t, memstore.New())
	host, a, b := h.guest(), h.guest(), h.guest()
	table := h.table(lobby.Draft{Settings: players("3"), Title: "Sunday", Watch: lobby.WatchOpen}, host, a, b, a)
	_, err := h.Rematch(t.Context(), a, table.ID)
	h.refused(err, lobby.NotFinished)
	h.ok(h.Start(t.Context(), host, table.ID))
	h.ok(h.Finish(t.Context(), table.ID, lobby.Outcome{}, time.Now()))
	_, err = h.Rematch(t.Context(), host, table.ID)
	h.refused(err, lobby.NotSeated)
	_, err = h.Rematch(t.Context(), h.guest(), table.ID)
	h.refused(err, lobby.NoSuchTable)
	got := h.ok(h.Rematch(t.Context(), b, table.ID))
	if got.Previous != table.ID || got.Host != b.ID || got.Title != "Sunday" || got.Watch != lobby.WatchOpen || got.Status != lobby.Gathering ||
		got.Commitment == table.Commitment || len(got.Seats) != 3 || got.Settings.Int("players") != 3 {
		t.Errorf("%+v", got)
	}
	for i, p := range []identity.Person{a, b, a} {
		if got.Seats[i].Holder != p.ID || got.Seats[i].Nonce != "" || got.Seats[i].ID == table.Seats[i].ID {
			t.Errorf("seat %d: %+v", i, got.Seats[i])
		}
	}
	if same := h.ok(h.Rematch(t.Context(), a, table.ID)); same.ID != got.ID {
		t.Errorf("a second rematch %s beside %s", same.ID, got.ID)
	}
	if old := h.ok(h.Get(t.Context(), table.ID)); old.Next != got.ID {
		t.Errorf("%+v", old)
	}
	h.ok(h.Start(t.Context(), b, got.ID))
}

// A rematch at a public table has no seat for a person who may sit at none. If that is the host, the person who asks
// becomes the host.
func TestRematchWithoutPeopleWhoMayNot(t *testing.T) {
	h := newHarness(t, memstore.New())
	host, a := h.guest(), h.guest()
	table := h.table(lobby.Draft{Settings: players("2"), Public: true}, host, host, a)
	h.ok(h.Start(t.Context(), host, table.ID))
	h.ok(h.Finish(t.Context(), table.ID, lobby.Outcome{}, time.Now()))
	h.meets = func(person string) error {
		if person == host.ID {
			return lobby.Refusal{ID: lobby.NotHere}
		}
		return nil
	}
	_, err := h.Rematch(t.Context(), host, table.ID)
	h.refused(err, lobby.NotHere)
	next := h.ok(h.Rematch(t.Context(), a, table.ID))
	if next.Host != a.ID || next.Seats[0].Holder != "" || next.Seats[1].Holder != a.ID {
		t.Errorf("%+v", next)
	}
}

// A rematch counts against the limit of public tables. Otherwise a person who finishes many games could put all
// of them on the public list again. This guards against audit finding S13.
func TestRematchCounts(t *testing.T) {
	h := newHarness(t, memstore.New())
	host, a := h.guest(), h.guest()
	draft := lobby.Draft{Settings: players("2"), Public: true}
	table := h.table(draft, host, host, a)
	h.ok(h.Start(t.Context(), host, table.ID))
	h.ok(h.Finish(t.Context(), table.ID, lobby.Outcome{}, time.Now()))
	var last lobby.Table
	for range 12 { // more often than the limit in this test allows
		last = h.table(draft, host)
	}
	_, err := h.Rematch(t.Context(), a, table.ID)
	h.refused(err, lobby.TooManyPublic)
	h.ok(h.Close(t.Context(), host, last.ID))
	next := h.ok(h.Rematch(t.Context(), a, table.ID))
	if next.Host != host.ID || !next.Public {
		t.Errorf("%+v", next)
	}
	if same := h.ok(h.Rematch(t.Context(), host, table.ID)); same.ID != next.ID { // the rematch already exists, and is not counted twice
		t.Errorf("a second rematch %s beside %s", same.ID, next.ID)
	}
}
