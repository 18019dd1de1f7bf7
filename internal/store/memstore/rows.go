package memstore

import (
	"maps"
	"slices"

	"theriac/internal/state"
)

// rows are the rows of the state in memory. What is in them is never changed, only
// replaced, so that readers need no copies.
type rows struct {
	logs      map[string]*log // those that have entries
	games     map[string][]byte
	snapshots map[string][]byte
	reminders map[string]int64
	buckets   map[string]map[string]state.Record
	chats     map[string][]state.Line // by table
}

// log is the entries of a table, and their places by the keys of their attempts.
type log struct {
	entries []state.Entry
	keys    map[string]uint64
}

var _ state.Rows = (*rows)(nil)

func newRows() *rows {
	return &rows{
		logs: map[string]*log{}, games: map[string][]byte{}, snapshots: map[string][]byte{}, reminders: map[string]int64{},
		buckets: map[string]map[string]state.Record{}, chats: map[string][]state.Line{},
	}
}

// copied is never nil.
func copied(data []byte) []byte { return append([]byte{}, data...) }

// entries are those of a table.
func (r *rows) entries(table string) []state.Entry {
	if l := r.logs[table]; l != nil {
		return l.entries
	}
	return nil
}

func (r *rows) Last(table string) (uint64, error) {
	if list := r.entries(table); len(list) > 0 {
		return list[len(list)-1].At, nil
	}
	return 0, nil
}

func (r *rows) Attempt(table, key string) (uint64, error) {
	if l := r.logs[table]; l != nil {
		return l.keys[key], nil
	}
	return 0, nil
}

func (r *rows) Version(bucket, key string) (uint64, error) {
	return r.buckets[bucket][key].Version, nil
}

func (r *rows) Game(table string) ([]byte, error) { return r.games[table], nil }

func (r *rows) Reminder(table string) (*int64, error) {
	if at, ok := r.reminders[table]; ok {
		return &at, nil
	}
	return nil, nil
}

func (r *rows) AddEntry(e state.Entry) error {
	l := r.logs[e.Table]
	if l == nil {
		l = &log{keys: map[string]uint64{}}
		r.logs[e.Table] = l
	}
	e.Data = copied(e.Data)
	l.entries, l.keys[e.Key] = append(l.entries, e), e.At
	return nil
}

func (r *rows) AddGame(g state.Game) error {
	r.games[g.Table] = copied(g.Data)
	return nil
}

func (r *rows) Clear(table string) error {
	delete(r.logs, table)
	delete(r.snapshots, table)
	delete(r.reminders, table)
	return nil
}

func (r *rows) SetRecord(rec state.Record) error {
	if r.buckets[rec.Bucket] == nil {
		r.buckets[rec.Bucket] = map[string]state.Record{}
	}
	rec.Data = copied(rec.Data)
	r.buckets[rec.Bucket][rec.Key] = rec
	return nil
}

func (r *rows) RemoveRecord(bucket, key string) error {
	delete(r.buckets[bucket], key)
	return nil
}

func (r *rows) AddLine(l state.Line, keep int) error {
	l.Data = copied(l.Data)
	list := slices.Concat(r.chats[l.Table], []state.Line{l})
	own := 0
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].Person != l.Person {
			continue
		}
		if own++; own > keep {
			list = slices.Delete(list, i, i+1)
		}
	}
	r.chats[l.Table] = list
	return nil
}

func (r *rows) RemoveLines(person string) error {
	for table, list := range r.chats {
		r.chats[table] = slices.DeleteFunc(slices.Clone(list), func(l state.Line) bool { return l.Person == person })
	}
	return nil
}

func (r *rows) SetReminder(table string, at int64) error {
	r.reminders[table] = at
	return nil
}

func (r *rows) RemoveReminder(table string) error {
	delete(r.reminders, table)
	return nil
}

// sorted is the keys of a map in their order.
func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
