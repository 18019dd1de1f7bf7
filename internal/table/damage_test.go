package table_test

import (
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"theriac/internal/store"
	"theriac/internal/store/memstore"
	"theriac/internal/table"
)

// A forged entry at the end of the log makes the table read-only and alerts the operator. The sound entries
// before it can still be read. An operator's repair entry excludes the forged one.
func TestBrokenChain(t *testing.T) {
	each(t, func(t *testing.T, open func() store.Store) {
		clock := newClock()
		a := newNode(t, open(), clock, false)
		ta := a.begun(t, "tablebroken", header(t, 1), time.Hour)
		playOut(t, ta, rand.New(rand.NewPCG(1, 1)), 8)
		good := ta.State()
		last, err := a.log.Last(within(t), "tablebroken", true) // a replica may lag
		if err != nil {
			t.Fatal(err)
		}
		bad := append([]byte{}, last.Data...)
		bad[len(bad)-3] ^= 1 // flip one bit of the hash
		if _, err := a.log.Append(within(t), "tablebroken", last.At, "bad", bad); err != nil {
			t.Fatal(err)
		}
		b := newNode(t, open(), clock, false)
		tb := b.open(t, "tablebroken")
		if err := tb.Fresh(within(t)); err != nil && !errors.Is(err, table.ErrDamaged) {
			t.Fatal(err)
		}
		if !errors.Is(tb.Damaged(), table.ErrDamaged) || len(b.broken) != 1 {
			t.Fatalf("no alarm: %v", tb.Damaged())
		}
		if tb.State().N != good.N || tb.State().Pos.Hash() != good.Pos.Hash() {
			t.Fatal("something else than the sound entries is shown")
		}
		if _, err := tb.Do(within(t), "x", answer(tb.State(), rand.New(rand.NewPCG(1, 1)))); !errors.Is(err, table.ErrDamaged) {
			t.Fatalf("a damaged table takes moves: %v", err)
		}
		if err := tb.Repair(within(t), good.N-1); err == nil {
			t.Fatal("a sound entry was left out")
		}
		if err := tb.Repair(within(t), good.N); err != nil {
			t.Fatal(err)
		}
		do(t, tb, "after", answer(tb.State(), rand.New(rand.NewPCG(1, 1))))
		c := newNode(t, open(), clock, false).open(t, "tablebroken")
		if err := c.Fresh(within(t)); err != nil {
			t.Fatal(err)
		}
		if c.Damaged() != nil || c.State().N != good.N+2 || c.State().Pos.Hash() != tb.State().Pos.Hash() {
			t.Fatalf("after the repair, entry %d: %v", c.State().N, c.Damaged())
		}
		if err := ta.Fresh(within(t)); err != nil || ta.State().N != good.N+2 || ta.Damaged() != nil {
			t.Fatalf("the first node stands at %d: %v, %v", ta.State().N, err, ta.Damaged())
		}
	})
}

// If a log has fewer entries than the snapshot, entries were lost, and the table reports the damage.
func TestLogThatLostItsEnd(t *testing.T) {
	st, clock := memstore.New(), newClock()
	a := newNode(t, st, clock, true)
	ta := a.begun(t, "tablelong", header(t, 1), time.Hour)
	playOut(t, ta, rand.New(rand.NewPCG(2, 1)), 30)
	var kept []byte
	waitFor(t, func() (ok bool) {
		var err error
		kept, err = a.log.Snapshot(within(t), "tablelong")
		return err == nil
	})
	// This second store has the snapshot but only the beginning of the log.
	other := newNode(t, memstore.New(), clock, true)
	items, err := a.log.After(within(t), "tablelong", 0)
	if err != nil {
		t.Fatal(err)
	}
	at := uint64(0)
	for _, it := range items[:3] {
		if at, err = other.log.Append(within(t), "tablelong", at, string(it.Data[:64]), it.Data); err != nil {
			t.Fatal(err)
		}
	}
	if err := other.log.SaveSnapshot(within(t), "tablelong", kept); err != nil {
		t.Fatal(err)
	}
	tb := other.open(t, "tablelong")
	if !errors.Is(tb.Damaged(), table.ErrDamaged) || len(other.broken) != 1 {
		t.Fatalf("nobody noticed: %v", tb.Damaged())
	}
}
