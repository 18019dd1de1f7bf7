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

// magic is the text with which every SQLite file begins.
const magic = "SQLite format 3\x00"

// HeadBytes is how many bytes IsBackup needs.
const HeadBytes = len(magic)

// IsBackup reports whether a file that begins with head is a backup of this kind of store.
func IsBackup(head []byte) bool { return bytes.HasPrefix(head, []byte(magic)) }

// copyPages is the number of pages that one step of a backup copies.
const copyPages = 512

// Backup copies a store's file as it was at one moment. Another process may have the file open and write to it.
// progress may be nil. Backup checks the copy before it returns.
func Backup(ctx context.Context, dir, to string, progress func(done, total int64)) error {
	err := backup(ctx, filepath.Join(dir, FileName), to, progress)
	if err == nil {
		err = finish(ctx, to, forgetSelf)
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
	// This read fixes the snapshot to copy, whatever other connections write from now on.
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

// finish turns a copy into a single file without a WAL, runs the given statements, checks the file, and syncs it to
// disk.
func finish(ctx context.Context, path, statements string) error {
	c, err := dial(path, 0, "journal_mode=DELETE")
	if err != nil {
		return err
	}
	defer func() { _ = c.Close() }()
	defer c.SetInterrupt(c.SetInterrupt(ctx))
	var r Report
	if err := errors.Join(checkFile(c), c.Exec(statements), r.pages(c), c.Close()); err != nil {
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

// Restore creates a store from a backup, in a folder that does not contain one. The new store belongs to no
// cluster, even if the backup is that of a cluster's node.
func Restore(ctx context.Context, dir string, from io.Reader) error {
	return receive(ctx, dir, from, forgetCluster)
}

// Receive creates a store from another node's file, in a folder that does not contain one. The new store belongs
// to that node's cluster, but has no name there.
func Receive(ctx context.Context, dir string, from io.Reader) error {
	return receive(ctx, dir, from, forgetSelf)
}

func receive(ctx context.Context, dir string, from io.Reader, statements string) error {
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
		err = finish(ctx, part, statements)
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
