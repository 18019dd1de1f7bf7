package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"theriac/internal/lobby/lists"
	"theriac/internal/store"
)

// errSame says that a record is already as it should be: nothing is written.
var errSame = errors.New("lobby: nothing to change")

// Get is a table as it is now.
func (l *Lobby) Get(ctx context.Context, table string) (Table, error) {
	r, err := l.read(ctx, table)
	return r.shown(), err
}

// Known is a table as this node knows it, for decisions that may be a moment late.
func (l *Lobby) Known(ctx context.Context, table string) (Table, error) {
	if r, ok := l.recent.get(table, l.now()); ok {
		return r.shown(), nil
	}
	return l.Get(ctx, table)
}

func (l *Lobby) read(ctx context.Context, table string) (record, error) {
	if !isTable(table) {
		return record{}, refuse(NoSuchTable)
	}
	moment := l.recent.moment()
	r, err := l.fromKey(ctx, table)
	if errors.Is(err, store.ErrAbsent) {
		if r, err = l.fromVolume(ctx, table); errors.Is(err, store.ErrAbsent) {
			r, err = l.fromKey(ctx, table) // somebody may have written it since
		}
	}
	if errors.Is(err, store.ErrAbsent) {
		return record{}, refuse(NoSuchTable)
	}
	if err == nil {
		l.recent.put(r, l.now(), moment)
	}
	return r, err
}

func (l *Lobby) fromKey(ctx context.Context, table string) (record, error) {
	rec, err := l.kv.tables.Get(ctx, table)
	if err != nil {
		return record{}, fmt.Errorf("lobby: table: %w", err)
	}
	r, same := l.recent.version(table, rec.Version)
	if !same {
		r, err = decode(rec.Data)
		r.version = rec.Version
	}
	return r, err
}

func (l *Lobby) fromVolume(ctx context.Context, table string) (record, error) {
	rec, err := l.volumes.Get(ctx, table)
	if err != nil {
		return record{}, err
	}
	r, err := decode(rec.Data)
	r.version, r.moved = rec.Version, true
	return r, err
}

func (l *Lobby) changed(table string) {
	if l.conf.OnChange != nil {
		l.conf.OnChange(table)
	}
}

// Reread drops a table from the cache: another node changed it.
func (l *Lobby) Reread(table string) { l.recent.drop(table) }

// change decides about a record and writes it, and repeats after a conflict. f may be
// called several times, and once more on its own result where the store gave no
// answer.
func (l *Lobby) change(ctx context.Context, table string, f func(*record) error) (record, error) {
	unsure := false // an attempt of this call may have been written
	moved := false  // its volume may have a copy
	for {
		old, err := l.read(ctx, table)
		if err != nil {
			return record{}, err
		}
		if old.newer {
			return record{}, fmt.Errorf("lobby: table: %w", store.ErrNewer)
		}
		moved = moved || old.moved
		next := old.clone()
		if err := f(&next); err != nil {
			if unsure { // then it is what makes this a repeat: watchers must learn of it
				l.changed(table)
				if moved {
					l.trouble(l.dropCopy(ctx, table))
				}
				l.trouble(l.updateLists(ctx, old, nil))
			}
			if errors.Is(err, errSame) {
				return old, nil
			}
			return record{}, err
		}
		next.Updated = l.now()
		err = l.write(ctx, &next, old.mentions())
		unsure = unsure || errors.Is(err, store.ErrUncertain)
		if lists.Retryable(ctx, err) {
			continue
		}
		if err != nil {
			return record{}, err
		}
		if moved {
			l.trouble(l.dropCopy(ctx, table))
		}
		l.trouble(l.updateLists(ctx, next, dropped(old.mentions(), next.mentions())))
		return next, nil
	}
}

// write writes the record, after the lists of those whom it newly mentions: everybody
// in a record can find it, even after a crash in between.
func (l *Lobby) write(ctx context.Context, r *record, known []string) error {
	for _, person := range dropped(r.mentions(), known) {
		if err := l.marks.Add(ctx, person, r.mention(person)); err != nil {
			return err
		}
	}
	data, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("lobby: table: %w", err)
	}
	before := r.version
	if r.moved {
		before = 0
	}
	version, err := l.kv.tables.Put(ctx, r.ID, before, data)
	if err != nil {
		l.recent.drop(r.ID)
		return fmt.Errorf("lobby: table: %w", err)
	}
	r.version, r.moved = version, false
	l.recent.put(*r, l.now(), l.recent.moment())
	l.changed(r.ID)
	return nil
}

// dropped is what is in the first list and not in the second.
func dropped(from, to []string) []string {
	return slices.DeleteFunc(slices.Clone(from), func(p string) bool { return slices.Contains(to, p) })
}

// recent caches the records that were read last, for Access, which every request to a
// table calls.
type recent struct {
	drops   uint64
	mu      sync.Mutex
	records map[string]seen
}

type seen struct {
	record
	at time.Time
}

const maxRecent = 50_000

func (c *recent) get(table string, now time.Time) (record, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s, ok := c.records[table]
	if !ok || now.Sub(s.at) >= Stale {
		return record{}, false
	}
	return s.record, true
}

// version is a record in one of its versions, however long ago it was read: decoding it
// again costs more than all else about reading it.
func (c *recent) version(table string, version uint64) (record, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s, ok := c.records[table]
	return s.record, ok && s.version == version && !s.moved // a volume counts its own
}

// moment counts drops.
func (c *recent) moment() uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.drops
}

// put caches a record unless a newer one is known, or something was dropped since it
// was read: it may have been this one.
func (c *recent) put(r record, now time.Time, moment uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.records[r.ID].version > r.version || c.drops != moment {
		return
	}
	if len(c.records) >= maxRecent {
		c.prune(now)
	}
	c.records[r.ID] = seen{r, now}
}

// prune makes room: it drops what is too old, and half of the rest where that is not
// enough.
func (c *recent) prune(now time.Time) {
	for id, s := range c.records {
		if now.Sub(s.at) >= Stale {
			delete(c.records, id)
		}
	}
	for id := range c.records {
		if len(c.records) <= maxRecent/2 {
			return
		}
		delete(c.records, id)
	}
}

func (c *recent) drop(table string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.records, table)
	c.drops++
}
