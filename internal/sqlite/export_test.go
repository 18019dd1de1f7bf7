package sqlite

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/vfs"

	"theriac/internal/state"
	"theriac/internal/store"
)

var RawRows = rawRows

// Frame returns the number of the last committed frame.
func (s *Store) Frame() (n uint64) {
	_ = s.between(context.Background(), func(*conn) error { n = s.mark.Index; return nil })
	return n
}

// Propose applies operations in one frame.
func (s *Store) Propose(ctx context.Context, ops ...state.Op) ([]state.Answer, error) {
	return s.propose(ctx, ops...)
}

// Kill stops the store as if its process were killed, and calls f at that moment to copy the files. Later
// commits are never acknowledged.
func (s *Store) Kill(f func()) {
	_ = s.between(context.Background(), func(*conn) error {
		f()
		s.lose(store.ErrLost)
		return nil
	})
	s.Close()
}

// Widen sets a new limit on the size of the file.
func (s *Store) Widen(bytes int64) error {
	return s.between(context.Background(), func(c *conn) error { return limit(c, bytes) })
}

// failing is a file system on which syncs of write-ahead logs fail while fail returns true.
type failing struct {
	vfs.VFSFilename
	fail func() bool
}

// FailSyncs makes syncs of write-ahead logs fail while fail returns true. It affects stores that are opened
// before restore is called.
func FailSyncs(fail func() bool) (restore func()) {
	registerDisk()
	was := vfs.Find(diskName)
	vfs.Register(diskName, disk{failing{was.(disk).VFSFilename, fail}})
	return func() { vfs.Register(diskName, was) }
}

func (d failing) OpenFilename(name *vfs.Filename, flags vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	f, out, err := d.VFSFilename.OpenFilename(name, flags)
	if err == nil && flags&vfs.OPEN_WAL != 0 {
		f = failingFile{f, d.fail}
	}
	return f, out, err
}

type failingFile struct {
	vfs.File
	fail func() bool
}

func (f failingFile) Sync(flags vfs.SyncFlag) error {
	if f.fail() {
		return sqlite3.IOERR_FSYNC
	}
	return f.File.Sync(flags)
}

// CutDisk is a disk that knows which part of each write-ahead log is safe from a power cut: what was synced.
type CutDisk struct {
	mu     sync.Mutex
	synced map[string][]byte // by path
}

// UseCutDisk makes stores that are opened before restore is called use a CutDisk.
func UseCutDisk() (d *CutDisk, restore func()) {
	registerDisk()
	was := vfs.Find(diskName)
	d = &CutDisk{synced: map[string][]byte{}}
	vfs.Register(diskName, disk{cutting{was.(disk).VFSFilename, d}})
	return d, func() { vfs.Register(diskName, was) }
}

// Cut copies a store's folder as a power cut between two transactions would leave it. wal returns how much of the
// write-ahead log is on disk, given how much was synced and how much was written.
func (d *CutDisk) Cut(from, to string, wal func(synced, written int) int) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	log := filepath.Join(from, FileName+"-wal")
	safe := d.synced[log]
	written, err := os.ReadFile(log)
	if err != nil {
		return err
	}
	content, err := os.ReadFile(filepath.Join(from, FileName)) // each checkpoint has synced what it wrote
	if err != nil {
		return err
	}
	if bytes.HasPrefix(written, safe) { // otherwise SQLite has begun to write it from the front again
		safe = written[:wal(len(safe), len(written))]
	}
	return errors.Join(os.MkdirAll(to, 0o700), os.WriteFile(filepath.Join(to, FileName), content, 0o600), os.WriteFile(filepath.Join(to, FileName+"-wal"), safe, 0o600))
}

type cutting struct {
	vfs.VFSFilename
	d *CutDisk
}

func (c cutting) OpenFilename(name *vfs.Filename, flags vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	f, out, err := c.VFSFilename.OpenFilename(name, flags)
	if err == nil && flags&vfs.OPEN_WAL != 0 {
		f = cuttingFile{f, name.String(), c.d}
	}
	return f, out, err
}

type cuttingFile struct {
	vfs.File
	path string
	d    *CutDisk
}

func (f cuttingFile) Sync(flags vfs.SyncFlag) error {
	if err := f.File.Sync(flags); err != nil {
		return err
	}
	b, err := os.ReadFile(f.path)
	if err != nil {
		return err
	}
	f.d.mu.Lock()
	defer f.d.mu.Unlock()
	f.d.synced[f.path] = b
	return nil
}
