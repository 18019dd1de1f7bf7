package sqlite

import (
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/vfs"
)

// diskName is the name of the file system that all connections use.
const diskName = "theriac"

var registerDisk = sync.OnceFunc(func() { vfs.Register(diskName, disk{vfs.Find("").(vfs.VFSFilename)}) })

// disk is the library's file system without memory mapping, which it cannot combine with
// checksums of pages, and with the sync of a folder that has a new log.
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
