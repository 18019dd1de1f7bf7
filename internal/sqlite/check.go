package sqlite

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/ncruces/go-sqlite3"

	"theriac/internal/store"
)

// Report holds what a check of a store's file has found.
type Report struct {
	Rows    int
	Bytes   int64
	Damages []store.Damage
}

// checkTables lists the database tables with checksums. For each table it has a function that reads a row, and
// the indices that must have one entry per row.
var checkTables = []struct {
	name, id, columns string
	read              func(*sqlite3.Stmt) (bytes int, err error)
	indices           []string
}{
	{"log", "at", entryColumns, func(s *sqlite3.Stmt) (int, error) { e, err := entryOf(s); return len(e.Data), err }, []string{"log_at", "log_key"}},
	{"archive", "at", "at, tbl, sum, data", func(s *sqlite3.Stmt) (int, error) { g, err := gameOf(s); return len(g.Data), err }, []string{"sqlite_autoindex_archive_1"}},
	{"kv", "id", recordColumns, func(s *sqlite3.Stmt) (int, error) { r, err := recordOf(s); return len(r.Data), err }, []string{"kv_key"}},
	{"chat", "at", lineColumns, func(s *sqlite3.Stmt) (int, error) { l, err := lineOf(s); return len(l.Data), err }, []string{"chat_tbl", "chat_person"}},
}

// CheckFile reads and checks a store's whole file, at up to rate bytes per second; 0 means no limit. Another
// process may have the file open.
func CheckFile(ctx context.Context, dir string, rate int64) (Report, error) {
	var r Report
	c, err := dial(filepath.Join(dir, FileName), 0, "query_only=ON", "cache_size=-2048")
	if err != nil {
		return r, err
	}
	defer func() { _ = c.Close() }()
	defer c.SetInterrupt(c.SetInterrupt(ctx))
	return r, fault(errors.Join(checkFile(c), r.check(ctx, c, rate)))
}

func (r *Report) check(ctx context.Context, c *conn, rate int64) error {
	for i := range checkTables {
		if err := r.table(ctx, c, i, rate); err != nil {
			return err
		}
	}
	return r.pages(c)
}

func (r *Report) found(where, what string) {
	r.Damages = append(r.Damages, store.Damage{Where: FileName + " " + where, What: what})
}

// checkAtOnce is the number of rows that one query reads. A longer query would prevent the WAL from being
// reset.
const checkAtOnce = 500

func (r *Report) table(ctx context.Context, c *conn, i int, rate int64) error {
	t := checkTables[i]
	query := fmt.Sprintf("SELECT %s, %s FROM %s NOT INDEXED WHERE %s>?1 ORDER BY %s LIMIT %d", t.columns, t.id, t.name, t.id, t.id, checkAtOnce)
	for last, more := int64(0), true; more; {
		began, rows, bytes := time.Now(), 0, int64(0)
		err := c.do(query, func(s *sqlite3.Stmt) error {
			n, err := t.read(s)
			if errors.Is(err, store.ErrDamaged) {
				r.found(t.name, err.Error())
			}
			last = s.ColumnInt64(s.ColumnCount() - 1)
			rows, bytes = rows+1, bytes+int64(n)+100
			return nil
		}, last)
		if err = fault(err); errors.Is(err, store.ErrDamaged) {
			r.found(t.name, fmt.Sprintf("after row %d: %v", last, err))
			break
		}
		if err != nil {
			return err
		}
		r.Rows, r.Bytes, more = r.Rows+rows, r.Bytes+bytes, rows == checkAtOnce
		if rate > 0 && !sleep(ctx, time.Duration(bytes*int64(time.Second)/rate)-time.Since(began)) {
			return ctx.Err()
		}
	}
	return r.counts(c, i)
}

// counts compares the number of rows in a database table with the number of entries in each of its indices.
func (r *Report) counts(c *conn, i int) error {
	t := checkTables[i]
	queries := "SELECT (SELECT count(*) FROM " + t.name + " NOT INDEXED)"
	for _, index := range t.indices {
		queries += ", (SELECT count(*) FROM " + t.name + " INDEXED BY " + index + ")"
	}
	err := c.do(queries, func(s *sqlite3.Stmt) error {
		for j, index := range t.indices {
			if rows, entries := s.ColumnInt64(0), s.ColumnInt64(j+1); rows != entries {
				r.found(t.name, fmt.Sprintf("%d rows, and %d in the index %s", rows, entries, index))
			}
		}
		return nil
	})
	if err = fault(err); errors.Is(err, store.ErrDamaged) {
		r.found(t.name, err.Error())
		return nil
	}
	return err
}

// pages has SQLite check the structure of all pages, and so reads every page.
func (r *Report) pages(c *conn) error {
	err := c.do("PRAGMA quick_check(20)", func(s *sqlite3.Stmt) error {
		if what := s.ColumnText(0); what != "ok" {
			r.found("pages", what)
		}
		return nil
	})
	if err = fault(err); errors.Is(err, store.ErrDamaged) {
		r.found("pages", err.Error())
		return nil
	}
	return err
}

func sleep(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}
