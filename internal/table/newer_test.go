package table_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"theriac/internal/store"
	"theriac/internal/store/memstore"
	"theriac/internal/table"
)

// sealed returns an entry with the given body as a server would store it after the entry prev.
func sealed(t *testing.T, prev []byte, body string) []byte {
	t.Helper()
	chain, err := hex.DecodeString(string(prev))
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(append(chain, body...))
	return append([]byte(hex.EncodeToString(sum[:])+" "), body...)
}

// An entry from a newer version of the program does not count as damage. The table can be read up to that entry
// but accepts no moves on this node. An operator cannot exclude the entry, and other tables are not affected.
// This guards against audit finding S7.
func TestNewerEntry(t *testing.T) {
	each(t, func(t *testing.T, open func() store.Store) {
		clock := newClock()
		here, there := open(), open()
		for i, body := range []string{
			`{"n":%d,"at":1,"kind":"later"}`,
			`{"n":%d,"at":1,"kind":"play","colour":"red"}`,
			`{"form":9,"n":%d,"at":1,"kind":"standing","by":[0]}`,
		} {
			a := newNode(t, here, clock, false)
			id := fmt.Sprint("tablenewer", i)
			ta := a.begun(t, id, header(t, 1), time.Hour)
			playOut(t, ta, rand.New(rand.NewPCG(1, 1)), 4)
			good := ta.State()
			last, err := a.log.Last(within(t), id, true)
			if err != nil {
				t.Fatal(err)
			}
			data := sealed(t, last.Data[:64], fmt.Sprintf(body, good.N+1))
			if _, err := a.log.Append(within(t), id, last.At, "newer", data); err != nil {
				t.Fatal(err)
			}
			b := newNode(t, there, clock, false)
			tb := b.open(t, id)
			if err := tb.Fresh(within(t)); err != nil && !errors.Is(err, table.ErrNewer) {
				t.Fatal(err)
			}
			if !errors.Is(tb.Damaged(), table.ErrNewer) || errors.Is(tb.Damaged(), table.ErrDamaged) {
				t.Fatalf("%s: %v", body, tb.Damaged())
			}
			if tb.State().N != good.N || tb.State().Pos.Hash() != good.Pos.Hash() {
				t.Fatal("it cannot be read up to there")
			}
			if _, err := tb.Do(within(t), "x", answer(tb.State(), rand.New(rand.NewPCG(1, 1)))); !errors.Is(err, table.ErrNewer) {
				t.Fatalf("it takes moves: %v", err)
			}
			if err := tb.Repair(within(t), good.N); !errors.Is(err, table.ErrNewer) {
				t.Fatalf("it can be repaired: %v", err)
			}
			clock.add(2 * time.Hour) // a seat's time runs out, but this node must not move for it
			if err := b.FireDue(within(t)); err != nil {
				t.Fatal(err)
			}
			after, err := a.log.Last(within(t), id, true)
			if err != nil || !bytes.Equal(after.Data, data) {
				t.Fatalf("something was written behind it: %v", err)
			}
			other := b.begun(t, id+"other", header(t, 2), time.Hour)
			do(t, other, "k", answer(other.State(), rand.New(rand.NewPCG(1, 1))))
		}
	})
}

// A game whose rules this program does not know counts as newer, not as damaged. An archived game can be read
// up to its first newer entry. This guards against audit finding S7.
func TestNewerGame(t *testing.T) {
	clock := newClock()
	s := memstore.New()
	a := newNode(t, s, clock, true)
	genesis := sha256.Sum256([]byte("theriac table\ntablerules"))
	opening := `{"n":0,"at":1,"kind":"open","open":{"game":"world","revision":99,"settings":[],"seats":["a","b"],"number":1}}`
	data := sealed(t, []byte(hex.EncodeToString(genesis[:])), opening)
	if _, err := s.Log().Append(within(t), "tablerules", 0, "k", data); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Open(within(t), "tablerules"); !errors.Is(err, table.ErrNewer) {
		t.Errorf("rules of a newer revision: %v", err)
	}

	ta := a.begun(t, "tablestored", header(t, 1), time.Hour)
	playOut(t, ta, rand.New(rand.NewPCG(1, 1)), 4)
	good := ta.State()
	items, err := s.Log().After(within(t), "tablestored", 0)
	if err != nil {
		t.Fatal(err)
	}
	last := sealed(t, items[len(items)-1].Data[:64], fmt.Sprintf(`{"n":%d,"at":1,"kind":"judge"}`, good.N+1))
	whole := fmt.Appendf(nil, "theriac-entries-1 %d 0 %s\n", len(items)+1, last[:64])
	for _, it := range items {
		whole = append(append(whole, it.Data[65:]...), '\n')
	}
	whole = append(append(whole, last[65:]...), '\n')
	if err := s.Log().Archive(within(t), "tablestored", whole); err != nil {
		t.Fatal(err)
	}
	tb := newNode(t, s, clock, true).open(t, "tablestored")
	if !errors.Is(tb.Damaged(), table.ErrNewer) || tb.State().N != good.N || tb.State().Pos.Hash() != good.Pos.Hash() {
		t.Errorf("an archived game with a newer end: entry %d, %v", tb.State().N, tb.Damaged())
	}
	if err := s.Log().Archive(within(t), "tableform", []byte("theriac-entries-2 whatever\n")); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Open(within(t), "tableform"); !errors.Is(err, table.ErrNewer) {
		t.Errorf("an archive of a newer form: %v", err)
	}
}

// overtaken is a log that loses the reply to one write, after which a newer server writes the next entry.
type overtaken struct {
	store.Log
	t    *testing.T
	once bool
}

func (o *overtaken) Append(ctx context.Context, id string, after uint64, key string, data []byte) (uint64, error) {
	at, err := o.Log.Append(ctx, id, after, key, data)
	if err != nil || !o.once {
		return at, err
	}
	o.once = false
	if _, err := o.Log.Append(ctx, id, at, "newer", sealed(o.t, data[:64], `{"n":2,"at":1,"kind":"later"}`)); err != nil {
		return 0, err
	}
	return 0, store.ErrUncertain
}

// A move is acknowledged once it is written, even if a newer server continues the game before the reply
// arrives. After that, this node can write nothing more.
func TestWrittenBeforeNewer(t *testing.T) {
	st, clock := memstore.New(), newClock()
	log := &overtaken{Log: st.Log(), t: t}
	n := &node{recorder: &recorder{t: t}, log: log, clock: clock}
	n.Registry = table.NewRegistry(table.Config{Log: log, Feed: st.Feed(), Clock: clock, Observe: n.recorder, Patience: 2 * time.Second})
	t.Cleanup(n.Close)
	tb := n.begun(t, "tableovertaken", header(t, 1), time.Hour)
	log.once = true
	c := drive(t, tb.State())
	if r, err := tb.Do(within(t), "k", c); err != nil || r.N != 1 {
		t.Errorf("entry %d, %v", r.N, err)
	}
	if _, err := tb.Do(within(t), "l", drive(t, tb.State())); !errors.Is(err, table.ErrNewer) {
		t.Errorf("a further move: %v", err)
	}
}

// lagging is a log that lacks the newest entry whenever it is read from the beginning, as on a lagging replica.
type lagging struct{ store.Log }

func (b lagging) After(ctx context.Context, id string, after uint64) ([]store.Item, error) {
	items, err := b.Log.After(ctx, id, after)
	if after == 0 && len(items) > 0 {
		items = items[:len(items)-1]
	}
	return items, err
}

// If a newer version has continued a game, reading from a lagging replica does not make the table writable
// again.
func TestNewerOnReplicaBehind(t *testing.T) {
	st, clock := memstore.New(), newClock()
	n := &node{recorder: &recorder{t: t}, log: st.Log(), clock: clock}
	n.Registry = table.NewRegistry(table.Config{Log: lagging{st.Log()}, Feed: st.Feed(), Clock: clock, Observe: n.recorder})
	t.Cleanup(n.Close)
	if err := n.Begin(within(t), "tablebehind", header(t, 1), table.Limit{Each: time.Hour}); err != nil {
		t.Fatal(err)
	}
	writer := newNode(t, st, clock, true).open(t, "tablebehind")
	playOut(t, writer, rand.New(rand.NewPCG(1, 1)), 4)
	tb := n.open(t, "tablebehind")
	if err := tb.Fresh(within(t)); err != nil {
		t.Fatal(err)
	}
	last, err := st.Log().Last(within(t), "tablebehind", true)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := st.Log().Append(within(t), "tablebehind", last.At, "newer", sealed(t, last.Data[:64], `{"n":5,"at":1,"kind":"later"}`)); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := tb.Fresh(within(t)); !errors.Is(err, table.ErrNewer) || !errors.Is(tb.Damaged(), table.ErrNewer) {
			t.Fatalf("%v, %v", err, tb.Damaged())
		}
	}
}
