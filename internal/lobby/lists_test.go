package lobby_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"testing"
	"time"

	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/store"
	"theriac/internal/store/memstore"
)

// Every operation on any node updates the lists on all nodes. A node that starts later gets the same lists.
func TestLiveLists(t *testing.T) {
	open := memstore.New().Peer
	h := newHarness(t, open())
	there := h.node(open())
	h.run()
	there.run()
	host, a, b := h.guest(), h.guest(), h.guest()
	private := h.table(lobby.Draft{}, host)
	table := h.table(lobby.Draft{Public: true, Title: "Come in"}, host, a)
	is := func(n *harness, status lobby.Status, taken int) func() bool {
		return func() bool {
			list := n.Open(0, 50)
			return len(list) == 1 && list[0].Table == table.ID && list[0].Status == status && list[0].Taken == taken && list[0].Title == "Come in"
		}
	}
	h.soon("one has sat", is(there, lobby.Gathering, 1))
	h.must(h.Sit(t.Context(), b, table.ID, 1, ""))
	h.soon("both have sat", is(there, lobby.Gathering, 2))
	h.ok(h.Start(t.Context(), host, table.ID))
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

// Tend closes a public table that has been idle for too long.
func TestTendClosesDeserted(t *testing.T) {
	h := newHarness(t, memstore.New())
	idle := h.table(lobby.Draft{Public: true}, h.guest())
	for _, c := range []struct {
		later time.Duration
		want  lobby.Status
	}{{lobby.Deserted, lobby.Gathering}, {time.Second, lobby.Closed}} {
		h.advance(c.later)
		if err := h.Tend(t.Context()); err != nil {
			t.Error(err)
		}
		if got := h.ok(h.Get(t.Context(), idle.ID)); got.Status != c.want {
			t.Errorf("%+v", got)
		}
	}
}

// stepper is the Do of a store whose nth call fails before it has written anything, or only afterwards.
type stepper struct {
	*memstore.Store
	calls, fails int
	written      bool
}

func (s *stepper) Do(ctx context.Context, changes ...store.Change) (uint64, error) {
	if s.calls++; s.calls != s.fails {
		return s.Store.Do(ctx, changes...)
	}
	if s.written {
		_, err := s.Store.Do(ctx, changes...)
		return 0, errors.Join(err, store.ErrLost)
	}
	return 0, store.ErrLost
}

// Whenever a node is lost, each person's notes and the public lists are what the records say, without a repair.
func TestListsAreNeverBehind(t *testing.T) {
	for fails := 1; ; fails++ {
		for _, written := range []bool{false, true} {
			st := memstore.New()
			h := newHarness(t, st)
			host, a, b := h.guest(), h.guest(), h.guest()
			s := &stepper{Store: st, fails: fails, written: written}
			n := lobby.New(lobby.Config{KV: st.KV, Do: s.Do, People: h.people, Now: h.now, Random: rand.Reader, Begin: h.begun.begin})
			table, err := n.Create(t.Context(), host, lobby.Draft{Game: "world", Settings: players("2"), Public: true})
			do := func(f func() error) {
				if err == nil {
					err = f()
				}
			}
			do(func() (err error) { _, _, err = n.Sit(t.Context(), host, table.ID, 0, ""); return err })
			do(func() (err error) { _, _, err = n.Sit(t.Context(), b, table.ID, 1, ""); return err })
			do(func() (err error) { _, err = n.Kick(t.Context(), host, table.ID, b.ID, true); return err })
			do(func() (err error) { _, _, err = n.Sit(t.Context(), a, table.ID, 1, ""); return err })
			do(func() (err error) { _, err = n.Start(t.Context(), host, table.ID); return err })
			do(func() (err error) { _, err = n.Finish(t.Context(), table.ID, lobby.Outcome{}, h.now()); return err })
			do(func() error { return n.Forget(t.Context(), b.ID) })
			do(func() (err error) { _, err = n.TakeDown(t.Context(), h.operator(), table.ID, "x"); return err })
			h.listsFit(st)
			if err == nil {
				if fails < 8 {
					t.Errorf("only %d writes", fails)
				}
				return
			}
		}
	}
}

// listsFit compares the notes and the public lists with the records.
func (h *harness) listsFit(st *memstore.Store) {
	h.t.Helper()
	want, got := map[string]string{}, map[string]string{}
	for _, rec := range h.records(st, lobby.BucketTables) {
		table := h.ok(h.Get(h.t.Context(), rec.Key))
		for _, person := range lobby.Mentions(table) {
			want[person+"."+table.ID] = string(table.Status)
		}
		switch {
		case table.Public && table.Status.Running():
			want[table.ID] = fmt.Sprint(table.Status, table.Taken())
		case table.Public && table.Status == lobby.Finished:
			want["finished"] = fmt.Sprint(table.Status, table.Taken())
		}
	}
	for _, bucket := range []string{lobby.BucketMine, lobby.BucketOpen, lobby.BucketFinished} {
		for _, rec := range h.records(st, bucket) {
			var row struct {
				Status string
				Taken  int
			}
			if err := json.Unmarshal(rec.Data, &row); err != nil {
				h.t.Fatal(err)
			}
			switch bucket {
			case lobby.BucketMine:
				got[rec.Key] = row.Status
			case lobby.BucketOpen:
				got[rec.Key] = fmt.Sprint(row.Status, row.Taken)
			default:
				got["finished"] = fmt.Sprint(row.Status, row.Taken)
			}
		}
	}
	if !maps.Equal(got, want) {
		h.t.Errorf("the lists say %v instead of %v", got, want)
	}
}

func (h *harness) records(st *memstore.Store, bucket string) []store.Record {
	h.t.Helper()
	list, err := st.KV(bucket).List(h.t.Context(), "")
	if err != nil {
		h.t.Fatal(err)
	}
	return list
}

// Another node sees a change after at most Stale, and the node that made the change sees it immediately.
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
	h.refused(err, lobby.RemovedHere)
	h.advance(lobby.Stale)
	_, err = there.Access(t.Context(), a, table.ID)
	h.refused(err, lobby.RemovedHere)
}

// A node's cache may be out of date: the game may have begun, or a person may have joined. So before the node
// rejects a person, it reads the current record.
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

// unreadable is a bucket whose records cannot be decoded while its switch is on.
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

// Each version of a record is decoded once.
func TestRecordIsDecodedOnce(t *testing.T) {
	st := memstore.New()
	h := newHarness(t, st)
	host := h.guest()
	table := h.table(lobby.Draft{}, host, host)
	tables := &unreadable{KV: st.KV("tables")}
	there := lobby.New(lobby.Config{
		KV: st.Instead(lobby.BucketTables, tables), Do: st.Do, People: h.people, Now: h.now, Random: rand.Reader,
	})
	first, err := there.Get(t.Context(), table.ID)
	if err != nil {
		t.Fatal(err)
	}
	tables.on = true
	h.advance(time.Hour) // the age of the cached record does not matter
	again, err := there.Get(t.Context(), table.ID)
	if err != nil || !reflect.DeepEqual(first, again) {
		t.Errorf("%+v, %v", again, err)
	}
	again.Seats[0].Holder = "nobody" // callers get a copy, so this must not change the cache
	if third, err := there.Get(t.Context(), table.ID); err != nil || !reflect.DeepEqual(first, third) {
		t.Errorf("%+v, %v", third, err)
	}
	h.must(h.Sit(t.Context(), host, table.ID, 1, ""))
	if _, err := there.Get(t.Context(), table.ID); err == nil {
		t.Error("a newer version was not read")
	}
}

// The list of finished games is limited: the oldest leave it, in memory and in the store.
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

// The number of public tables is limited for each person and each address. One person's limit does not affect other
// people. A table that leaves the list no longer counts. This guards against audit finding S13.
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
