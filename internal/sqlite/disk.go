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

// diskName is the name under which this package registers its file system with SQLite.
const diskName = "theriac"

var registerDisk = sync.OnceFunc(func() { vfs.Register(diskName, disk{vfs.Find("").(vfs.VFSFilename)}) })

// disk extends the SQLite library's file system, without memory mapping. It adds page checksums, which can
// repair a flipped bit. It syncs the folder of a new WAL, and converts disk errors to those of SQLite.
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
	w.wal = flags&vfs.OPEN_WAL != 0
	if flags&(vfs.OPEN_WAL|vfs.OPEN_MAIN_JOURNAL) != 0 && runtime.GOOS != "windows" {
		w.unsynced = filepath.Dir(path)
	}
	return w
}

// file is an open file of the store. It implements only the methods that SQLite needs.
type file struct {
	vfs.File
	unsynced string // folder to sync, because this file's name may be new in it
	main     string // path, if this is a main database file
	sums     bool   // whether its pages end with checksums
	failed   bool   // whether a sync has failed, so that the content of the disk is unknown
	wal      bool   // whether this is a write-ahead log
	end      int64  // the end of the last page of the log that was written, or 0
	head     []byte // the header of the frame at end, which its page follows; empty for none
}

func (f *file) SharedMemory() vfs.SharedMemory {
	if s, ok := f.File.(vfs.FileSharedMemory); ok {
		return s.SharedMemory()
	}
	return nil
}

// ReadAt reads pages of a main file, checks their checksums, and repairs a flipped bit. It can safely write
// the page back: the reader holds a lock, so no one can write a newer page at the same time.
func (f *file) ReadAt(p []byte, off int64) (int, error) {
	n, err := f.File.ReadAt(p, off)
	if errors.Is(err, syscall.EIO) {
		err = sqlite3.IOERR_CORRUPTFS // the library does not recognise this error inside an error of package os
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
		_, _ = f.File.WriteAt(p, off) // if this write fails, the next read repairs the page again
		tellMended(f.main, off)
	}
	return n, nil
}

// readHeader reads the checksum setting from the first page, which SQLite reads without a lock. If it has to
// repair a flipped bit, it corrects p.
func (f *file) readHeader(p []byte) {
	page := make([]byte, pageSize)
	if n, _ := f.File.ReadAt(page, 0); n < pageSize {
		return // an empty file has no pages yet
	}
	if verify(page) == mended {
		copy(p, page)
	}
	f.sums = hasSums(page)
}

// hasSums reports whether the file's pages end with checksums, given its first page.
func hasSums(page []byte) bool { return page[roomAt] == sumRoom }

// WriteAt writes to the file. In a main file, it sets the checksum of each page. SQLite appends a frame to a
// write-ahead log by writing its header and then its page. WriteAt writes both with one system call.
func (f *file) WriteAt(p []byte, off int64) (int, error) {
	if f.wal {
		return f.writeLog(p, off)
	}
	if f.main != "" && off == 0 && len(p) > roomAt {
		f.sums = hasSums(p)
	}
	if f.sums && len(p) == pageSize && off%pageSize == 0 {
		seal(p) // writes the checksum into bytes that SQLite does not use
	}
	return f.write(p, off)
}

func (f *file) writeLog(p []byte, off int64) (int, error) {
	if off == f.end && len(f.head) == 0 && len(p) == frameHeader { // a header that is not appended has no page after it
		f.head = append(f.head, p...)
		return len(p), nil
	}
	began := 0 // how many bytes are written before p
	if head := f.head; len(head) > 0 {
		f.head = head[:0]
		if off == f.end+frameHeader {
			p, off, began = append(head, p...), f.end, frameHeader
			f.head = p[:0] // the next frame needs as much room
		} else if _, err := f.write(head, f.end); err != nil {
			return 0, err
		}
	}
	n, err := f.write(p, off)
	f.end = 0
	if err == nil && len(p) >= walHeader {
		f.end = off + int64(len(p))
	}
	return max(n-began, 0), err
}

func (f *file) write(p []byte, off int64) (int, error) {
	n, err := f.File.WriteAt(p, off)
	if noRoom(err) {
		err = sqlite3.FULL
	}
	return n, err
}

// DeviceCharacteristics makes SQLite read only whole pages, because only these can be checked.
func (f *file) DeviceCharacteristics() vfs.DeviceCharacteristic {
	return f.File.DeviceCharacteristics() &^ vfs.IOCAP_SUBPAGE_READ
}

// windowsFull is the Windows error code ERROR_DISK_FULL.
const windowsFull = syscall.Errno(112)

func noRoom(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || runtime.GOOS == "windows" && errors.Is(err, windowsFull)
}

// Sync syncs the file. After a failure, it always fails: a later sync could succeed although the data that the
// first one should have written are lost.
func (f *file) Sync(flags vfs.SyncFlag) error {
	if f.failed {
		return sqlite3.IOERR_FSYNC
	}
	if err := f.File.Sync(flags); err != nil {
		f.failed = true
		return err
	}
	if f.unsynced == "" {
		return nil
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
