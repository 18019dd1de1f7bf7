// Package maprows stores the rows of a state in maps.
//
// It refuses to decide what an operation does, because package state does that. It also refuses to lock
// anything.
package maprows

import (
	"slices"

	"theriac/internal/state"
)

// Rows holds rows in maps. Values are replaced and never modified, so readers need no copies.
type Rows struct {
	Logs      map[string]*Log // only tables that have entries
	Games     map[string]state.Game
	Snapshots map[string][]byte
	Reminders map[string]int64
	Buckets   map[string]map[string]state.Record
	Chats     map[string][]state.Line // by table

	mark    state.Mark
	windows map[uint64]state.Window
}

// Log holds the entries of a table, and their positions by the keys of the attempts that wrote them.
type Log struct {
	Entries []state.Entry
	keys    map[string]uint64
}

var _ state.Rows = (*Rows)(nil)

// New returns empty rows.
func New() *Rows {
	return &Rows{
		Logs: map[string]*Log{}, Games: map[string]state.Game{}, Snapshots: map[string][]byte{}, Reminders: map[string]int64{},
		Buckets: map[string]map[string]state.Record{}, Chats: map[string][]state.Line{},
	}
}

// Copied returns a copy of data that is never nil.
func Copied(data []byte) []byte { return append([]byte{}, data...) }

// Entries returns the entries of a table.
func (r *Rows) Entries(table string) []state.Entry {
	if l := r.Logs[table]; l != nil {
		return l.Entries
	}
	return nil
}

// Last returns the position of the newest entry, or 0.
func (r *Rows) Last(table string) (uint64, error) {
	if list := r.Entries(table); len(list) > 0 {
		return list[len(list)-1].At, nil
	}
	return 0, nil
}

// Attempt returns the position of the entry that the attempt with this key wrote, or 0.
func (r *Rows) Attempt(table, key string) (uint64, error) {
	if l := r.Logs[table]; l != nil {
		return l.keys[key], nil
	}
	return 0, nil
}

// Version returns the version of a record, or 0.
func (r *Rows) Version(bucket, key string) (uint64, error) {
	return r.Buckets[bucket][key].Version, nil
}

// Game returns the data of a finished game, or nil.
func (r *Rows) Game(table string) ([]byte, error) { return r.Games[table].Data, nil }

// Reminder returns the time of a reminder, or nil.
func (r *Rows) Reminder(table string) (*int64, error) {
	if at, ok := r.Reminders[table]; ok {
		return &at, nil
	}
	return nil, nil
}

// AddEntry adds an entry to its log.
func (r *Rows) AddEntry(e state.Entry) error {
	l := r.Logs[e.Table]
	if l == nil {
		l = &Log{keys: map[string]uint64{}}
		r.Logs[e.Table] = l
	}
	e.Data = Copied(e.Data)
	l.Entries, l.keys[e.Key] = append(l.Entries, e), e.At
	return nil
}

// AddGame stores a finished game.
func (r *Rows) AddGame(g state.Game) error {
	g.Data = Copied(g.Data)
	r.Games[g.Table] = g
	return nil
}

// Clear removes a table's log, snapshot and reminder.
func (r *Rows) Clear(table string) error {
	delete(r.Logs, table)
	delete(r.Snapshots, table)
	delete(r.Reminders, table)
	return nil
}

// SetRecord stores a record.
func (r *Rows) SetRecord(rec state.Record) error {
	if r.Buckets[rec.Bucket] == nil {
		r.Buckets[rec.Bucket] = map[string]state.Record{}
	}
	rec.Data = Copied(rec.Data)
	r.Buckets[rec.Bucket][rec.Key] = rec
	return nil
}

// RemoveRecord removes a record.
func (r *Rows) RemoveRecord(bucket, key string) error {
	delete(r.Buckets[bucket], key)
	return nil
}

// AddLine adds a message and keeps only the newest keep messages of its author at that table.
func (r *Rows) AddLine(l state.Line, keep int) error {
	l.Data = Copied(l.Data)
	list := slices.Concat(r.Chats[l.Table], []state.Line{l})
	own := 0
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].Person != l.Person {
			continue
		}
		if own++; own > keep {
			list = slices.Delete(list, i, i+1)
		}
	}
	r.Chats[l.Table] = list
	return nil
}

// RemoveLines removes every chat message of a person.
func (r *Rows) RemoveLines(person string) error {
	for table, list := range r.Chats {
		r.Chats[table] = slices.DeleteFunc(slices.Clone(list), func(l state.Line) bool { return l.Person == person })
	}
	return nil
}

// SetReminder sets a table's reminder to the given time.
func (r *Rows) SetReminder(table string, at int64) error {
	r.Reminders[table] = at
	return nil
}

// RemoveReminder removes a reminder.
func (r *Rows) RemoveReminder(table string) error {
	delete(r.Reminders, table)
	return nil
}
