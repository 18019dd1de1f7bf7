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

// steps is how many random operations a seed has, with a restart in the middle.
const steps = 400

// testModel does random operations to the store and to plain maps: both answer alike, at
// each step and after a restart.
func testModel(t *testing.T, s Setup) {
	for seed := range uint64(3) {
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

// model is what the store should have.
type model struct {
	Setup
	t       *testing.T
	rng     *rand.Rand
	name    string // begins every name
	stores  []store.Store
	keys    int
	tables  map[string]*tableModel
	records map[string]map[string]store.Record // by bucket and key
	gone    map[string]uint64                  // the newest version of each key that there ever was
	chat    []store.Said
}

// tableModel is what the store should have of one table.
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

// open connects to every node.
func (m *model) open() {
	m.stores = nil
	for range m.Nodes {
		m.stores = append(m.stores, m.Open(m.t))
	}
}

func (m *model) any() store.Store { return m.stores[m.rng.IntN(len(m.stores))] }

// fresh makes a text that was never used.
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

// expect wants an answer to a step; an error is nil or one of the package store's.
func (m *model) expect(err, want error, step string, args ...any) {
	m.t.Helper()
	if err != want && !errors.Is(err, want) { //nolint:errorlint // nil is none of a chain
		m.t.Fatalf("%s: %v instead of %v", fmt.Sprintf(step, args...), err, want)
	}
}

// step does one operation.
func (m *model) step() {
	steps := []func(context.Context, store.Store){
		m.append, m.append, m.append, m.appendLate, m.appendAgain, m.snapshot, m.confirm, m.remind, m.archive,
		m.put, m.put, m.put, m.putLate, m.delete, m.deleteAt, m.get, m.list, m.post, m.post, m.deleteBy,
	}
	pick(m, steps)(m.t.Context(), m.any())
}

func (m *model) append(ctx context.Context, s store.Store) {
	name, tab := m.table()
	if tab.archive != "" {
		return // it has ended
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

// appendLate appends behind a place that is not the last.
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
	tab.snapshot = m.fresh()
	m.expect(s.Log().SaveSnapshot(ctx, name, []byte(tab.snapshot)), nil, "snapshot of %s", name)
}

func (m *model) confirm(ctx context.Context, s store.Store) {
	name, tab := m.table()
	m.expect(s.Log().Confirm(ctx, name, tab.last()), nil, "confirm %s", name)
	m.expect(s.Log().Confirm(ctx, name, tab.last()+1), store.ErrConflict, "confirm more of %s", name)
}

// dueBegins is when the first of the model's reminders is due.
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

// record picks a key of a bucket, and what is there: version 0 is nothing.
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
		late := max(m.gone[bucket+" "+key], 1) // of what was there before
		if late == r.Version {
			late++
		}
		m.expect(s.KV(bucket).DeleteAt(ctx, key, late), store.ErrConflict, "delete %s %s at %d, which has %d", bucket, key, late, r.Version)
		return
	}
	m.expect(s.KV(bucket).DeleteAt(ctx, key, r.Version), nil, "delete %s %s at %d", bucket, key, r.Version)
	delete(m.records[bucket], key)
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

// compare compares everything, as each node sees it.
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

// dump is what the store should have, in a fixed order.
func (m *model) dump() string {
	var b strings.Builder
	for _, name := range m.names() {
		t := m.tables[name]
		fmt.Fprintf(&b, "table %s: %t %q %q %t\n", name, len(t.log) > 0, t.snapshot, t.archive, t.archive != "")
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

// dumpStore is what a node has, in the same form.
func (m *model) dumpStore(s store.Store) string {
	var b strings.Builder
	ctx := m.t.Context()
	logs := map[string]bool{}
	ok(m.t, s.Log().Tables(ctx, func(name string) bool { logs[name] = true; return true }))
	for _, name := range m.names() {
		snapshot, err := s.Log().Snapshot(ctx, name)
		m.expect(err, absentIf(err), "snapshot of %s", name)
		archive, err := s.Log().Archived(ctx, name)
		m.expect(err, absentIf(err), "archive of %s", name)
		there := must(s.Log().InArchive(ctx, name))(m.t)
		fmt.Fprintf(&b, "table %s: %t %q %q %t\n", name, logs[name], snapshot, archive, there)
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

// absentIf allows that nothing is there.
func absentIf(err error) error {
	if errors.Is(err, store.ErrAbsent) {
		return store.ErrAbsent
	}
	return nil
}

// compareDue wants all tables named that have a reminder, and none that is over.
func (m *model) compareDue() {
	m.t.Helper()
	end := dueBegins.Add(time.Hour)
	got := map[string]bool{}
	m.settled(m.t, func() bool {
		for _, r := range must(m.stores[0].Log().Due(m.t.Context(), end))(m.t) {
			tab := m.tables[r.Table]
			if tab != nil && (tab.archive == "" || m.Nodes == 1) { // a replica may not know that it is over
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
