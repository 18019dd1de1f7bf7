package sqlite

import (
	"bytes"
	"compress/flate"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/ncruces/go-sqlite3"

	"theriac/internal/state"
	"theriac/internal/store"
)

type tableLog struct{ *Store }

func (l tableLog) Append(ctx context.Context, table string, after uint64, key string, data []byte) (uint64, error) {
	if err := errors.Join(store.CheckName(table), store.CheckAttempt(key)); err != nil {
		return 0, err
	}
	return l.write(ctx, state.Append{Table: table, After: after, Key: key, Data: data})
}

func (l tableLog) Last(ctx context.Context, table string, fresh bool) (it store.Item, err error) {
	if err := store.CheckName(table); err != nil {
		return it, err
	}
	if fresh {
		if err := l.fresh(ctx); err != nil {
			return it, err
		}
	}
	err = l.read(ctx, func(c *conn) error {
		found := store.ErrAbsent
		err := c.do("SELECT "+entryColumns+" FROM log WHERE tbl=?1 ORDER BY at DESC LIMIT 1", func(s *sqlite3.Stmt) error {
			e, err := entryOf(s)
			if err == nil && e.Table != table {
				err = damage("log of " + table)
			}
			it, found = store.Item{At: e.At, Data: e.Data}, nil
			return err
		}, table)
		if err != nil {
			return err
		}
		return found
	})
	if err != nil {
		return store.Item{}, err
	}
	return it, nil
}

func (l tableLog) After(ctx context.Context, table string, after uint64) (items []store.Item, err error) {
	if err := store.CheckName(table); err != nil {
		return nil, err
	}
	err = l.read(ctx, func(c *conn) error {
		end := after
		items = nil
		return c.do("SELECT "+entryColumns+" FROM log WHERE tbl=?1 AND at>?2 ORDER BY at", func(s *sqlite3.Stmt) error {
			e, err := entryOf(s)
			// Each entry names its predecessor. If the predecessor was not read, it has been lost.
			if err == nil && (e.Table != table || e.Prev > end) {
				err = fmt.Errorf("%w: log of %s: an entry after %d is missing", store.ErrDamaged, table, end)
			}
			items, end = append(items, store.Item{At: e.At, Data: e.Data}), e.At
			return err
		}, table, after)
	})
	if err != nil {
		return nil, err
	}
	return items, nil
}

func (l tableLog) Confirm(ctx context.Context, table string, at uint64) error {
	it, err := l.Last(ctx, table, true)
	if errors.Is(err, store.ErrAbsent) {
		err = nil
	}
	if err == nil && it.At != at {
		return store.ErrConflict
	}
	return err
}

// SaveSnapshot stores a snapshot, but does nothing for a finished game.
func (l tableLog) SaveSnapshot(ctx context.Context, table string, data []byte) error {
	if err := store.CheckName(table); err != nil {
		return err
	}
	return l.submit(ctx, &write{local: func(c *conn) error {
		return c.do("INSERT INTO snapshot(tbl, sum, data) SELECT ?1, ?2, ?3 WHERE NOT EXISTS (SELECT 1 FROM archive WHERE tbl=?1) "+
			"ON CONFLICT(tbl) DO UPDATE SET sum=?2, data=?3", nil, table, snapshotSum(table, data), data)
	}})
}

func (l tableLog) Snapshot(ctx context.Context, table string) (data []byte, err error) {
	if err := store.CheckName(table); err != nil {
		return nil, err
	}
	err = l.read(ctx, func(c *conn) error {
		found := store.ErrAbsent
		err := c.do("SELECT sum, data FROM snapshot WHERE tbl=?1", func(s *sqlite3.Stmt) error {
			data, found = blob(s, 1), nil
			if snapshotSum(table, data) != s.ColumnInt64(0) {
				return damage("snapshot of " + table)
			}
			return nil
		}, table)
		if err != nil {
			return err
		}
		return found
	})
	if err != nil {
		return nil, err
	}
	return data, nil
}

func (l tableLog) Archive(ctx context.Context, table string, data []byte) error {
	if err := store.CheckName(table); err != nil {
		return err
	}
	packed, err := deflate(data)
	if err != nil {
		return err
	}
	_, err = l.write(ctx, state.Archive{Table: table, Data: packed})
	if errors.Is(err, store.ErrConflict) { // another version of the library may compress differently
		if there, err := l.Archived(ctx, table); err != nil || bytes.Equal(there, data) {
			return err
		}
	}
	return err
}

func (l tableLog) Archived(ctx context.Context, table string) (data []byte, err error) {
	if err := store.CheckName(table); err != nil {
		return nil, err
	}
	find := func(c *conn) error {
		data, err = rows{c}.Game(table)
		if err == nil && data == nil {
			err = store.ErrAbsent
		}
		return err
	}
	err = l.read(ctx, find)
	if errors.Is(err, store.ErrAbsent) && l.inLog { // another node may have archived the game a moment ago
		if err = l.fresh(ctx); err == nil {
			err = l.read(ctx, find)
		}
	}
	if err != nil {
		return nil, err
	}
	return inflate(data)
}

func (l tableLog) Tables(ctx context.Context, f func(string) bool) error {
	list, err := l.names(ctx, "SELECT DISTINCT tbl FROM log")
	if err != nil {
		return err
	}
	for _, table := range list {
		if !f(table) {
			break
		}
	}
	return nil
}

func (s *Store) names(ctx context.Context, query string) (list []string, err error) {
	err = s.read(ctx, func(c *conn) error {
		list = nil
		return c.do(query, func(s *sqlite3.Stmt) error {
			list = append(list, s.ColumnText(0))
			return nil
		})
	})
	return list, err
}

func deflate(data []byte) ([]byte, error) {
	var out bytes.Buffer
	w := deflaters.Get().(*flate.Writer)
	defer deflaters.Put(w)
	w.Reset(&out)
	_, err := w.Write(data)
	err = errors.Join(err, w.Close())
	return out.Bytes(), err
}

var deflaters = sync.Pool{New: func() any {
	w, err := flate.NewWriter(nil, flate.BestCompression)
	if err != nil {
		panic(err)
	}
	return w
}}

// maxGame is the largest size of an uncompressed game. It limits the memory that a damaged archive can make a
// reader allocate.
const maxGame = 64 << 20

func inflate(data []byte) ([]byte, error) {
	out, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(data)), maxGame+1))
	if err == nil && len(out) > maxGame {
		err = errors.New("too large")
	}
	if err != nil {
		return nil, fmt.Errorf("%w: a finished game: %w", store.ErrDamaged, err)
	}
	return out, nil
}
