package sqlite

import (
	"context"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/vfs"

	"theriac/internal/state"
	"theriac/internal/store"
)

var RawRows = rawRows

// Frame is the number of the last frame.
func (s *Store) Frame() (n uint64) {
	_ = s.between(context.Background(), func(*conn) error { n = s.frame; return nil })
	return n
}

// Propose applies operations in one frame.
func (s *Store) Propose(ctx context.Context, ops ...state.Op) ([]state.Answer, error) {
	return s.propose(ctx, ops...)
}

// Kill ends the store as if its process was killed: nobody hears of a commit after the
// moment in which f copies its files.
func (s *Store) Kill(f func()) {
	_ = s.between(context.Background(), func(*conn) error {
		f()
		s.lose(store.ErrLost)
		return nil
	})
	s.Close()
}

// Widen lets the file grow.
func (s *Store) Widen(bytes int64) error {
	return s.between(context.Background(), func(c *conn) error { return limit(c, bytes) })
}

// failing is the disk, whose logs cannot be synced while fail says so.
type failing struct {
	disk
	fail func() bool
}

// FailSyncs lets syncs of write-ahead logs of stores that are opened from now on fail while
// fail says so, until the function that it returns is called.
func FailSyncs(fail func() bool) (restore func()) {
	registerDisk()
	was := vfs.Find(diskName)
	vfs.Register(diskName, failing{was.(disk), fail})
	return func() { vfs.Register(diskName, was) }
}

func (d failing) OpenFilename(name *vfs.Filename, flags vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	f, out, err := d.disk.OpenFilename(name, flags)
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
