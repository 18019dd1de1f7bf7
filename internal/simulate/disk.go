package simulate

import (
	"bytes"
	"slices"
	"strings"
	"time"

	"theriac/internal/store"
)

// disk is what the store holds, as most of its replicas agree. Nothing here fails: what
// goes wrong between it and a node is in client.go. Old contents stay, with the times
// between which they were to be seen, so that a replica can be behind.
type disk struct {
	place  uint64
	tables map[string]*tableFiles
	kv     map[string]map[string]record // by bucket and key
	chat   []store.ChatLine
	chatOf []string // the table of each line
}

type tableFiles struct {
	log       []entry
	snapshots []version
	archive   []version
	reminders []reminder
}

// span is when something was to be seen.
type span struct{ from, to time.Duration } // to is 0 as long as it is

func (s span) at(t time.Duration) bool { return s.from <= t && (s.to == 0 || t < s.to) }

type entry struct {
	span
	store.Item
	key string
}

type version struct {
	span
	data []byte
}

type record struct {
	version uint64
	data    []byte
}

type reminder struct {
	seq uint64
	at  time.Time
}

func newDisk() *disk {
	return &disk{tables: map[string]*tableFiles{}, kv: map[string]map[string]record{}}
}

func (d *disk) table(id string) *tableFiles {
	f := d.tables[id]
	if f == nil {
		f = &tableFiles{}
		d.tables[id] = f
	}
	return f
}

// seen is the log as it was at some time.
func (f *tableFiles) seen(t time.Duration) (items []store.Item) {
	for i := range f.log {
		if f.log[i].at(t) {
			items = append(items, f.log[i].Item)
		}
	}
	return items
}

// last is the newest entry as it was at some time.
func (f *tableFiles) last(t time.Duration) (store.Item, bool) {
	for i := len(f.log) - 1; i >= 0; i-- {
		if f.log[i].at(t) {
			return f.log[i].Item, true
		}
	}
	return store.Item{}, false
}

// append adds an entry, if the last one is where its writer thinks.
func (d *disk) append(now time.Duration, table string, after uint64, key string, data []byte) (at uint64, added bool, err error) {
	f := d.table(table)
	last, _ := f.last(now)
	if last.At != after {
		for i := range f.log {
			if e := &f.log[i]; e.at(now) && e.key == key && e.At > after {
				return e.At, false, nil // an earlier attempt
			}
		}
		return 0, false, store.ErrConflict
	}
	d.place++
	f.log = append(f.log, entry{span{from: now}, store.Item{At: d.place, Data: slices.Clone(data)}, key})
	return d.place, true, nil
}

// current is the newest of some versions as it was at some time.
func current(list []version, t time.Duration) ([]byte, bool) {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].at(t) {
			return list[i].data, true
		}
	}
	return nil, false
}

func (f *tableFiles) snapshot(now time.Duration, data []byte) {
	for i := range f.snapshots {
		if f.snapshots[i].to == 0 {
			f.snapshots[i].to = now
		}
	}
	if n := len(f.snapshots); n > 3 {
		f.snapshots = f.snapshots[n-3:]
	}
	f.snapshots = append(f.snapshots, version{span{from: now}, slices.Clone(data)})
}

// store puts a finished game into the archive, if there is no other one.
func (f *tableFiles) store(now time.Duration, data []byte) error {
	if there, ok := current(f.archive, now); ok {
		if !bytes.Equal(there, data) {
			return store.ErrConflict
		}
		return nil
	}
	f.archive = append(f.archive, version{span{from: now}, slices.Clone(data)})
	return nil
}

// clear removes the log and what belongs to it.
func (f *tableFiles) clear(now time.Duration) {
	for i := range f.log {
		if f.log[i].to == 0 {
			f.log[i].to = now
		}
	}
	for i := range f.snapshots {
		if f.snapshots[i].to == 0 {
			f.snapshots[i].to = now
		}
	}
	f.reminders = nil
}

// remind sets a reminder. One in the same minute replaces it.
func (d *disk) remind(table string, at time.Time) {
	f := d.table(table)
	d.place++
	for i, r := range f.reminders {
		if r.at.Unix()/60 == at.Unix()/60 {
			f.reminders[i] = reminder{d.place, at}
			return
		}
	}
	f.reminders = append(f.reminders, reminder{d.place, at})
}

// put writes a record, if its version is the newest.
func (d *disk) put(bucket, key string, version uint64, data []byte) (uint64, error) {
	b := d.kv[bucket]
	if b == nil {
		b = map[string]record{}
		d.kv[bucket] = b
	}
	if b[key].version != version {
		return 0, store.ErrConflict
	}
	d.place++
	b[key] = record{d.place, slices.Clone(data)}
	return d.place, nil
}

// list is the records whose keys begin with some words.
func (d *disk) list(bucket, prefix string) (out []store.Record) {
	for key, r := range d.kv[bucket] {
		if prefix == "" || key == prefix || strings.HasPrefix(key, prefix+".") {
			out = append(out, store.Record{Key: key, Version: r.version, Data: slices.Clone(r.data)})
		}
	}
	slices.SortFunc(out, func(a, b store.Record) int { return strings.Compare(a.Key, b.Key) })
	return out
}
