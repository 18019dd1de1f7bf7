package table_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"theriac/internal/jetstream"
	"theriac/internal/jetstream/jetstreamtest"
	"theriac/internal/store"
	"theriac/internal/table"
)

// ranked is three nodes, of which each comes first for a third of the tables.
type ranked struct {
	nodes [3]*table.Registry
	deaf  bool // no node hears of another
}

func threeRanked(t *testing.T, open func() *jetstream.Store, clock *fakeClock, ids map[string]int) *ranked {
	r := &ranked{}
	for i := range r.nodes {
		st := open()
		r.nodes[i] = table.NewRegistry(table.Config{
			Log: st.Log(), Feed: st.Feed(), Clock: clock, Observe: &recorder{t: t},
			OnEnd: func(context.Context, *table.State) error { return nil },
			Rank:  func(id string) int { return (i + ids[id]) % 3 },
			Fired: func(list []store.Reminder) {
				for j, n := range r.nodes {
					if j != i && !r.deaf {
						n.ReminderFired(list)
					}
				}
			},
		})
		t.Cleanup(r.nodes[i].Close)
	}
	return r
}

// fire lets some nodes fire what is due, and counts how often they read a table for it.
func (r *ranked) fire(t *testing.T, which ...int) (loads int64) {
	t.Helper()
	for _, i := range which {
		before := r.nodes[i].Loads()
		if err := r.nodes[i].FireDue(within(t)); err != nil {
			t.Fatal(err)
		}
		loads += r.nodes[i].Loads() - before
		r.nodes[i].Sweep(-time.Second) // the next reminder finds nothing in memory
	}
	return loads
}

// One of three nodes fires a reminder, whichever order they look in. If it is dead, or
// nobody hears of it, another one does a little later: no game gets stuck.
func TestOneNodeFiresAReminder(t *testing.T) {
	jetstreamtest.Each(t, func(t *testing.T, open func() *jetstream.Store) {
		const tables = 9
		clock, ids := newClock(), map[string]int{}
		for i := range tables {
			ids[fmt.Sprintf("tablerank%d", i)] = i
		}
		r := threeRanked(t, open, clock, ids)
		for id := range ids {
			if err := r.nodes[0].Begin(within(t), id, header(t, 2, "players", "2"), time.Hour); err != nil {
				t.Fatal(err)
			}
		}
		moves := func() (n int) {
			looker := newNode(t, open(), clock, false)
			defer looker.Close() // its timers would play for the seats too
			for id := range ids {
				tb := looker.open(t, id)
				if err := tb.Fresh(within(t)); err != nil {
					t.Fatal(err)
				}
				n += tb.State().Moves()
			}
			return n
		}
		round := func(what string, least int, act func() int64) {
			t.Helper()
			clock.add(61 * time.Minute)
			before := moves()
			loads := act()
			if after := moves(); after < before+least {
				t.Errorf("%s: %d of %d tables went on", what, after-before, least)
			}
			t.Logf("%s: %d loads for %d reminders", what, loads, tables)
			if want := map[string]int64{"all live": tables, "late word": tables, "one is dead": tables, "deaf": 3 * tables}[what]; loads != want {
				t.Errorf("%s: %d loads instead of %d", what, loads, want)
			}
		}
		round("all live", tables, func() int64 {
			loads := r.fire(t, 0, 1, 2)
			clock.add(time.Minute)
			return loads + r.fire(t, 0, 1, 2)
		})
		// The word of others comes before this node has read the reminder itself.
		round("late word", tables, func() int64 {
			loads := r.fire(t, 2, 1, 0) + r.fire(t, 1)
			clock.add(30 * time.Second)
			return loads + r.fire(t, 0, 1, 2)
		})
		round("one is dead", tables, func() int64 {
			loads := r.fire(t, 0, 2)
			if loads != tables*2/3 {
				t.Errorf("%d loads before anybody stands in", loads)
			}
			clock.add(11 * time.Second)
			return loads + r.fire(t, 0, 2)
		})
		r.deaf = true
		round("deaf", tables, func() int64 {
			loads := r.fire(t, 0, 1, 2)
			clock.add(30 * time.Second)
			return loads + r.fire(t, 0, 1, 2)
		})
	})
}
