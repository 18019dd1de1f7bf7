package table_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"theriac/internal/store"
	"theriac/internal/table"
)

// ranked is a cluster of three nodes. Each node ranks first for a third of the tables.
type ranked struct {
	nodes [3]*table.Registry
	deaf  bool // whether messages between nodes are lost
}

func threeRanked(t *testing.T, open func() store.Store, clock *fakeClock, ids map[string]int) *ranked {
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

// fire has the given nodes fire their due reminders. It returns how many tables they loaded from the store.
func (r *ranked) fire(t *testing.T, which ...int) (loads int64) {
	t.Helper()
	for _, i := range which {
		before := r.nodes[i].Loads()
		if err := r.nodes[i].FireDue(within(t)); err != nil {
			t.Fatal(err)
		}
		loads += r.nodes[i].Loads() - before
		r.nodes[i].Sweep(-time.Second) // drop the tables, so that firing the next reminder loads them again
	}
	return loads
}

// Only one of three nodes fires a reminder, in whatever order they read it. If that node is dead or its message
// is lost, another node fires the reminder a little later, so that no game is left waiting.
func TestOneNodeFiresAReminder(t *testing.T) {
	each(t, func(t *testing.T, open func() store.Store) {
		const tables = 9
		clock, ids := newClock(), map[string]int{}
		for i := range tables {
			ids[fmt.Sprintf("tablerank%d", i)] = i
		}
		r := threeRanked(t, open, clock, ids)
		for id := range ids {
			if err := r.nodes[0].Begin(within(t), id, header(t, 2, "players", "2"), table.Limit{Each: time.Hour}); err != nil {
				t.Fatal(err)
			}
		}
		moves := func() (n int) {
			looker := newNode(t, open(), clock, false)
			defer looker.Close() // otherwise its timers would make moves for the seats, too
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
			switch {
			case what == "deaf" && (loads <= tables || loads > 3*tables):
				t.Errorf("%s: %d loads are not more than %d and at most %d", what, loads, tables, 3*tables)
			case what != "deaf" && loads != tables:
				t.Errorf("%s: %d loads instead of %d", what, loads, tables)
			}
		}
		round("all live", tables, func() int64 {
			loads := r.fire(t, 0, 1, 2)
			clock.add(time.Minute)
			return loads + r.fire(t, 0, 1, 2)
		})
		// The other node's message can arrive before this node has read the reminder.
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
		// Without messages, a node may fire a reminder that another has fired, but not each does: the first move
		// replaces the reminder in the store.
		r.deaf = true
		round("deaf", tables, func() int64 {
			loads := r.fire(t, 0, 1, 2)
			clock.add(30 * time.Second)
			return loads + r.fire(t, 0, 1, 2)
		})
	})
}
