package daily

import (
	"crypto/rand"
	"sync"
	"testing"
	"time"

	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/store/memstore"
)

// A guest's results move once, to the person that the guest signs in as. If that person has begun
// one of these deals themselves, their own result counts. The leaderboard still names the guest,
// and the guest cannot play these deals again.
func TestBring(t *testing.T) {
	ctx, st := t.Context(), memstore.New()
	now := time.Date(2031, 5, 5, 12, 0, 0, 0, time.UTC)
	d := New(Config{KV: st.KV, Lobby: lobby.New(lobby.Config{KV: st.KV, Do: st.Do}), Now: func() time.Time { return now }, Random: rand.Reader})
	t.Cleanup(d.Close)
	newPerson := func() string {
		id, err := identity.NewID(rand.Reader, identity.PersonLength)
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	begin := func(person, game, table string) bool {
		t.Helper()
		made, err := d.deal(ctx, d.Today(), game)
		if err != nil {
			t.Fatal(err)
		}
		ok, err := d.claim(ctx, person, made, claim{Table: table, Started: now, Company: "alone"}, "")
		if err != nil {
			t.Fatal(err)
		}
		return ok
	}
	finish := func(person, game, table string, turns int) {
		t.Helper()
		made, err := d.deal(ctx, d.Today(), game)
		if err != nil {
			t.Fatal(err)
		}
		over := lobby.Table{ID: table, Game: game, Host: person, Shared: &lobby.Shared{Deal: made.Name, Opens: made.Opens}}
		if err := d.Finish(ctx, over, lobby.Outcome{Cause: "outbreaks", Turns: turns}, now); err != nil {
			t.Fatal(err)
		}
	}
	bring := func(guest, person string) {
		t.Helper()
		if err := d.Bring(ctx, guest, person); err != nil {
			t.Fatal(err)
		}
	}
	tables := func(person string) (list []string) {
		t.Helper()
		own, err := d.Own(ctx, person)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range own {
			if o.Result != nil {
				list = append(list, o.Game+" "+o.Table)
			} else {
				list = append(list, o.Game+" open")
			}
		}
		return list
	}
	same := func(what string, got []string, want ...string) {
		t.Helper()
		if len(got) != len(want) {
			t.Fatalf("%s: %v, not %v", what, got, want)
		}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("%s: %v, not %v", what, got, want)
			}
		}
	}
	onBoard := func(game string) (list []string) {
		t.Helper()
		recs, err := st.KV("results").List(ctx, "on."+d.Today()+"."+game)
		if err != nil {
			t.Fatal(err)
		}
		for _, rec := range recs {
			list = append(list, rec.Key[len(rec.Key)-identity.PersonLength:])
		}
		return list
	}

	guest, ada, bob := newPerson(), newPerson(), newPerson()
	begin(guest, "world", "w1")
	finish(guest, "world", "w1", 9)
	begin(guest, "iberia", "i1")
	finish(guest, "iberia", "i1", 9)
	begin(guest, "pharmacy", "p1") // the game is not finished, so it does not move
	begin(ada, "iberia", "i2")     // Ada's own table, although its game is not finished
	bring(guest, ada)
	same("Ada", tables(ada), "iberia open", "world w1")
	same("the guest", tables(guest), "iberia i1", "pharmacy open")
	same("the board", onBoard("world"), guest) // the row still names the guest; otherwise Ada could choose the best of several guests' results
	same("the other board", onBoard("iberia"), guest)
	if begin(guest, "world", "w2") || begin(ada, "world", "w3") {
		t.Error("the deal counts a second time")
	}
	finish(guest, "world", "w1", 9)            // the end of this game is reported a second time
	same("the board", onBoard("world"), guest) // the row is still the guest's
	bring(guest, ada)                          // call Bring a second time for Ada, and then for Bob
	bring(guest, bob)
	same("Ada", tables(ada), "iberia open", "world w1")
	same("Bob", tables(bob), "iberia i1")      // this result stayed with the guest in the first call
	same("the board", onBoard("world"), guest) // the row is still the guest's
	if s := d.StreakOf(must(d.Own(ctx, ada))); s.Now != 1 {
		t.Errorf("the streak is %+v", s)
	}
	if err := d.Forget(ctx, guest); err != nil {
		t.Fatal(err)
	}
	if recs, err := st.KV("results").List(ctx, "of."+guest); err != nil || len(recs) != 0 {
		t.Errorf("%v stays, %v", recs, err)
	}

	// If many people take a guest's result concurrently, only one of them gets it.
	guest = newPerson()
	begin(guest, "pharmacy", "p2")
	finish(guest, "pharmacy", "p2", 3)
	var all sync.WaitGroup
	people := [6]string{}
	for i := range people {
		people[i] = newPerson()
		all.Go(func() {
			if err := d.Bring(ctx, guest, people[i]); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	have := 0
	for _, p := range people {
		have += len(tables(p))
	}
	if board := onBoard("pharmacy"); have != 1 || len(board) != 1 || board[0] != guest {
		t.Errorf("%d have it, on the board is %v", have, board)
	}
	for _, pair := range [][2]string{{guest, guest}, {"", ada}, {guest, "x"}} {
		if d.Bring(ctx, pair[0], pair[1]) == nil {
			t.Errorf("%v was accepted", pair)
		}
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
