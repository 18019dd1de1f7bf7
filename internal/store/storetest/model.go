package storetest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"theriac/internal/store"
)

// steps is the number of random operations per seed. The store restarts halfway through.
const steps = 400

// testModel applies the same random operations to the store and to plain maps. Both must give equal results, at
// each step and after a restart. With -short, it uses one seed only.
func testModel(t *testing.T, s Setup) {
	seeds := uint64(3)
	if testing.Short() {
		seeds = 1
	}
	for seed := range seeds {
		name := fmt.Sprint("model", seed)
		t.Run(name, func(t *testing.T) {
			m := &model{
				Setup: s, t: t, rng: rand.New(rand.NewPCG(seed, 1)), name: name, tables: map[string]*tableModel{},
				records: map[string]map[string]store.Record{}, gone: map[string]uint64{},
			}
			m.open()
			for i := range steps {
				m.step()
				if i == steps/2 {
					m.compare()
					if m.Restart != nil {
						m.Restart(t)
						m.open()
					}
					m.compare()
				}
			}
			m.compare()
			m.compareDue()
		})
	}
}

// model describes what the store should contain.
type model struct {
	Setup
	t       *testing.T
	rng     *rand.Rand
	name    string // prefix of all names that this test uses
	stores  []store.Store
	keys    int
	tables  map[string]*tableModel
	records map[string]map[string]store.Record // by bucket and key
	gone    map[string]uint64                  // by bucket and key: the newest version so far, also of deleted records
	chat    []store.Said
}

// tableModel describes what the store should contain about one table.
type tableModel struct {
	log       []entry
	snapshot  string
	archive   string
	reminders map[time.Time]bool
}

type entry struct {
	store.Item
	after uint64
	key   string
}

func (t *tableModel) last() uint64 {
	if len(t.log) == 0 {
		return 0
	}
	return t.log[len(t.log)-1].At
}

// open opens the store on every node.
func (m *model) open() {
	m.stores = nil
	for range m.Nodes {
		m.stores = append(m.stores, m.Open(m.t))
	}
}

func (m *model) any() store.Store { return m.stores[m.rng.IntN(len(m.stores))] }

// fresh returns a text that is new in this test.
func (m *model) fresh() string {
	m.keys++
	return fmt.Sprintf("%s-%d", m.name, m.keys)
}

func pick[T any](m *model, list []T) T { return list[m.rng.IntN(len(list))] }

func (m *model) table() (string, *tableModel) {
	name := fmt.Sprint(m.name, "t", m.rng.IntN(5))
	if m.tables[name] == nil {
		m.tables[name] = &tableModel{reminders: map[time.Time]bool{}}
	}
	return name, m.tables[name]
}

// expect fails the test unless a step returned the error want, which is nil or an error of package store.
func (m *model) expect(err, want error, step string, args ...any) {
	m.t.Helper()
	if err != want && !errors.Is(err, want) { //nolint:errorlint // == is needed, because want may be nil
		m.t.Fatalf("%s: %v instead of %v", fmt.Sprintf(step, args...), err, want)
	}
}

// step applies one random operation.
func (m *model) step() {
	steps := []func(context.Context, store.Store){
		m.append, m.append, m.append, m.appendLate, m.appendAgain, m.snapshot, m.confirm, m.remind, m.archive,
		m.put, m.put, m.put, m.putLate, m.delete, m.deleteAt, m.do, m.do, m.get, m.list, m.page, m.post, m.post, m.deleteBy,
	}
	pick(m, steps)(m.t.Context(), m.any())
}

func (m *model) append(ctx context.Context, s store.Store) {
	name, tab := m.table()
	if tab.archive != "" {
		return // the table's game is over
	}
	e := entry{after: tab.last(), key: m.fresh(), Item: store.Item{Data: []byte(m.fresh())}}
	at, err := s.Log().Append(ctx, name, e.after, e.key, e.Data)
	m.expect(err, nil, "append to %s", name)
	if at <= e.after {
		m.t.Fatalf("an entry of %s at %d, behind %d", name, at, e.after)
	}
	e.At = at
	tab.log = append(tab.log, e)
}

// appendLate tries to append at a position that is no longer the last.
func (m *model) appendLate(ctx context.Context, s store.Store) {
	name, tab := m.table()
	after := tab.last() + 1 + m.rng.Uint64N(9)
	if len(tab.log) > 0 && m.rng.IntN(4) > 0 {
		after = pick(m, tab.log).after
	}
	_, err := s.Log().Append(ctx, name, after, m.fresh(), []byte("late"))
	m.expect(err, store.ErrConflict, "append to %s behind %d", name, after)
}

func (m *model) appendAgain(ctx context.Context, s store.Store) {
	name, tab := m.table()
	if len(tab.log) == 0 {
		return
	}
	e := pick(m, tab.log)
	at, err := s.Log().Append(ctx, name, e.after, e.key, e.Data)
	m.expect(err, nil, "append %s again to %s", e.key, name)
	if at != e.At {
		m.t.Fatalf("%s again at %d instead of %d", e.key, at, e.At)
	}
}

func (m *model) snapshot(ctx context.Context, s store.Store) {
	name, tab := m.table()
	if tab.archive != "" {
		return
	}
	data := m.fresh()
	m.expect(s.Log().SaveSnapshot(ctx, name, []byte(data)), nil, "snapshot of %s", name)
	if !m.OwnSnapshots {
		tab.snapshot = data
	}
}

func (m *model) confirm(ctx context.Context, s store.Store) {
	name, tab := m.table()
	m.expect(s.Log().Confirm(ctx, name, tab.last()), nil, "confirm %s", name)
	m.expect(s.Log().Confirm(ctx, name, tab.last()+1), store.ErrConflict, "confirm more of %s", name)
}

// dueBegins is the earliest time of the model's reminders.
var dueBegins = time.Date(2031, 1, 1, 0, 0, 0, 0, time.UTC)

func (m *model) remind(ctx context.Context, s store.Store) {
	name, tab := m.table()
	if tab.archive != "" {
		return
	}
	at := dueBegins.Add(time.Duration(m.rng.IntN(1000)) * time.Second)
	tab.reminders[at] = true
	m.expect(s.Log().Remind(ctx, name, at), nil, "remind of %s", name)
}

func (m *model) archive(ctx context.Context, s store.Store) {
	name, tab := m.table()
	switch {
	case tab.archive != "" && m.rng.IntN(2) == 0:
		m.expect(s.Log().Archive(ctx, name, []byte("another game")), store.ErrConflict, "archive another %s", name)
	case tab.archive != "":
		m.expect(s.Log().Archive(ctx, name, []byte(tab.archive)), nil, "archive %s again", name)
	case len(tab.log) > 5:
		*tab = tableModel{archive: m.fresh()}
		m.expect(s.Log().Archive(ctx, name, []byte(tab.archive)), nil, "archive %s", name)
	}
}

// record picks a key of a bucket and returns its record. The version is 0 if the record does not exist.
func (m *model) record() (bucket, key string, r store.Record) {
	bucket, key = fmt.Sprint(m.name, "b", m.rng.IntN(2)), pick(m, []string{"a", "a.b", "a.b.c", "ab", "b", "b.a"})
	return bucket, key, m.records[bucket][key]
}

func (m *model) put(ctx context.Context, s store.Store) {
	bucket, key, r := m.record()
	data := []byte(m.fresh())
	at, err := s.KV(bucket).Put(ctx, key, r.Version, data)
	m.expect(err, nil, "put %s %s at %d", bucket, key, r.Version)
	if was := m.gone[bucket+" "+key]; at <= was {
		m.t.Fatalf("version %d of %s %s after %d", at, bucket, key, was)
	}
	if m.records[bucket] == nil {
		m.records[bucket] = map[string]store.Record{}
	}
	m.records[bucket][key], m.gone[bucket+" "+key] = store.Record{Key: key, Version: at, Data: data}, at
}

func (m *model) putLate(ctx context.Context, s store.Store) {
	bucket, key, r := m.record()
	version := pick(m, []uint64{0, m.gone[bucket+" "+key], r.Version + 1})
	if version == r.Version {
		return
	}
	_, err := s.KV(bucket).Put(ctx, key, version, []byte("late"))
	m.expect(err, store.ErrConflict, "put %s %s at %d, which has %d", bucket, key, version, r.Version)
}

func (m *model) delete(ctx context.Context, s store.Store) {
	bucket, key, _ := m.record()
	m.expect(s.KV(bucket).Delete(ctx, key), nil, "delete %s %s", bucket, key)
	delete(m.records[bucket], key)
}

func (m *model) deleteAt(ctx context.Context, s store.Store) {
	bucket, key, r := m.record()
	if r.Version == 0 || m.rng.IntN(2) == 0 {
		late := max(m.gone[bucket+" "+key], 1) // an older version of the record
		if late == r.Version {
			late++
		}
		m.expect(s.KV(bucket).DeleteAt(ctx, key, late), store.ErrConflict, "delete %s %s at %d, which has %d", bucket, key, late, r.Version)
		return
	}
	m.expect(s.KV(bucket).DeleteAt(ctx, key, r.Version), nil, "delete %s %s at %d", bucket, key, r.Version)
	delete(m.records[bucket], key)
}

// do makes several changes together, and sometimes one of them does not fit.
func (m *model) do(ctx context.Context, s store.Store) {
	var changes []store.Change
	fits := true
	for _, bucket := range []string{"b0", "b1"} {
		for _, key := range []string{"a", "a.b", "b"} {
			c := store.Change{Bucket: m.name + bucket, Key: key, Any: m.rng.IntN(3) == 0}
			if c.Version = m.records[c.Bucket][key].Version; m.rng.IntN(12) == 0 {
				c.Version++
				fits = fits && c.Any
			}
			if m.rng.IntN(3) > 0 {
				c.Data = []byte(m.fresh())
			}
			if m.rng.IntN(2) == 0 {
				changes = append(changes, c)
			}
		}
	}
	at, err := s.Do(ctx, changes...)
	if !fits && slices.ContainsFunc(changes, func(c store.Change) bool { return !c.Any && c.Version != m.records[c.Bucket][c.Key].Version }) {
		m.expect(err, store.ErrConflict, "do %+v", changes)
		return
	}
	m.expect(err, nil, "do %+v", changes)
	for _, c := range changes {
		if len(c.Data) == 0 {
			delete(m.records[c.Bucket], c.Key)
			continue
		}
		if was := m.gone[c.Bucket+" "+c.Key]; at <= was {
			m.t.Fatalf("version %d of %s %s after %d", at, c.Bucket, c.Key, was)
		}
		if m.records[c.Bucket] == nil {
			m.records[c.Bucket] = map[string]store.Record{}
		}
		m.records[c.Bucket][c.Key], m.gone[c.Bucket+" "+c.Key] = store.Record{Key: c.Key, Version: at, Data: c.Data}, at
	}
}

func (m *model) get(ctx context.Context, s store.Store) {
	bucket, key, r := m.record()
	got, err := s.KV(bucket).Get(ctx, key)
	if r.Version == 0 {
		m.expect(err, store.ErrAbsent, "get %s %s", bucket, key)
	} else if m.expect(err, nil, "get %s %s", bucket, key); dumpRecord(got) != dumpRecord(r) {
		m.t.Fatalf("%s %s is %s instead of %s", bucket, key, dumpRecord(got), dumpRecord(r))
	}
}

func dumpRecord(r store.Record) string { return fmt.Sprintf("%s %d %s\n", r.Key, r.Version, r.Data) }

func (m *model) list(ctx context.Context, s store.Store) {
	bucket, prefix, _ := m.record()
	want := ""
	for _, key := range slices.Sorted(maps.Keys(m.records[bucket])) {
		if key == prefix || strings.HasPrefix(key, prefix+".") {
			want += dumpRecord(m.records[bucket][key])
		}
	}
	got := ""
	for _, r := range must(s.KV(bucket).List(ctx, prefix))(m.t) {
		got += dumpRecord(r)
	}
	if got != want {
		m.t.Fatalf("%s of %s:\n%sinstead of:\n%s", prefix, bucket, got, want)
	}
	n := 0
	m.settled(m.t, func() bool {
		n = must(s.KV(bucket).Count(ctx, prefix))(m.t)
		return n == strings.Count(want, "\n") || m.Nodes == 1
	})
	if n != strings.Count(want, "\n") {
		m.t.Fatalf("%d records of %s in %s instead of:\n%s", n, prefix, bucket, want)
	}
}

// page compares a page with the same part of the model.
func (m *model) page(ctx context.Context, s store.Store) {
	bucket, prefix, _ := m.record()
	_, after, _ := m.record()
	most := m.rng.IntN(4)
	want := ""
	for _, key := range slices.Sorted(maps.Keys(m.records[bucket])) {
		if store.HasPrefix(key, prefix) && key > after && strings.Count(want, "\n") < most {
			want += dumpRecord(m.records[bucket][key])
		}
	}
	got := ""
	m.settled(m.t, func() bool {
		got = ""
		for _, r := range must(s.KV(bucket).Page(ctx, prefix, after, most))(m.t) {
			got += dumpRecord(r)
		}
		return got == want || m.Nodes == 1
	})
	if got != want {
		m.t.Fatalf("%d of %s after %s in %s:\n%sinstead of:\n%s", most, prefix, after, bucket, got, want)
	}
}

func (m *model) person() string { return fmt.Sprint(m.name, "p", m.rng.IntN(4)) }

func (m *model) post(ctx context.Context, s store.Store) {
	name, _ := m.table()
	said := store.Said{Table: name, ChatLine: store.ChatLine{Person: m.person(), Data: []byte(m.fresh())}}
	at, err := s.Chat().Post(ctx, name, said.Person, said.Data)
	m.expect(err, nil, "post at %s", name)
	said.At = at
	m.chat = append(m.chat, said)
}

func (m *model) deleteBy(ctx context.Context, s store.Store) {
	if m.rng.IntN(4) > 0 {
		return
	}
	person := m.person()
	m.expect(s.Chat().DeleteBy(ctx, person), nil, "delete what %s said", person)
	m.chat = slices.DeleteFunc(m.chat, func(l store.Said) bool { return l.Person == person })
}

// compare compares the whole store with the model, on each node.
func (m *model) compare() {
	m.t.Helper()
	want := m.dump()
	for i, s := range m.stores {
		got := ""
		m.settled(m.t, func() bool {
			got = m.dumpStore(s)
			return got == want || m.Nodes == 1
		})
		if got != want {
			m.t.Fatalf("node %d has:\n%sinstead of:\n%s", i, got, want)
		}
	}
}

// dump lists what the store should contain, in a fixed order.
func (m *model) dump() string {
	var b strings.Builder
	for _, name := range m.names() {
		t := m.tables[name]
		fmt.Fprintf(&b, "table %s: %t %q %q\n", name, len(t.log) > 0, t.snapshot, t.archive)
		for _, e := range t.log {
			fmt.Fprintf(&b, "  %d %s\n", e.At, e.Data)
		}
		for _, l := range m.chat {
			if l.Table == name {
				fmt.Fprintf(&b, "  %d %s says %s\n", l.At, l.Person, l.Data)
			}
		}
	}
	for _, bucket := range slices.Sorted(maps.Keys(m.records)) {
		for _, key := range slices.Sorted(maps.Keys(m.records[bucket])) {
			b.WriteString(bucket + " " + dumpRecord(m.records[bucket][key]))
		}
	}
	return b.String()
}

func (m *model) names() []string { return slices.Sorted(maps.Keys(m.tables)) }

// dumpStore lists what one node's store contains, in the format of dump.
func (m *model) dumpStore(s store.Store) string {
	var b strings.Builder
	ctx := m.t.Context()
	logs := map[string]bool{}
	ok(m.t, s.Log().Tables(ctx, func(name string) bool { logs[name] = true; return true }))
	for _, name := range m.names() {
		snapshot, err := s.Log().Snapshot(ctx, name)
		m.expect(err, absentIf(err), "snapshot of %s", name)
		if m.OwnSnapshots && !logs[name] {
			m.expect(err, store.ErrAbsent, "snapshot of %s", name)
		}
		if m.OwnSnapshots {
			snapshot = nil
		}
		archive, err := s.Log().Archived(ctx, name)
		m.expect(err, absentIf(err), "archive of %s", name)
		fmt.Fprintf(&b, "table %s: %t %q %q\n", name, logs[name], snapshot, archive)
		for _, it := range must(s.Log().After(ctx, name, 0))(m.t) {
			fmt.Fprintf(&b, "  %d %s\n", it.At, it.Data)
		}
		for _, l := range must(s.Chat().Lines(ctx, name, 0, steps))(m.t) {
			fmt.Fprintf(&b, "  %d %s says %s\n", l.At, l.Person, l.Data)
		}
	}
	for _, bucket := range slices.Sorted(maps.Keys(m.records)) {
		for _, r := range must(s.KV(bucket).List(ctx, ""))(m.t) {
			b.WriteString(bucket + " " + dumpRecord(r))
		}
	}
	return b.String()
}

// absentIf replaces ErrAbsent with nil, and returns any other error unchanged.
func absentIf(err error) error {
	if errors.Is(err, store.ErrAbsent) {
		return store.ErrAbsent
	}
	return nil
}

// compareDue checks that Due returns every table with a reminder, except finished ones.
func (m *model) compareDue() {
	m.t.Helper()
	end := dueBegins.Add(time.Hour)
	got := map[string]bool{}
	m.settled(m.t, func() bool {
		for _, r := range must(m.stores[0].Log().Due(m.t.Context(), end))(m.t) {
			tab := m.tables[r.Table]
			if tab != nil && (tab.archive == "" || m.Nodes == 1) { // a replica may not know yet that the game is over
				if got[r.Table] = true; !tab.reminders[r.At.UTC()] {
					m.t.Errorf("%s is due at %s, which nobody has said", r.Table, r.At)
				}
			}
		}
		return m.Nodes == 1 || len(got) >= len(m.reminded())
	})
	if have := slices.Sorted(maps.Keys(got)); !slices.Equal(have, m.reminded()) {
		m.t.Errorf("due are %v instead of %v", have, m.reminded())
	}
}

func (m *model) reminded() (names []string) {
	for _, name := range m.names() {
		if len(m.tables[name].reminders) > 0 {
			names = append(names, name)
		}
	}
	return names
}
