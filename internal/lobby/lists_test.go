package lobby_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/store"
	"theriac/internal/store/memstore"
)

// In a store that was restored the versions of the lists' entries are higher than all that
// come, since that store counts anew. The lists follow nevertheless.
func TestListsAfterRestore(t *testing.T) {
	from := memstore.New()
	before := newHarness(t, from)
	host, a := before.guest(), before.guest()
	for range 20 { // the store counts
		before.ok(before.Close(t.Context(), host, before.table(lobby.Draft{}, host).ID))
	}
	table := before.table(lobby.Draft{Public: true}, host, a)
	over := before.played(lobby.Draft{Public: true}, host, host, a)
	st := memstore.New()
	for _, name := range buckets {
		list, err := from.KV(name).List(t.Context(), "")
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range list {
			if _, err := st.KV(name).Put(t.Context(), r.Key, 0, r.Data); err != nil {
				t.Fatal(err)
			}
		}
	}
	h := before.node(st)
	h.run()
	h.soon("the lists are as they were", func() bool { return len(h.Open(0, 50)) == 1 && len(h.Finished(0, 50)) == 1 })
	was := h.Open(0, 50)[0]
	h.must(h.Sit(t.Context(), a, table.ID, 1, ""))
	h.soon("somebody has sat", func() bool { list := h.Open(0, 50); return len(list) == 1 && list[0].Taken == 2 })
	if now := h.Open(0, 50)[0]; now.Version >= was.Version {
		t.Errorf("the version was %d and is %d: this test shows nothing", was.Version, now.Version)
	}
	h.ok(h.Start(t.Context(), a, table.ID))
	h.soon("it plays", func() bool { list := h.Open(0, 50); return len(list) == 1 && list[0].Status == lobby.Playing })
	h.ok(h.TakeDown(t.Context(), h.operator(), over.ID, "x"))
	h.soon("it is taken down", func() bool { return len(h.Finished(0, 50)) == 0 })
}

// The lists follow every operation on every node, and a new node sees the same.
func TestLiveLists(t *testing.T) {
	open := memstore.New().Peer
	h := newHarness(t, open())
	there := h.node(open())
	h.run()
	there.run()
	host, a := h.guest(), h.guest()
	private := h.table(lobby.Draft{}, host)
	table := h.table(lobby.Draft{Public: true, Title: "Come in"}, host, a)
	is := func(n *harness, status lobby.Status, taken int) func() bool {
		return func() bool {
			list := n.Open(0, 50)
			return len(list) == 1 && list[0].Table == table.ID && list[0].Status == status && list[0].Taken == taken && list[0].Title == "Come in"
		}
	}
	h.soon("one has sat", is(there, lobby.Gathering, 1))
	h.must(h.Sit(t.Context(), a, table.ID, 1, ""))
	h.soon("both have sat", is(there, lobby.Gathering, 2))
	h.ok(h.Start(t.Context(), a, table.ID))
	h.soon("it plays", is(there, lobby.Playing, 2))
	late := h.node(open())
	late.run()
	h.soon("a new node sees it", is(late, lobby.Playing, 2))
	for range 2 {
		h.ok(there.Finish(t.Context(), table.ID, lobby.Outcome{Cause: "end/cures", Won: 3}, time.Unix(0, h.clock.Load())))
	}
	for _, n := range []*harness{h, there, late} {
		h.soon("it is finished", func() bool { return len(n.Open(0, 50)) == 0 && len(n.Finished(0, 50)) == 1 })
		if f := n.Finished(0, 50)[0]; f.Table != table.ID || f.Outcome.Won != 3 || f.Host != "" {
			t.Errorf("%+v", f)
		}
	}
	h.ok(h.TakeDown(t.Context(), h.operator(), table.ID, "x"))
	h.soon("it is taken down", func() bool { return len(late.Finished(0, 50)) == 0 })
	list, total, err := late.Mine(t.Context(), host.ID, 0, 50)
	if err != nil || total != 2 || len(list) != 2 || list[0].Table != private.ID || list[1].Status != lobby.TakenDown {
		t.Errorf("%+v, %d, %v", list, total, err)
	}
	if h.trouble.Load() != 0 {
		t.Error("a list is out of step")
	}
}

// Finished games come newest first, in pages.
func TestFinishedPages(t *testing.T) {
	h := newHarness(t, memstore.New())
	h.run()
	host := h.guest()
	var ids []string
	for i := range 5 {
		ids = append(ids, h.played(lobby.Draft{Public: true, Title: fmt.Sprint(i)}, host, host, host).ID)
		h.advance(time.Minute)
	}
	h.played(lobby.Draft{}, host, host, host)
	h.soon("all are listed", func() bool { return len(h.Finished(0, 50)) == 5 })
	for skip := range 7 {
		page := h.Finished(skip, 2)
		if len(page) != min(2, max(0, 5-skip)) {
			t.Errorf("%d behind %d", len(page), skip)
		}
		for i, s := range page {
			if s.Table != ids[4-skip-i] {
				t.Errorf("place %d has %s", skip+i, s.Title)
			}
		}
	}
	if n := len(h.Finished(-3, -1)); n != 0 {
		t.Errorf("%d for a page of none", n)
	}
	list, total, err := h.Mine(t.Context(), host.ID, 2, 3)
	if err != nil || total != 6 || len(list) != 3 || list[0].Title != "3" {
		t.Errorf("%+v, %d, %v", list, total, err)
	}
}

// The server repairs lists that a crash between two writes left behind.
func TestRepairLists(t *testing.T) {
	st := memstore.New()
	h := newHarness(t, st)
	host, a := h.guest(), h.guest()
	table := h.table(lobby.Draft{Public: true}, host, a)
	h.advance(time.Second)

	// A note of a table that never existed, and one of a table that does not mention
	// the person.
	ghost := strings.Repeat("g", 12)
	put := func(bucket, key, data string) {
		t.Helper()
		if _, err := st.KV(bucket).Put(t.Context(), key, 0, []byte(data)); err != nil {
			t.Fatal(err)
		}
	}
	stranger := h.guest()
	put("mine", stranger.ID+"."+ghost, `{"status":"gathering"}`)
	put("mine", stranger.ID+"."+table.ID, `torn`)
	if list, _, err := h.Mine(t.Context(), stranger.ID, 0, 50); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
	if left, err := st.KV("mine").List(t.Context(), stranger.ID); err != nil || len(left) != 0 {
		t.Errorf("%v, %v", left, err)
	}

	// An open table that does not exist, and one whose entry is old or missing.
	put("open", ghost, fmt.Sprintf(`{"table":%q,"status":"gathering","version":1}`, ghost))
	rec, err := st.KV("open").Get(t.Context(), table.ID)
	if err != nil {
		t.Fatal(err)
	}
	h.ok(h.Close(t.Context(), host, table.ID))
	put("open", table.ID, string(rec.Data))
	if err := h.RepairLists(t.Context()); err != nil {
		t.Error(err)
	}
	if left, err := st.KV("open").List(t.Context(), ""); err != nil || len(left) != 0 {
		t.Errorf("%v, %v", left, err)
	}
	// A finish whose lists were not written is completed by the next call.
	over := h.played(lobby.Draft{Public: true}, host, host, host)
	list, err := st.KV("finished").List(t.Context(), "")
	if err != nil || len(list) != 1 {
		t.Fatalf("%v, %v", list, err)
	}
	if err := st.KV("finished").Delete(t.Context(), list[0].Key); err != nil {
		t.Fatal(err)
	}
	h.ok(h.Finish(t.Context(), over.ID, lobby.Outcome{}, time.Now()))
	if again, err := st.KV("finished").List(t.Context(), ""); err != nil || len(again) != 1 || again[0].Key != list[0].Key {
		t.Errorf("%v, %v", again, err)
	}
	// A public table where nothing happens is closed.
	idle := h.table(lobby.Draft{Public: true}, host)
	h.advance(lobby.Deserted)
	if err := h.RepairLists(t.Context()); err != nil {
		t.Error(err)
	}
	if got := h.ok(h.Get(t.Context(), idle.ID)); got.Status != lobby.Gathering {
		t.Errorf("%+v", got)
	}
	h.advance(time.Second)
	if err := h.RepairLists(t.Context()); err != nil {
		t.Error(err)
	}
	if got := h.ok(h.Get(t.Context(), idle.ID)); got.Status != lobby.Closed {
		t.Errorf("%+v", got)
	}
}

// Another node sees a change after Stale at the latest, this one at once.
func TestAccessIsFreshHere(t *testing.T) {
	st := memstore.New()
	h := newHarness(t, st)
	there := h.node(st)
	host, a := h.guest(), h.guest()
	table := h.table(lobby.Draft{}, host, a)
	for _, n := range []*harness{h, there} {
		if _, err := n.Access(t.Context(), a, table.ID); err != nil {
			t.Fatal(err)
		}
	}
	h.ok(h.Kick(t.Context(), host, table.ID, a.ID, false))
	_, err := h.Access(t.Context(), a, table.ID)
	h.refused(err, lobby.NoSuchTable)
	h.advance(lobby.Stale)
	_, err = there.Access(t.Context(), a, table.ID)
	h.refused(err, lobby.NoSuchTable)
}

// A node that still remembers a table as gathering, or without a person, looks again before
// it refuses: another node has begun the game, or let them in.
func TestAccessLooksBeforeItRefuses(t *testing.T) {
	st := memstore.New()
	h := newHarness(t, st)
	there := h.node(st)
	host, a := h.guest(), h.guest()
	table := h.table(lobby.Draft{}, host, host)
	if _, err := there.Access(t.Context(), host, table.ID); err != nil {
		t.Fatal(err)
	}
	_, err := there.Access(t.Context(), a, table.ID)
	h.refused(err, lobby.NoSuchTable)
	invite, err := h.InviteLink(t.Context(), host, table.ID)
	if err != nil {
		t.Fatal(err)
	}
	h.must(h.Follow(t.Context(), a, invite, ""))
	h.must(h.Sit(t.Context(), a, table.ID, 1, ""))
	if got, err := there.Access(t.Context(), a, table.ID); err != nil || !got.Seats.Has(1) {
		t.Errorf("%+v, %v", got, err)
	}
	h.ok(h.Start(t.Context(), host, table.ID))
	if got, err := there.Access(t.Context(), host, table.ID); err != nil || got.Table.Status != lobby.Playing {
		t.Errorf("%s, %v", got.Table.Status, err)
	}
}

// unreadable gives records whose text cannot be read, while it is on.
type unreadable struct {
	store.KV
	on bool
}

func (u *unreadable) Get(ctx context.Context, key string) (store.Record, error) {
	r, err := u.KV.Get(ctx, key)
	if u.on {
		r.Data = []byte("{")
	}
	return r, err
}

// A record is read from its text once for each of its versions.
func TestRecordIsDecodedOnce(t *testing.T) {
	st := memstore.New()
	h := newHarness(t, st)
	host := h.guest()
	table := h.table(lobby.Draft{}, host, host)
	tables := &unreadable{KV: st.KV("tables")}
	there := lobby.New(lobby.Config{
		KV: st.Instead(lobby.BucketTables, tables), People: h.people, Now: h.now, Random: rand.Reader,
	})
	first, err := there.Get(t.Context(), table.ID)
	if err != nil {
		t.Fatal(err)
	}
	tables.on = true
	h.advance(time.Hour) // however old it is
	again, err := there.Get(t.Context(), table.ID)
	if err != nil || !reflect.DeepEqual(first, again) {
		t.Errorf("%+v, %v", again, err)
	}
	again.Seats[0].Holder = "nobody" // callers have a copy
	if third, err := there.Get(t.Context(), table.ID); err != nil || !reflect.DeepEqual(first, third) {
		t.Errorf("%+v, %v", third, err)
	}
	h.must(h.Sit(t.Context(), host, table.ID, 1, ""))
	if _, err := there.Get(t.Context(), table.ID); err == nil {
		t.Error("a newer version was not read")
	}
}

// The list of finished games is cut at its old end, in memory and in the store.
func TestFinishedIsBounded(t *testing.T) {
	st := memstore.New()
	h := newHarness(t, st)
	h.run()
	const most = mostFinished
	key := func(i int) string { return fmt.Sprintf("%012x-aaaaaaaaaaaa", i) }
	for i := range 2*most + 1 {
		data := []byte(`{"table":"aaaaaaaaaaaa","status":"finished","version":1}`)
		if _, err := st.KV("finished").Put(t.Context(), key(i), 0, data); err != nil {
			t.Fatal(err)
		}
	}
	h.soon("the store holds the newest only", func() bool {
		list, err := st.KV("finished").List(t.Context(), "")
		if err != nil {
			t.Fatal(err)
		}
		if len(list) < most {
			t.Fatalf("%d are left", len(list))
		}
		for _, rec := range list {
			if rec.Key < key(most+1) {
				return false
			}
		}
		return len(list) == most
	})
	if n := len(h.Finished(most-1, 50)); n != 1 || len(h.Finished(most, 50)) != 0 {
		t.Errorf("%d at the end", n)
	}
}

// S13: one person, and one address, have only so many tables on the public list;
// others are not held up by it, and a table that leaves the list makes room.
func TestPublicTablesAreCounted(t *testing.T) {
	h := newHarness(t, memstore.New())
	h.run()
	create := func(by identity.Person, public bool, from string) (lobby.Table, error) {
		return h.Create(t.Context(), by, lobby.Draft{Game: "world", Public: public, From: from})
	}
	ann, ben, cleo := h.guest(), h.guest(), h.guest()
	var made []lobby.Table
	for {
		table, err := create(ann, true, "192.0.2.1")
		if err != nil {
			h.refused(err, lobby.TooManyPublic)
			break
		}
		made = append(made, table)
	}
	if len(made) != 12 {
		t.Errorf("one person has %d public tables", len(made))
	}
	if _, err := create(ann, false, "192.0.2.1"); err != nil {
		t.Error("a private table:", err)
	}
	bens := 0
	for {
		if _, err := create(ben, true, "192.0.2.1"); err != nil {
			h.refused(err, lobby.TooManyPublic)
			break
		}
		bens++
	}
	if bens != 3 {
		t.Errorf("one address has %d public tables", 12+bens)
	}
	if _, err := create(cleo, true, "192.0.2.2"); err != nil {
		t.Error("another address:", err)
	}
	if _, err := h.Lobby.Close(t.Context(), ann, made[0].ID); err != nil {
		t.Fatal(err)
	}
	h.soon("there is room again", func() bool { _, err := create(ben, true, "192.0.2.1"); return err == nil })
	if _, err := create(ben, true, "192.0.2.1"); lobby.Refused(err) != lobby.TooManyPublic {
		t.Error("room for one became room for two", err)
	}
}
