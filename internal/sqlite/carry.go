package sqlite

import (
	"context"
	"errors"
	"path/filepath"

	"github.com/ncruces/go-sqlite3"

	"theriac/internal/state"
	"theriac/internal/store"
)

// Rows calls f with what a backup holds: a state.Record, Line, Remind, Entry or Game, for
// another kind of store, which gives new places and versions.
func Rows(ctx context.Context, path string, f func(row any) error) error {
	return rawRows(ctx, path, func(row any) (err error) {
		if g, is := row.(state.Game); is {
			g.Data, err = inflate(g.Data)
			row = g
		}
		if err != nil {
			return err
		}
		return f(row)
	})
}

// rawRows is Rows with finished games as the file has them.
func rawRows(ctx context.Context, path string, f func(row any) error) error {
	c, err := dial(path, 0, "query_only=ON")
	if err != nil {
		return err
	}
	defer func() { _ = c.Close() }()
	defer c.SetInterrupt(c.SetInterrupt(ctx))
	if err := checkFile(c); err != nil {
		return fault(err)
	}
	for _, part := range []struct {
		query string
		row   func(*sqlite3.Stmt) (any, error)
	}{
		{"SELECT " + recordColumns + " FROM kv", func(s *sqlite3.Stmt) (any, error) { return recordOf(s) }},
		{"SELECT " + lineColumns + " FROM chat ORDER BY at", func(s *sqlite3.Stmt) (any, error) { return lineOf(s) }},
		{"SELECT tbl, at FROM due", func(s *sqlite3.Stmt) (any, error) {
			return state.Remind{Table: s.ColumnText(0), At: s.ColumnInt64(1)}, nil
		}},
		{"SELECT " + entryColumns + " FROM log ORDER BY at", func(s *sqlite3.Stmt) (any, error) { return entryOf(s) }},
		{"SELECT at, tbl, sum, data FROM archive", func(s *sqlite3.Stmt) (any, error) { return gameOf(s) }},
	} {
		err := c.do(part.query, func(s *sqlite3.Stmt) error {
			row, err := part.row(s)
			if err != nil {
				return err
			}
			return f(row)
		})
		if err != nil {
			return fault(err)
		}
	}
	return nil
}

// Frames is how many transactions were ever committed to a store's file, which another
// process may have open. Each was synced.
func Frames(dir string) (uint64, error) {
	c, err := dial(filepath.Join(dir, FileName), 0, "query_only=ON")
	if err != nil {
		return 0, err
	}
	n, err := c.number("SELECT value FROM meta WHERE name='frame'")
	return uint64(n), fault(errors.Join(err, c.Close()))
}

// Games calls f with each table that has a log or is in the archive.
func (s *Store) Games(ctx context.Context, f func(table string)) error {
	list, err := s.names(ctx, "SELECT tbl FROM log UNION SELECT tbl FROM archive")
	for _, table := range list {
		f(table)
	}
	return err
}

// Discard removes a game with all that belongs to it. It is for a store that is being
// restored: a running server discards nothing.
func (s *Store) Discard(ctx context.Context, table string) error {
	if err := store.CheckName(table); err != nil {
		return err
	}
	return s.submit(ctx, &write{local: func(c *conn) error {
		return errors.Join(rows{c}.Clear(table), c.do("DELETE FROM archive WHERE tbl=?1", nil, table))
	}})
}
