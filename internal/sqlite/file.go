package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/ncruces/go-sqlite3"

	"theriac/internal/store"
)

// FileName is the name of a store's file in its folder.
const FileName = "theriac.db"

// format is the version of the schema, stored in the file's user_version.
const format = 1

const pageSize = 8192

const schema = `
CREATE TABLE log(at INTEGER PRIMARY KEY, tbl TEXT NOT NULL, prev INTEGER NOT NULL, key TEXT NOT NULL, sum INTEGER NOT NULL, data BLOB NOT NULL);
CREATE UNIQUE INDEX log_at ON log(tbl, at);
CREATE UNIQUE INDEX log_key ON log(tbl, key);
CREATE TABLE snapshot(id INTEGER PRIMARY KEY, tbl TEXT NOT NULL UNIQUE, sum INTEGER NOT NULL, data BLOB NOT NULL);
CREATE TABLE archive(at INTEGER PRIMARY KEY, tbl TEXT NOT NULL UNIQUE, sum INTEGER NOT NULL, data BLOB NOT NULL);
CREATE TABLE kv(id INTEGER PRIMARY KEY, bucket TEXT NOT NULL, key TEXT NOT NULL, version INTEGER NOT NULL, ends INTEGER NOT NULL, sum INTEGER NOT NULL, data BLOB NOT NULL);
CREATE UNIQUE INDEX kv_key ON kv(bucket, key);
CREATE INDEX kv_ends ON kv(ends) WHERE ends>0;
CREATE TABLE chat(at INTEGER PRIMARY KEY, tbl TEXT NOT NULL, person TEXT NOT NULL, sum INTEGER NOT NULL, data BLOB NOT NULL);
CREATE INDEX chat_tbl ON chat(tbl, at);
CREATE INDEX chat_person ON chat(person, tbl, at);
CREATE TABLE due(tbl TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX due_at ON due(at);
CREATE TABLE meta(name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO meta VALUES('frame', 0);
`

// These are the values of SQLite's synchronous mode that the writer uses.
const (
	syncCommits = "FULL"   // each commit is synced
	syncLater   = "NORMAL" // commits are synced at the next checkpoint of the WAL
	syncNever   = "OFF"
)

// openFile opens a store's file for the writer, and creates the file if necessary.
func openFile(path, mode string) (*conn, error) {
	_, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		err = createFile(path)
	}
	if err != nil {
		return nil, err
	}
	c, err := dial(path, 0, "journal_mode=WAL", "synchronous="+mode, "cache_size=-16384", "wal_autocheckpoint=1000")
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if err := checkFile(c); err != nil {
		_ = c.Close()
		return nil, fmt.Errorf("%s: %w", path, fault(err))
	}
	return c, nil
}

// checkFile returns an error if this program cannot read the file, or if its pages have no checksums.
func checkFile(c *conn) error {
	switch version, err := c.number("PRAGMA user_version"); {
	case err != nil:
		return err
	case version > format:
		return fmt.Errorf("%w: the file has format %d", store.ErrNewer, version)
	case version < 1:
		return fmt.Errorf("%w: the file has format %d", store.ErrDamaged, version)
	}
	switch room, err := c.FileControl("main", sqlite3.FCNTL_RESERVE_BYTES); {
	case err != nil:
		return err
	case room != sumRoom:
		return fmt.Errorf("%w: the file's pages have no checksums", store.ErrDamaged)
	}
	return nil
}

// createFile creates an empty store under a temporary name and then renames it.
func createFile(path string) error {
	part := path + ".new"
	if err := blank(part); err != nil {
		return err
	}
	c, err := dial(part, 0, "synchronous="+syncCommits)
	if err != nil {
		return err
	}
	err = c.Exec("BEGIN;" + schema + fmt.Sprintf("PRAGMA user_version=%d; COMMIT", format))
	if err := errors.Join(err, c.Close()); err != nil {
		return fault(err)
	}
	if err := os.Rename(part, path); err != nil {
		return err
	}
	return syncFolders(filepath.Dir(path))
}

// blank creates a database file without tables. Its pages have checksums.
func blank(path string) error {
	for _, name := range []string{path, path + "-journal", path + "-wal", path + "-shm"} {
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	c, err := dial(path, sqlite3.OPEN_CREATE, fmt.Sprintf("page_size=%d", pageSize))
	if err != nil {
		return err
	}
	_, err = c.FileControl("main", sqlite3.FCNTL_RESERVE_BYTES, sumRoom)
	if err == nil {
		err = c.Exec("VACUUM") // makes SQLite write the first page
	}
	return fault(errors.Join(err, c.Close()))
}

// syncFolders syncs a folder and its parent, so that the names of new files are on disk.
func syncFolders(dir string) error {
	if runtime.GOOS == "windows" {
		return nil // Windows writes names to disk together with the files
	}
	for _, path := range []string{dir, filepath.Dir(dir)} {
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		if err := errors.Join(f.Sync(), f.Close()); err != nil {
			return err
		}
	}
	return nil
}
