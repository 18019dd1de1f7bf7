package sqlite

import (
	"context"
	"errors"
	"path/filepath"

	"github.com/ncruces/go-sqlite3"

	"theriac/internal/state"
	"theriac/internal/store"
)

// Rows calls f with each row of a backup: a state.Record, Line, Remind, Entry or Game.
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

// rawRows calls f with the same rows as Rows, but leaves finished games compressed, as in the file.
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

// Frames returns the number of the last frame in a store's file. Outside a cluster, each frame is one
// transaction with one sync. Another process may have the file open.
func Frames(dir string) (uint64, error) {
	c, err := dial(filepath.Join(dir, FileName), 0, "query_only=ON")
	if err != nil {
		return 0, err
	}
	n, err := c.number("SELECT value FROM meta WHERE name='frame'")
	return uint64(n), fault(errors.Join(err, c.Close()))
}

// Discard removes all data of a table. Only tests call it, to make one node's rows differ from those of the others.
func (s *Store) Discard(ctx context.Context, table string) error {
	if err := store.CheckName(table); err != nil {
		return err
	}
	return s.submit(ctx, &write{local: func(c *conn) error {
		return errors.Join(rows{c}.Clear(table), c.do("DELETE FROM archive WHERE tbl=?1", nil, table))
	}})
}
