// Package statetest provides rows in memory and random operations, for tests of packages that store the rows
// of package state. It refuses to store anything durably.
package statetest

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"theriac/internal/state"
	"theriac/internal/state/maprows"
)

// Rows holds the rows of a state in maps.
type Rows struct{ *maprows.Rows }

// New returns empty rows.
func New() *Rows { return &Rows{maprows.New()} }

// Dump lists all rows as text, in a fixed order.
func (r *Rows) Dump() (list []string) {
	for _, l := range r.Logs {
		for _, e := range l.Entries {
			list = append(list, fmt.Sprintf("%+v", e))
		}
	}
	for _, g := range r.Games {
		list = append(list, fmt.Sprintf("%+v", g))
	}
	for _, bucket := range r.Buckets {
		for _, rec := range bucket {
			list = append(list, fmt.Sprintf("%+v", rec))
		}
	}
	for _, chat := range r.Chats {
		for _, l := range chat {
			list = append(list, fmt.Sprintf("%+v", l))
		}
	}
	for table, at := range r.Reminders {
		list = append(list, fmt.Sprintf("%+v", state.Remind{Table: table, At: at}))
	}
	slices.Sort(list)
	return list
}

// Random returns a random operation. It usually fits the rows, and sometimes causes a conflict.
func (r *Rows) Random(rng *rand.Rand) state.Op {
	table, key := fmt.Sprint("t", rng.IntN(6)), fmt.Sprint("k", rng.IntN(40))
	bucket, person := fmt.Sprint("b", rng.IntN(3)), fmt.Sprint("p", rng.IntN(3))
	data := fmt.Append(nil, rng.IntN(1000))
	some := func(right uint64) uint64 { // usually the right version
		if rng.IntN(4) == 0 {
			return right + uint64(rng.IntN(3))
		}
		return right
	}
	last, _ := r.Last(table)
	version, _ := r.Version(bucket, key)
	switch rng.IntN(13) {
	case 12:
		var parts []state.Part
		for i := range 1 + rng.IntN(3) {
			p := state.Part{Bucket: fmt.Sprint("b", i), Key: key, Any: rng.IntN(3) == 0, Ends: int64(rng.IntN(2) * 1e15), Data: data}
			if v, _ := r.Version(p.Bucket, key); rng.IntN(3) > 0 {
				p.Version = some(v)
			} else {
				p.Data = nil
			}
			parts = append(parts, p)
		}
		return state.Batch{Parts: parts}

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
