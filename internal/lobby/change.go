package lobby

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"theriac/internal/store"
)

// errSame reports that a change would leave the record as it is, so nothing needs to be written.
var errSame = errors.New("lobby: nothing to change")

// Get returns a table from its current record in the store.
func (l *Lobby) Get(ctx context.Context, table string) (Table, error) {
	r, err := l.read(ctx, table)
	return r.shown(), err
}

// Known returns a table from this node's cache if possible, for decisions that may use slightly old data.
func (l *Lobby) Known(ctx context.Context, table string) (Table, error) {
	if r, ok := l.recent.get(table, l.now()); ok {
		return r.shown(), nil
	}
	return l.Get(ctx, table)
}

// read returns the current record of a table. It sees every change that has returned, on any node.
func (l *Lobby) read(ctx context.Context, table string) (tableRecord, error) {
	generation := l.recent.generation()
	r, err := l.fetch(ctx, table, store.KV.Get)
	if err == nil {
		l.recent.put(r, l.now(), generation)
	}
	return r, err
}

// fetch returns a table's record as get finds it.
func (l *Lobby) fetch(ctx context.Context, table string, get func(store.KV, context.Context, string) (store.Record, error)) (tableRecord, error) {
	if !isTable(table) {
		return tableRecord{}, refuse(NoSuchTable)
	}
	rec, err := get(l.kv.tables, ctx, table)
	if errors.Is(err, store.ErrAbsent) {
		return tableRecord{}, refuse(NoSuchTable)
	}
	if err != nil {
		return tableRecord{}, fmt.Errorf("lobby: table: %w", err)
	}
	r, same := l.recent.version(table, rec.Version)
	if !same {
		r, err = decode(rec.Data)
		r.version = rec.Version
	}
	return r, err
}

func (l *Lobby) changed(table string) {
	if l.conf.OnChange != nil {
		l.conf.OnChange(table)
	}
}

// Reread drops a table from the cache. The node calls it when another node has changed the table.
func (l *Lobby) Reread(table string) { l.recent.drop(table) }

// change applies f to a record and writes the result. On a write conflict it repeats both, so f may be called
// several times. If the store gave no answer to a write, f may see its own earlier result.
//
// The first attempt uses this node's data, which is cheaper in a cluster. The write fails if that is outdated. If f
// finds nothing to write, change calls it again with the current record.
func (l *Lobby) change(ctx context.Context, table string, f func(*tableRecord) error) (tableRecord, error) {
	unsure := false // an earlier attempt of this call may have written the record
	for current := false; ; current = true {
		get := store.Peek
		if current {
			get = store.KV.Get
		}
		old, err := l.fetch(ctx, table, get)
		var next tableRecord
		switch {
		case err == nil && old.newer:
			err = fmt.Errorf("lobby: table: %w", store.ErrNewer)
		case err == nil:
			next = old.clone()
			err = f(&next)
		}
		if err != nil && !current {
			continue
		}
		if err != nil {
			if unsure { // an earlier attempt did write the record, so announce the change
				l.changed(table)
			}
			if errors.Is(err, errSame) {
				return old, nil
			}
			return tableRecord{}, err
		}
		next.Updated = l.now()
		err = l.write(ctx, &next, &old)
		unsure = unsure || errors.Is(err, store.ErrUncertain)
		if store.Retryable(ctx, err) {
			continue
		}
		if err != nil {
			return tableRecord{}, err
		}
		return next, nil
	}
}

// write writes the record in place of old, which is nil for a new table. The same transaction writes everything
// that follows from the record, so everyone whom it mentions can find the table.
func (l *Lobby) write(ctx context.Context, r, old *tableRecord) error {
	r.notePeople(l.now())
	changes, err := r.changes(old)
	if err != nil {
		return fmt.Errorf("lobby: table: %w", err)
	}
	version, err := l.conf.Do(ctx, changes...)
	if err != nil {
		l.recent.drop(r.ID)
		return fmt.Errorf("lobby: table: %w", err)
	}
	r.version = version
	l.recent.put(*r, l.now(), l.recent.generation())
	l.changed(r.ID)
	return nil
}

// recent is a cache of recently read records. Access needs it, because every request to a table calls Access.
type recent struct {
	drops   uint64
	mu      sync.Mutex
	records map[string]seen
}

type seen struct {
	tableRecord
	at time.Time
}

const maxRecent = 50_000

func (c *recent) get(table string, now time.Time) (tableRecord, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s, ok := c.records[table]
	if !ok || now.Sub(s.at) >= Stale {
		return tableRecord{}, false
	}
	return s.tableRecord, true
}

// version returns the cached record if it has the given version, however old it is. Otherwise the caller must
// decode the record, which is most of the cost of a read.
func (c *recent) version(table string, version uint64) (tableRecord, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s, ok := c.records[table]
	return s.tableRecord, ok && s.version == version
}

// generation returns the number of drops so far. The caller passes it to put.
func (c *recent) generation() uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.drops
}

// put caches a record unless the cache has a newer one. The caller must call generation before it reads the record.
// If any record was dropped since then, put does nothing, because this record may be the dropped one.
func (c *recent) put(r tableRecord, now time.Time, generation uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.records[r.ID].version > r.version || c.drops != generation {
		return
	}
	if len(c.records) >= maxRecent {
		c.prune(now)
	}
	c.records[r.ID] = seen{r, now}
}

// prune makes room in the cache. It drops outdated records, and if that is not enough, half of the remaining
// records.
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
