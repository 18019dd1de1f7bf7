package table_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"theriac/internal/store"
	"theriac/internal/store/memstore"
	"theriac/internal/table"
)

// While a game is on a player's device, no node accepts a move, and no seat's time runs out. If the game never
// returns, it eventually continues on the server.
func TestAwayOnAllNodes(t *testing.T) {
	each(t, func(t *testing.T, open func() store.Store) {
		clock := newClock()
		a, b := nodes(t, open, clock)
		here := a.begun(t, "tableaway", header(t, 1, "players", "2"), time.Hour)
		r := rand.New(rand.NewPCG(1, 2))
		playOut(t, here, r, 5)
		there := b.open(t, "tableaway")
		do(t, here, "", table.TakeAlong{By: here.State().Seats()})
		made := here.State().Moves()
		_, err := there.Do(within(t), "", answer(there.State(), r))
		refused(t, err, table.RefusedAway)
		if again := do(t, there, "", table.TakeAlong{By: 1}); !again.State.Away() || again.N != here.State().N {
			t.Error("it was taken along twice")
		}
		log, err := there.State().HandOver()
		if err != nil || len(log) != here.State().N {
			t.Fatal(len(log), err)
		}
		clock.add(48 * time.Hour)
		for _, tb := range []*table.Live{here, there} {
			if err := tb.Expire(within(t)); err != nil {
				t.Fatal(err)
			}
		}
		if s := there.State(); s.Moves() != made || !s.Away() {
			t.Error("the clock ran out while the game was away")
		}
		clock.add(89 * 24 * time.Hour)
		waitFor(t, func() bool {
			if err := there.Expire(context.WithoutCancel(within(t))); err != nil {
				t.Fatal(err)
			}
			return !there.State().Away()
		})
		s := there.State()
		if s.Moves() != made || s.Deadline() <= clock.Now().UnixMilli() {
			t.Error("it goes on elsewhere, or the time is up already")
		}
		if _, err := s.HandOver(); err == nil {
			t.Error("the seed of a game that is here was handed over")
		}
		_, err = there.Do(within(t), "", table.Return{By: 3})
		refused(t, err, table.RefusedNotAway)
		do(t, there, "", answer(s, r))
	})
}

// A table can begin with the moves of an uploaded game that was given up.
func TestBeginsWithItsEnd(t *testing.T) {
	n := newNode(t, memstore.New(), newClock(), true)
	if err := n.Begin(within(t), "tableended", header(t, 1), table.Limit{Each: time.Hour}, table.LeadEnd); err != nil || !n.open(t, "tableended").State().Over {
		t.Errorf("it began, and is not over: %v", err)
	}
}
