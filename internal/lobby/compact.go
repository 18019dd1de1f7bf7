package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"theriac/internal/lobby/lists"
	"theriac/internal/store"
)

// FormVolume is the name of the form of records in volumes and of notes in lists by year.
const FormVolume = "volume-1"

const (
	// compactScan is how many tables one look through the bucket finds at most, and
	// compactBatch how many of them are read at once.
	compactScan  = 50_000
	compactBatch = 2_000
)

// Compact moves what tables leave that are over and have not changed since a time: their
// records into volumes, and the notes of the people in them into their lists by year. It
// returns how many tables. Nodes may do it at the same time.
//
// The order: the lists and the volumes have everything before a key goes, and the key of the
// record goes last. A crash leaves what is in both, readers go by the keys, and the next run
// goes on from the keys. The same tables are moved in the same order, whichever the node.
func (l *Lobby) Compact(ctx context.Context, before time.Time) (n int, err error) {
	if l.conf.Writes != nil && !l.conf.Writes(FormVolume) {
		return 0, nil
	}
	for {
		tables, err := l.idleSince(ctx, before)
		if err != nil || len(tables) == 0 {
			return n, err
		}
		lists.ByVolume(tables)
		moved := 0
		var bad error
		for batch := range slices.Chunk(tables, compactBatch) {
			done, err := l.compact(ctx, batch, before)
			moved += done
			if bad = errors.Join(bad, err); ctx.Err() != nil || errors.Is(err, errStopped) {
				break
			}
		}
		n += moved
		if bad != nil || moved == 0 || len(tables) < compactScan {
			return n, bad
		}
	}
}

// idleSince lists tables that are over and have not changed since a time.
func (l *Lobby) idleSince(ctx context.Context, before time.Time) ([]string, error) {
	scan, done := context.WithCancel(ctx)
	defer done()
	var mu sync.Mutex
	var tables []string
	whole := false
	err := l.kv.tables.Watch(scan, "", func(rec store.Record) {
		mu.Lock()
		defer mu.Unlock()
		var r struct {
			Status  Status    `json:"status"`
			Updated time.Time `json:"updated"`
		}
		if len(tables) < compactScan && len(rec.Data) > 0 && json.Unmarshal(rec.Data, &r) == nil && over(r.Status) && r.Updated.Before(before) {
			tables = append(tables, rec.Key)
		}
	}, func() {
		mu.Lock()
		whole = true
		mu.Unlock()
		done()
	})
	mu.Lock()
	defer mu.Unlock()
	if whole {
		err = nil
	}
	if err != nil {
		err = fmt.Errorf("lobby: tables: %w", err)
	}
	return tables, errors.Join(err, ctx.Err())
}

// over says that nobody plays at a table any more, as far as this program knows its status.
func over(s Status) bool { return s == Finished || s == Closed || s == TakenDown }

// settled is a table whose record is to be moved, with the versions of its keys.
type settled struct {
	record
	entry lists.Entry
	notes map[string]uint64 // by person; 0: there is none
}

// errStopped is for tests, which stop between two steps.
var errStopped = errors.New("lobby: stopped")

func (l *Lobby) compactStep(step string) error {
	if l.stopAt != nil {
		return l.stopAt(step)
	}
	return nil
}

// compact moves some tables and returns how many. It leaves those whose record, volume or
// lists cannot be read.
func (l *Lobby) compact(ctx context.Context, tables []string, before time.Time) (n int, bad error) {
	var batch []settled
	people := map[string][]lists.Note{}
	for _, table := range tables {
		s, ok, err := l.settle(ctx, table, before)
		if bad = errors.Join(bad, err); err != nil || !ok {
			continue
		}
		batch = append(batch, s)
		for person := range s.notes {
			people[person] = append(people[person], s.mention(person))
		}
	}
	left := map[string]bool{} // those that stay
	for _, person := range slices.Sorted(maps.Keys(people)) {
		if err := l.marks.PutAway(ctx, person, people[person]); err != nil {
			bad = errors.Join(bad, err)
			for _, n := range people[person] {
				left[n.Table] = true
			}
		}
	}
	if err := l.compactStep("noted"); err != nil {
		return 0, err
	}
	var entries []lists.Entry
	for _, s := range batch {
		if !left[s.ID] {
			entries = append(entries, s.entry)
		}
	}
	changed := l.writeVolumes(ctx, batch, entries, left, &bad)
	if err := l.compactStep("written"); err != nil {
		return 0, err
	}
	for _, s := range batch {
		if changed[s.ID] {
			bad = errors.Join(bad, l.changedMeanwhile(ctx, s))
		}
		if left[s.ID] {
			continue
		}
		err := l.dropKeys(ctx, s)
		if errors.Is(err, errStopped) {
			return n, err
		}
		if bad = errors.Join(bad, err); err == nil {
			n++
		}
	}
	return n, bad
}

// writeVolumes writes records into volumes. It adds those that stay to left, and returns those
// that have changed since they were read.
func (l *Lobby) writeVolumes(ctx context.Context, batch []settled, entries []lists.Entry, left map[string]bool, bad *error) map[string]bool {
	versions, changed := map[string]uint64{}, map[string]bool{}
	for _, s := range batch {
		versions[s.ID] = s.version
	}
	l.volumes.Add(ctx, entries, lists.Adding{
		Still: func(table string) (bool, error) {
			rec, err := l.kv.tables.Get(ctx, table)
			if errors.Is(err, store.ErrAbsent) {
				err = nil
			}
			return rec.Version == versions[table], err
		},
		Failed: func(list []lists.Entry, err error) {
			*bad = errors.Join(*bad, err)
			for _, e := range list {
				left[e.Table] = true
				changed[e.Table] = changed[e.Table] || err == nil
			}
		},
	})
	return changed
}

// settle reads the record of a table that is to be moved, if it is to be moved still.
func (l *Lobby) settle(ctx context.Context, table string, before time.Time) (settled, bool, error) {
	rec, err := l.kv.tables.Get(ctx, table)
	if errors.Is(err, store.ErrAbsent) {
		return settled{}, false, nil
	}
	var r record
	if err == nil {
		r, err = decode(rec.Data)
	}
	if errors.Is(err, store.ErrNewer) || err == nil && (r.newer || r.ID != table || !over(r.Status) || !r.Updated.Before(before)) {
		return settled{}, false, nil
	}
	if err != nil {
		return settled{}, false, fmt.Errorf("lobby: table %s: %w", table, err)
	}
	r.version = rec.Version
	s := settled{record: r, entry: lists.NewEntry(table, rec.Data), notes: map[string]uint64{}}
	for _, person := range r.mentions() {
		if s.notes[person], err = l.marks.Version(ctx, person, table); err != nil {
			return settled{}, false, err
		}
	}
	return s, true, nil
}

// dropKeys removes the keys of a table that is in its volume and in the lists.
func (l *Lobby) dropKeys(ctx context.Context, s settled) error {
	for _, person := range slices.Sorted(maps.Keys(s.notes)) {
		version := s.notes[person]
		if version == 0 {
			continue
		}
		// One that was written meanwhile stays, and goes with the next run.
		if err := l.marks.Drop(ctx, person, s.ID, version); err != nil {
			return err
		}
		if err := l.compactStep("note dropped"); err != nil {
			return err
		}
	}
	err := l.kv.tables.DeleteAt(ctx, s.ID, s.version)
	if errors.Is(err, store.ErrConflict) {
		return l.changedMeanwhile(ctx, s)
	}
	if err != nil {
		return fmt.Errorf("lobby: table: %w", err)
	}
	return nil
}

// changedMeanwhile removes what was copied of a record that has changed since: whom it does
// not mention any more must not be found in the copies.
func (l *Lobby) changedMeanwhile(ctx context.Context, s settled) error {
	now, err := l.read(ctx, s.ID)
	if err != nil {
		return err
	}
	for _, person := range dropped(s.mentions(), now.mentions()) {
		if err := l.removeNote(ctx, person, s.ID); err != nil {
			return err
		}
	}
	return l.dropCopy(ctx, s.ID)
}

// dropCopy removes a table's record from its volume where its key has a newer one.
func (l *Lobby) dropCopy(ctx context.Context, table string) error {
	return l.volumes.Remove(ctx, table, func() ([]byte, error) {
		rec, err := l.kv.tables.Get(ctx, table)
		return rec.Data, err
	})
}

// Fill writes records of tables that are over straight into volumes and lists. It is for who
// fills a store that nobody uses yet.
func (l *Lobby) Fill(ctx context.Context, records [][]byte) error {
	var entries []lists.Entry
	people := map[string][]lists.Note{}
	for _, data := range records {
		r, err := decode(data)
		if err != nil {
			return err
		}
		entries = append(entries, lists.NewEntry(r.ID, data))
		for _, person := range r.mentions() {
			people[person] = append(people[person], r.mention(person))
		}
	}
	var bad error
	for person, notes := range people {
		bad = errors.Join(bad, l.marks.PutAway(ctx, person, notes))
	}
	l.volumes.Add(ctx, entries, lists.Adding{Failed: func(_ []lists.Entry, err error) { bad = errors.Join(bad, err) }})
	return bad
}
