package daily

import (
	"context"
	"crypto/rand"
	"fmt"
	"sync"
	"testing"
	"time"

	"theriac/internal/lobby"
	"theriac/internal/store"
	"theriac/internal/store/memstore"
)

func rowOf(won bool, turns int, figures ...int) *Row {
	e := &Row{Person: fmt.Sprint(won, turns, figures), Result: Result{Won: won, Turns: turns}}
	for i, f := range figures {
		e.Figures = append(e.Figures, lobby.Figure{Value: f, Less: i == 0})
	}
	return e
}

// A leaderboard is sorted, whatever the order in which results arrive. Equal results share a rank.
// A person who is removed has no row.
func TestBoardOrder(t *testing.T) {
	want := []*Row{
		rowOf(true, 9, 1, 4), rowOf(true, 9, 1, 2), rowOf(true, 9, 3, 9), rowOf(true, 12, 0, 9), rowOf(false, 20, 8, 0), rowOf(false, 7, 0, 30),
	}
	b := &board{all: map[string]*Row{}}
	for _, i := range []int{3, 0, 5, 1, 4, 2} {
		b.set(want[i].Person, want[i])
	}
	twin := rowOf(true, 9, 1, 2)
	twin.Person = "zz"
	b.set("zz", twin)
	b.set("zz", twin) // report the same result twice
	if len(b.order) != 7 || b.won != 5 || b.rank(twin) != 2 || b.rank(want[2]) != 4 || b.rank(want[5]) != 7 {
		t.Fatalf("%d entries, %d won, ranks %d %d %d", len(b.order), b.won, b.rank(twin), b.rank(want[2]), b.rank(want[5]))
	}
	b.set("zz", nil)
	b.set("nobody", nil)
	for i, e := range b.order {
		if e != want[i] {
			t.Errorf("%d is %s", i, e.Person)
		}
	}
	if b.won != 4 {
		t.Errorf("%d won", b.won)
	}
}

// Nodes that create the same day's deal concurrently agree on one secret, which never changes
// afterwards.
func TestOneSecretPerDay(t *testing.T) {
	open := memstore.New().Peer
	now := func() time.Time { return time.Date(2031, 5, 5, 23, 30, 0, 0, time.UTC) }
	var made [6]deal
	var stores [len(made)]*memstore.Store
	for i := range stores {
		stores[i] = open() // each store stands for a node
	}
	var all sync.WaitGroup
	for i := range made {
		all.Go(func() {
			s := stores[i]
			d := New(Config{KV: s.KV, Lobby: lobby.New(lobby.Config{KV: s.KV, Do: s.Do}), Now: now, Random: rand.Reader})
			defer d.Close()
			ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
			defer cancel()
			var err error
			if made[i], err = d.deal(ctx, "2031-05-05", "world"); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for _, m := range made {
		if m.Secret != made[0].Secret || m.Secret == "" || m.Commitment != made[0].Commitment {
			t.Errorf("%+v and %+v", m, made[0])
		}
		if shared, err := m.shared(); err != nil || shared.Deal != "2031-05-05-world" {
			t.Error(err)
		}
	}
}

// A day may have 23 or 25 hours, depending on the time zone, and streaks count days instead of
// hours.
func TestDays(t *testing.T) {
	zone, err := time.LoadLocation("Europe/Zurich")
	if err != nil {
		t.Skip(err)
	}
	now := time.Date(2031, 3, 31, 0, 30, 0, 0, zone)
	d := New(Config{KV: func(string) store.KV { return nil }, Now: func() time.Time { return now }, Zone: zone})
	defer d.Close()
	from, until, opens, ok := d.Bounds("2031-03-30")
	if !ok || until.Sub(from) != 23*time.Hour || opens.Sub(until) != Grace || d.Today() != "2031-03-31" {
		t.Errorf("%v %v %v", from, until, opens)
	}
	for _, no := range []string{"", "2031-3-30", "2031-02-30", "2031-03-30x"} {
		if _, _, _, ok := d.Bounds(no); ok {
			t.Errorf("%q is a day", no)
		}
	}
	done := func(day string) Own { return Own{Day: day, Result: &Result{}} }
	list := []Own{done("2031-03-30"), done("2031-03-29"), done("2031-03-29"), done("2031-03-10"), done("2031-03-11"), done("2031-03-12"), {Day: "2031-03-28"}}
	if s := d.StreakOf(list); s.Now != 2 || s.Best != 3 {
		t.Errorf("%+v", s)
	}
	now = now.Add(24 * time.Hour)
	if s := d.StreakOf(list); s.Now != 0 || s.Best != 3 {
		t.Errorf("a day later %+v", s)
	}
}
