// Package maprows keeps the rows of a state in maps.
//
// It refuses to decide anything, which is internal/state's, and to lock anything.
package maprows

import (
	"slices"

	"theriac/internal/state"
)

// Rows are rows in maps. What is in them is never changed, only
// replaced, so that readers need no copies.
type Rows struct {
	Logs      map[string]*Log // those that have entries
	Games     map[string]state.Game
	Snapshots map[string][]byte
	Reminders map[string]int64
	Buckets   map[string]map[string]state.Record
	Chats     map[string][]state.Line // by table
}

// Log is the entries of a table, and their places by the keys of their attempts.
type Log struct {
	Entries []state.Entry
	keys    map[string]uint64
}

var _ state.Rows = (*Rows)(nil)

// New makes none.
func New() *Rows {
	return &Rows{
		Logs: map[string]*Log{}, Games: map[string]state.Game{}, Snapshots: map[string][]byte{}, Reminders: map[string]int64{},
		Buckets: map[string]map[string]state.Record{}, Chats: map[string][]state.Line{},
	}
}

// Copied is never nil.
func Copied(data []byte) []byte { return append([]byte{}, data...) }

// Entries are those of a table.
func (r *Rows) Entries(table string) []state.Entry {
	if l := r.Logs[table]; l != nil {
		return l.Entries
	}
	return nil
}

// Last returns the place of the newest entry, or 0.
func (r *Rows) Last(table string) (uint64, error) {
	if list := r.Entries(table); len(list) > 0 {
		return list[len(list)-1].At, nil
	}
	return 0, nil
}

// Attempt returns the place of the entry with a key, or 0.
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

// AddGame keeps a finished game.
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

// SetRecord keeps a record.
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

// AddLine adds a message, and removes the person's oldest ones beyond the newest keep.
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

// RemoveLines removes all that a person has said.
func (r *Rows) RemoveLines(person string) error {
	for table, list := range r.Chats {
		r.Chats[table] = slices.DeleteFunc(slices.Clone(list), func(l state.Line) bool { return l.Person == person })
	}
	return nil
}

// SetReminder keeps the time of a reminder.
func (r *Rows) SetReminder(table string, at int64) error {
	r.Reminders[table] = at
	return nil
}

// RemoveReminder removes a reminder.
func (r *Rows) RemoveReminder(table string) error {
	delete(r.Reminders, table)
	return nil
}
