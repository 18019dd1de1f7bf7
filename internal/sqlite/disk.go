package sqlite

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"syscall"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/vfs"
)

// diskName is the name of the file system that all connections use.
const diskName = "theriac"

var registerDisk = sync.OnceFunc(func() { vfs.Register(diskName, disk{vfs.Find("").(vfs.VFSFilename)}) })

// disk is the library's file system without memory mapping, which it cannot combine with
// checksums of pages, with the sync of a folder that has a new log, and with names for
// what is wrong with the disk.
type disk struct{ vfs.VFSFilename }

func (d disk) Open(name string, flags vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	f, flags, err := d.VFSFilename.Open(name, flags)
	return d.wrap(f, "", flags), flags, err
}

func (d disk) OpenFilename(name *vfs.Filename, flags vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	f, flags, err := d.VFSFilename.OpenFilename(name, flags)
	if err != nil {
		return nil, flags, err
	}
	return d.wrap(f, name.String(), flags), flags, nil
}

func (d disk) wrap(f vfs.File, path string, flags vfs.OpenFlag) vfs.File {
	if f == nil {
		return nil
	}
	w := &file{File: f}
	if flags&(vfs.OPEN_WAL|vfs.OPEN_MAIN_JOURNAL) != 0 && runtime.GOOS != "windows" {
		w.unsynced = filepath.Dir(path)
	}
	return w
}

// file is an open file. It forwards what SQLite needs and nothing else.
type file struct {
	vfs.File
	unsynced string // the folder in which its name may be new
}

func (f *file) SharedMemory() vfs.SharedMemory {
	if s, ok := f.File.(vfs.FileSharedMemory); ok {
		return s.SharedMemory()
	}
	return nil
}

// ReadAt and WriteAt give an error of the disk its right name, which the library does not
// find within the error of package os.
func (f *file) ReadAt(p []byte, off int64) (int, error) {
	n, err := f.File.ReadAt(p, off)
	if errors.Is(err, syscall.EIO) {
		err = sqlite3.IOERR_CORRUPTFS
	}
	return n, err
}

func (f *file) WriteAt(p []byte, off int64) (int, error) {
	n, err := f.File.WriteAt(p, off)
	if noRoom(err) {
		err = sqlite3.FULL
	}
	return n, err
}

// windowsFull is ERROR_DISK_FULL.
const windowsFull = syscall.Errno(112)

func noRoom(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || runtime.GOOS == "windows" && errors.Is(err, windowsFull)
}

func (f *file) Sync(flags vfs.SyncFlag) error {
	if err := f.File.Sync(flags); err != nil || f.unsynced == "" {
		return err
	}
	dir, err := os.Open(f.unsynced)
	if err != nil {
		return sqlite3.IOERR_DIR_FSYNC
	}
	defer func() { _ = dir.Close() }()
	if dir.Sync() != nil {
		return sqlite3.IOERR_DIR_FSYNC
	}
	f.unsynced = ""
	return nil
}
