package sqlite

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"theriac/internal/store"
)

// magic is how every SQLite file begins.
const magic = "SQLite format 3\x00"

// IsBackup reports whether a file begins like a backup of such a store.
func IsBackup(head []byte) bool { return bytes.HasPrefix(head, []byte(magic)) }

// copyPages is how many pages are copied at once.
const copyPages = 512

// Backup copies the file of a store, which another process may have open and write to,
// as it is at one moment. Progress may be nil. The copy is checked before it returns.
func Backup(ctx context.Context, dir, to string, progress func(done, total int64)) error {
	err := backup(ctx, filepath.Join(dir, FileName), to, progress)
	if err == nil {
		err = finish(ctx, to)
	}
	if err != nil {
		_ = os.Remove(to)
	}
	return err
}

func backup(ctx context.Context, from, to string, progress func(done, total int64)) error {
	if _, err := os.Stat(from); err != nil {
		return err
	}
	if err := blank(to); err != nil {
		return err
	}
	c, err := dial(from, 0, "query_only=ON")
	if err != nil {
		return err
	}
	defer func() { _ = c.Close() }()
	if err := checkFile(c); err != nil {
		return fault(err)
	}
	// What is read now is what is copied, whatever others write meanwhile.
	if err := c.Exec("BEGIN; SELECT value FROM meta"); err != nil {
		return fault(err)
	}
	b, err := c.BackupInit("main", uri(to))
	if err != nil {
		return fault(err)
	}
	for done := false; err == nil && !done; {
		if done, err = b.Step(copyPages); err == nil {
			err = ctx.Err()
		}
		if total := int64(b.PageCount()); progress != nil {
			progress((total-int64(b.Remaining()))*pageSize, total*pageSize)
		}
	}
	return fault(errors.Join(err, b.Close()))
}

// finish makes a copy one file, checks it, and waits until it is on disk.
func finish(ctx context.Context, path string) error {
	c, err := dial(path, 0, "journal_mode=DELETE")
	if err != nil {
		return err
	}
	defer func() { _ = c.Close() }()
	defer c.SetInterrupt(c.SetInterrupt(ctx))
	var r Report
	if err := errors.Join(checkFile(c), r.pages(c), c.Close()); err != nil {
		return fault(err)
	}
	if len(r.Damages) > 0 {
		return fmt.Errorf("%w: the copy: %s", store.ErrDamaged, r.Damages[0].What)
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close(), syncFolders(filepath.Dir(path)))
}

// Restore makes a store of a backup in a folder that has none.
func Restore(ctx context.Context, dir string, from io.Reader) error {
	path := filepath.Join(dir, FileName)
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("sqlite: there is a store in %s", dir)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	part := path + ".part"
	f, err := os.OpenFile(part, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, from)
	if err = errors.Join(err, f.Close()); err == nil {
		err = finish(ctx, part)
	}
	if err == nil {
		err = os.Rename(part, path)
	}
	if err != nil {
		_ = os.Remove(part)
		return err
	}
	return syncFolders(dir)
}
