package sqlite

import (
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"time"

	"github.com/ncruces/go-sqlite3"

	"theriac/internal/store"
)

// conn is a connection to the file, with its prepared statements.
type conn struct {
	*sqlite3.Conn
	statements map[string]*sqlite3.Stmt
}

// busyWait is the longest time that a connection waits for a lock. Locks are held only by a backup in another
// process, and at the end of WAL recovery in this one.
const busyWait = 10 * time.Second

// dial opens a connection to a file and runs the given pragmas.
func dial(path string, flags sqlite3.OpenFlag, pragmas ...string) (*conn, error) {
	registerDisk()
	c, err := sqlite3.OpenFlags(uri(path), flags|sqlite3.OPEN_READWRITE|sqlite3.OPEN_URI)
	if err != nil {
		return nil, fault(err)
	}
	err = c.BusyTimeout(busyWait)
	for _, p := range append([]string{
		"trusted_schema=OFF", "cell_size_check=ON", "secure_delete=ON", "temp_store=MEMORY", "fullfsync=ON", "checkpoint_fullfsync=ON",
	}, pragmas...) {
		if err == nil {
			err = c.Exec("PRAGMA " + p)
		}
	}
	if err != nil {
		_ = c.Close()
		return nil, fault(err)
	}
	return &conn{c, map[string]*sqlite3.Stmt{}}, nil
}

// Close closes the connection. A second call does nothing.
func (c *conn) Close() error {
	for _, s := range c.statements {
		_ = s.Close()
	}
	clear(c.statements)
	return c.Conn.Close()
}

func uri(path string) string {
	return (&url.URL{Scheme: "file", OmitHost: true, Path: filepath.ToSlash(path), RawQuery: "vfs=" + diskName}).String()
}

// do runs a statement and calls row with each row of the result. row may be nil. SQLite compiles a statement with
// LIMIT ?1 again for each value, so statements have LIMIT ?1+0.
func (c *conn) do(query string, row func(*sqlite3.Stmt) error, args ...any) (err error) {
	s := c.statements[query]
	if s == nil {
		if s, _, err = c.Prepare(query); err != nil {
			return err
		}
		c.statements[query] = s
	}
	for i, arg := range args {
		if err := bind(s, i+1, arg); err != nil {
			return err
		}
	}
	for s.Step() {
		if row == nil {
			continue
		}
		if err := row(s); err != nil {
			_ = s.Reset()
			return err
		}
	}
	err = s.Err()
	_ = s.Reset()
	return err
}

func bind(s *sqlite3.Stmt, i int, arg any) error {
	switch v := arg.(type) {
	case string:
		return s.BindText(i, v)
	case []byte:
		return s.BindBlob(i, v)
	case uint64:
		return s.BindInt64(i, int64(v))
	case int64:
		return s.BindInt64(i, v)
	case int:
		return s.BindInt(i, v)
	case nil:
		return s.BindNull(i)
	}
	return fmt.Errorf("sqlite: %T cannot be bound", arg)
}

// number returns the first column of the last row of a result, or 0 for an empty result.
func (c *conn) number(query string, args ...any) (n int64, err error) {
	err = c.do(query, func(s *sqlite3.Stmt) error { n = s.ColumnInt64(0); return nil }, args...)
	return n, err
}

// blob returns a copy of a column, which is never nil.
func blob(s *sqlite3.Stmt, column int) []byte { return s.ColumnBlob(column, []byte{}) }

// fault converts an SQLite error to one of the store's errors.
func fault(err error) error {
	if err == nil {
		return nil
	}
	for _, known := range []error{store.ErrAbsent, store.ErrConflict, store.ErrUncertain, store.ErrDamaged, store.ErrNewer, store.ErrFull, store.ErrLost, store.ErrUnavailable} {
		if errors.Is(err, known) {
			return err
		}
	}
	kind := store.ErrUnavailable
	switch {
	case errors.Is(err, sqlite3.FULL), errors.Is(err, sqlite3.IOERR_SHMSIZE), noRoom(err):
		kind = store.ErrFull
	case errors.Is(err, sqlite3.CORRUPT), errors.Is(err, sqlite3.NOTADB), errors.Is(err, sqlite3.IOERR_DATA), errors.Is(err, sqlite3.IOERR_CORRUPTFS), errors.Is(err, sqlite3.IOERR_SHORT_READ):
		kind = store.ErrDamaged
	case errors.Is(err, sqlite3.IOERR), errors.Is(err, sqlite3.READONLY), errors.Is(err, sqlite3.CANTOPEN):
		kind = store.ErrLost
	}
	return fmt.Errorf("%w: %w", kind, err)
}
