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

// disk is the library's file system without memory mapping, with checksums of pages that
// mend a flipped bit, with the sync of a folder that has a new log, and with names for
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
	if flags&vfs.OPEN_MAIN_DB != 0 {
		w.main = path
	}
	if flags&(vfs.OPEN_WAL|vfs.OPEN_MAIN_JOURNAL) != 0 && runtime.GOOS != "windows" {
		w.unsynced = filepath.Dir(path)
	}
	return w
}

// file is an open file. It forwards what SQLite needs and nothing else.
type file struct {
	vfs.File
	unsynced string // the folder in which its name may be new
	main     string // its path, if it is a main file
	sums     bool   // its pages end with checksums
}

func (f *file) SharedMemory() vfs.SharedMemory {
	if s, ok := f.File.(vfs.FileSharedMemory); ok {
		return s.SharedMemory()
	}
	return nil
}

// ReadAt checks the pages of a main file, and mends one with a flipped bit. To write it
// back is safe: a reader of the file holds a lock, so that no newer page is written meanwhile.
func (f *file) ReadAt(p []byte, off int64) (int, error) {
	n, err := f.File.ReadAt(p, off)
	if errors.Is(err, syscall.EIO) {
		err = sqlite3.IOERR_CORRUPTFS // the library does not find it within the error of package os
	}
	switch {
	case err != nil || f.main == "":
		return n, err
	case off == 0 && n < pageSize:
		f.readHeader(p[:n])
		return n, nil
	case off == 0:
		f.sums = hasSums(p)
	}
	if !f.sums || n != pageSize || off%pageSize != 0 {
		return n, nil
	}
	switch verify(p) {
	case damaged:
		return 0, sqlite3.IOERR_DATA
	case mended:
		_, _ = f.File.WriteAt(p, off) // if it cannot be written, it is mended at the next read
		tellMended(f.main, off)
	}
	return n, nil
}

// readHeader reads the beginning of the first page, which nothing locks.
func (f *file) readHeader(p []byte) {
	page := make([]byte, pageSize)
	if n, _ := f.File.ReadAt(page, 0); n < pageSize {
		return // it is empty, and has no pages yet
	}
	if verify(page) == mended {
		copy(p, page)
	}
	f.sums = hasSums(page)
}

// hasSums reports whether the first page says that pages end with checksums.
func hasSums(page []byte) bool { return page[roomAt] == sumRoom }

// WriteAt gives each page of a main file its checksum.
func (f *file) WriteAt(p []byte, off int64) (int, error) {
	if f.main != "" && off == 0 && len(p) > roomAt {
		f.sums = hasSums(p)
	}
	if f.sums && len(p) == pageSize && off%pageSize == 0 {
		seal(p) // in room that SQLite leaves
	}
	n, err := f.File.WriteAt(p, off)
	if noRoom(err) {
		err = sqlite3.FULL
	}
	return n, err
}

// DeviceCharacteristics lets SQLite read whole pages only, which can be checked.
func (f *file) DeviceCharacteristics() vfs.DeviceCharacteristic {
	return f.File.DeviceCharacteristics() &^ vfs.IOCAP_SUBPAGE_READ
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
