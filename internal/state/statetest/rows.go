// Package statetest has rows in plain maps, and random operations, for tests of what keeps
// rows elsewhere. It refuses to keep anything itself.
package statetest

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"theriac/internal/state"
)

// Rows are rows in maps.
type Rows struct {
	Entries   map[string][]state.Entry // by table, in order
	Games     map[string]state.Game
	Records   map[[2]string]state.Record
	Lines     []state.Line
	Reminders map[string]int64
}

var _ state.Rows = (*Rows)(nil)

// New makes empty ones.
func New() *Rows {
	return &Rows{
		Entries: map[string][]state.Entry{}, Games: map[string]state.Game{}, Records: map[[2]string]state.Record{}, Reminders: map[string]int64{},
	}
}

// Dump is all that there is, in a fixed order.
func (r *Rows) Dump() (list []string) {
	for _, entries := range r.Entries {
		for _, e := range entries {
			list = append(list, fmt.Sprintf("%+v", e))
		}
	}
	for _, g := range r.Games {
		list = append(list, fmt.Sprintf("%+v", g))
	}
	for _, rec := range r.Records {
		list = append(list, fmt.Sprintf("%+v", rec))
	}
	for _, l := range r.Lines {
		list = append(list, fmt.Sprintf("%+v", l))
	}
	for table, at := range r.Reminders {
		list = append(list, fmt.Sprintf("%+v", state.Remind{Table: table, At: at}))
	}
	slices.Sort(list)
	return list
}

// The methods of state.Rows.

func (r *Rows) Last(table string) (uint64, error) {
	if n := len(r.Entries[table]); n > 0 {
		return r.Entries[table][n-1].At, nil
	}
	return 0, nil
}

func (r *Rows) Attempt(table, key string) (uint64, error) {
	for _, e := range r.Entries[table] {
		if e.Key == key {
			return e.At, nil
		}
	}
	return 0, nil
}

func (r *Rows) Version(bucket, key string) (uint64, error) {
	return r.Records[[2]string{bucket, key}].Version, nil
}

func (r *Rows) Game(table string) ([]byte, error) { return r.Games[table].Data, nil }

func (r *Rows) Reminder(table string) (*int64, error) {
	if at, there := r.Reminders[table]; there {
		return &at, nil
	}
	return nil, nil
}

func (r *Rows) AddEntry(e state.Entry) error {
	r.Entries[e.Table] = append(r.Entries[e.Table], e)
	return nil
}

func (r *Rows) AddGame(g state.Game) error {
	r.Games[g.Table] = g
	return nil
}

func (r *Rows) Clear(table string) error {
	delete(r.Entries, table)
	delete(r.Reminders, table)
	return nil
}

func (r *Rows) SetRecord(rec state.Record) error {
	r.Records[[2]string{rec.Bucket, rec.Key}] = rec
	return nil
}

func (r *Rows) RemoveRecord(bucket, key string) error {
	delete(r.Records, [2]string{bucket, key})
	return nil
}

func (r *Rows) AddLine(l state.Line, keep int) error {
	r.Lines = append(r.Lines, l)
	n := 0
	for i := len(r.Lines) - 1; i >= 0; i-- {
		if r.Lines[i].Person == l.Person && r.Lines[i].Table == l.Table {
			if n++; n > keep {
				r.Lines = slices.Delete(r.Lines, i, i+1)
			}
		}
	}
	return nil
}

func (r *Rows) RemoveLines(person string) error {
	r.Lines = slices.DeleteFunc(r.Lines, func(l state.Line) bool { return l.Person == person })
	return nil
}

func (r *Rows) SetReminder(table string, at int64) error {
	r.Reminders[table] = at
	return nil
}

func (r *Rows) RemoveReminder(table string) error {
	delete(r.Reminders, table)
	return nil
}

// Random is an operation that often fits the rows and sometimes does not.
func (r *Rows) Random(rng *rand.Rand) state.Op {
	table, key := fmt.Sprint("t", rng.IntN(6)), fmt.Sprint("k", rng.IntN(40))
	bucket, person := fmt.Sprint("b", rng.IntN(3)), fmt.Sprint("p", rng.IntN(3))
	data := fmt.Append(nil, rng.IntN(1000))
	some := func(right uint64) uint64 { // mostly the right one
		if rng.IntN(4) == 0 {
			return right + uint64(rng.IntN(3))
		}
		return right
	}
	last, _ := r.Last(table)
	version, _ := r.Version(bucket, key)
	switch rng.IntN(12) {
	case 0, 1, 2, 3:
		return state.Append{Table: table, After: some(last), Key: key, Data: data}
	case 4:
		if rng.IntN(8) > 0 {
			return state.Post{Table: table, Person: person, Data: data}
		}
		return state.Archive{Table: table, Data: data}
	case 5, 6, 7:
		return state.Put{Bucket: bucket, Key: key, Version: some(version), Ends: int64(rng.IntN(2) * 1e15), Data: data}
	case 8:
		return state.Delete{Bucket: bucket, Key: key, Only: rng.IntN(2) == 0, Version: some(version)}
	case 9:
		if rng.IntN(4) > 0 {
			return state.Post{Table: table, Person: person, Data: data}
		}
		return state.Unsay{Person: person}
	case 10:
		return state.Remind{Table: table, At: int64(rng.IntN(5))}
	}
	return state.Done{Table: table, At: int64(some(uint64(r.Reminders[table])))}
}
