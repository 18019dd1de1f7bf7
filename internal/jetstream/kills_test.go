package jetstream_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"theriac/internal/jetstream"
	"theriac/internal/jetstream/jetstreamtest"
	"theriac/internal/store"
)

// model is what a store should have.
type model struct {
	logs     map[string][]store.Item
	archived map[string][]byte
	records  map[string]store.Record
	lines    map[string][]store.ChatLine // by table
	tables   int
	back     int // logs that were cleared and came back
}

const (
	modelKeys   = 12
	modelPeople = 3
)

// step changes the store and the model in the same way.
func (m *model) step(t *testing.T, s *jetstream.Store, rnd *rand.Rand) {
	t.Helper()
	ctx, bucket := t.Context(), s.KV("few")
	data := func() []byte { // a size of which fifty fill a block, unlike any other
		return bytes.Repeat(fmt.Appendf(nil, "%016x", rnd.Uint64()), 1+rnd.IntN(20_000))
	}
	key, person := fmt.Sprint("key", rnd.IntN(modelKeys)), fmt.Sprint("person", rnd.IntN(modelPeople))
	table := fmt.Sprint("game", max(0, m.tables-rnd.IntN(10))) // one of the newest
	switch n := rnd.IntN(100); {
	case n < 35:
		if m.archived[table] != nil {
			return
		}
		list := m.logs[table]
		if len(list) == 0 && table == fmt.Sprint("game", m.tables) {
			m.tables++
		}
		var after uint64
		if len(list) > 0 {
			after = list[len(list)-1].At
		}
		d := data()
		at := must[uint64](t)(s.Log().Append(ctx, table, after, fmt.Sprint("entry", len(list)), d))
		m.logs[table] = append(list, store.Item{At: at, Data: d})
		ok(t, s.Log().Remind(ctx, table, time.Now().Add(time.Hour)))
	case n < 45:
		if len(m.logs[table]) > 0 {
			ok(t, s.Log().SaveSnapshot(ctx, table, data()))
		}
	case n < 57:
		if len(m.logs[table]) > 0 {
			d := data()
			ok(t, s.Log().Archive(ctx, table, d))
			m.archived[table] = d
			delete(m.logs, table)
		}
	case n < 80:
		d := data()
		at := must[uint64](t)(bucket.Put(ctx, key, m.records[key].Version, d))
		m.records[key] = store.Record{Key: key, Version: at, Data: d}
	case n < 84:
		ok(t, bucket.Delete(ctx, key))
		delete(m.records, key)
	case n < 88:
		if r, there := m.records[key]; there {
			ok(t, bucket.DeleteAt(ctx, key, r.Version))
			delete(m.records, key)
		}
	case n < 97:
		d := data()[:16]
		at := must[uint64](t)(s.Chat().Post(ctx, table, person, d))
		m.lines[table] = append(m.lines[table], store.ChatLine{At: at, Person: person, Data: d})
	case n < 98:
		ok(t, s.Chat().DeleteBy(ctx, person))
		for table, list := range m.lines {
			m.lines[table] = slices.DeleteFunc(list, func(l store.ChatLine) bool { return l.Person == person })
		}
	default:
		must[int](t)(s.Pack(ctx, later()))
	}
}

// compare reads everything.
func (m *model) compare(t *testing.T, s *jetstream.Store, when string) {
	t.Helper()
	ctx := t.Context()
	var back []string
	ok(t, s.Log().Tables(ctx, func(table string) bool {
		if m.logs[table] == nil {
			back = append(back, table)
		}
		return true
	}))
	// The server keeps a block that says of others' messages that they are gone, and does not
	// note then that its own last ones are. The archive is the game then, and is cleared again.
	for _, table := range back {
		if in, err := s.Log().InArchive(ctx, table); !in || err != nil {
			t.Errorf("%s: %s has a log and is not in the archive: %v", when, table, err)
		}
		ok(t, s.Log().Archive(ctx, table, m.archived[table]))
		m.back++
	}
	for i := range m.tables {
		table := fmt.Sprint("game", i)
		items := must[[]store.Item](t)(s.Log().After(ctx, table, 0))
		if !slices.EqualFunc(items, m.logs[table], func(a, b store.Item) bool { return a.At == b.At && bytes.Equal(a.Data, b.Data) }) {
			t.Errorf("%s: %s has %d entries instead of %d, or others", when, table, len(items), len(m.logs[table]))
		}
		if want := m.archived[table]; want != nil {
			if !bytes.Equal(must[[]byte](t)(s.Log().Archived(ctx, table)), want) {
				t.Errorf("%s: the archive has another %s", when, table)
			}
			if _, err := s.Log().Snapshot(ctx, table); !errors.Is(err, store.ErrAbsent) {
				t.Errorf("%s: the snapshot of %s, which is archived: %v", when, table, err)
			}
		}
		lines := must[[]store.ChatLine](t)(s.Chat().Lines(ctx, table, 0, 1000))
		if !slices.EqualFunc(lines, m.lines[table], func(a, b store.ChatLine) bool { return a.At == b.At && bytes.Equal(a.Data, b.Data) }) {
			t.Errorf("%s: %s has %d lines instead of %d, or others", when, table, len(lines), len(m.lines[table]))
		}
	}
	for i := range modelKeys {
		key := fmt.Sprint("key", i)
		want, there := m.records[key]
		switch r, err := s.KV("few").Get(ctx, key); {
		case !there && !errors.Is(err, store.ErrAbsent):
			t.Errorf("%s: %s is back with version %d: %v", when, key, r.Version, err)
		case there && (err != nil || r.Version != want.Version || !bytes.Equal(r.Data, want.Data)):
			t.Errorf("%s: %s has version %d instead of %d, %v", when, key, r.Version, want.Version, err)
		}
	}
}

// Whatever is written and deleted, and however often the server is killed or stopped in
// between: it has what it should have.
func TestKills(t *testing.T) {
	for _, seed := range []uint64{3, 8, 15} {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			rnd := rand.New(rand.NewPCG(seed, 0))
			n := jetstreamtest.Start(t, &jetstreamtest.Nodes{}, 1)
			m := &model{logs: map[string][]store.Item{}, archived: map[string][]byte{}, records: map[string]store.Record{}, lines: map[string][]store.ChatLine{}}
			open := func() *jetstream.Store {
				s := n.Open(t, 0)
				s.PackWith(5, nil)
				return s
			}
			s := open()
			most, rewritten := 0, 0
			for round := range 6 {
				for range 60 + rnd.IntN(200) {
					m.step(t, s, rnd)
				}
				most = max(most, len(blocks(t, n.Dir(0), "LOG-0")), len(blocks(t, n.Dir(0), "SHELF")))
				for kill := range 1 + rnd.IntN(3) {
					s.Close()
					if rnd.IntN(4) == 0 {
						n.Stop(t, 0)
					} else {
						leaveKilled(t, n)
						rewritten += must[int](t)(jetstream.CheckBlocks(n.Dir(0)))
					}
					n.Restart(t, 0)
					s = open()
					m.compare(t, s, fmt.Sprintf("round %d, start %d", round, kill+1))
				}
			}
			if most < 2 || rewritten == 0 || len(m.archived) == 0 || len(m.logs) == 0 {
				t.Errorf("%d blocks, %d rewritten, %d games, %d logs: too little was met", most, rewritten, len(m.archived), len(m.logs))
			}
			t.Logf("%d blocks, %d rewritten, %d games, %d logs, %d came back", most, rewritten, len(m.archived), len(m.logs), m.back)
		})
	}
}

// The server notes nothing of the last messages of a block that it means to remove, and
// then keeps the block, because it says of older messages that they are gone. After a kill
// the log is back. It is known as that of a finished game, in a pack too.
func TestEmptiedBlock(t *testing.T) {
	n := jetstreamtest.Start(t, &jetstreamtest.Nodes{}, 1)
	s, ctx := n.Open(t, 0), t.Context()
	large := bytes.Repeat([]byte("moves "), 100_000) // thirteen fill a block
	for i := range 32 {
		must[uint64](t)(s.Log().Append(ctx, fmt.Sprint("game", i), 0, "first", large))
		if i == 20 { // noted in the second block
			ok(t, s.Log().Archive(ctx, "game2", []byte("a game")))
		}
	}
	const from, to = 10, 30
	for i := from; i < to; i++ { // the second block is empty then
		ok(t, s.Log().Archive(ctx, fmt.Sprint("game", i), []byte("a game")))
	}
	s.PackWith(5, nil)
	must[int](t)(s.Pack(ctx, later()))
	s.Close()
	crash(t, n)
	s = n.Open(t, 0)
	var back []string
	ok(t, s.Log().Tables(ctx, func(table string) bool {
		var i int
		if must[int](t)(fmt.Sscanf(table, "game%d", &i)); i >= from && i < to || i == 2 {
			back = append(back, table)
		}
		return true
	}))
	if len(back) != 1 {
		t.Errorf("the logs %v are back: the server has changed", back)
	}
	for _, table := range back {
		if !must[bool](t)(s.Log().InArchive(ctx, table)) {
			t.Errorf("%s has a log, and is not known as finished", table)
		}
		ok(t, s.Log().Archive(ctx, table, []byte("a game")))
		if items := must[[]store.Item](t)(s.Log().After(ctx, table, 0)); len(items) != 0 {
			t.Errorf("%s is not cleared", table)
		}
	}
}
