package jetstream

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"
)

// The server syncs what it writes into a block, and the folder of a new block only now
// and then. Where the sync of a file does not keep its name, as POSIX allows, a power cut
// would take the whole block. So a node that has the only copy syncs the folder itself,
// before a write into a new block is acknowledged.

// names knows which folders have their names on the disk.
type names struct {
	dir     string // of the data
	streams string // where the folders of the streams lie

	mu     sync.Mutex
	opened map[string]*os.File  // the folders of streams' blocks; no stream is ever removed
	synced map[string]time.Time // when a stream's folder was changed last, as of its sync
}

// coarse is longer than the steps in which file systems count time: of a folder that
// was changed within it, another change may look the same.
const coarse = 100 * time.Millisecond

func newNames(dir string) *names {
	return &names{dir: dir, streams: filepath.Join(dir, "jetstream", "$G", "streams"), synced: map[string]time.Time{}, opened: map[string]*os.File{}}
}

// folder is the folder of a stream's blocks. It stays open: to look at it is needed with
// every write, and takes a third of the time that it takes by its name.
func (n *names) folder(stream string) (*os.File, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if d := n.opened[stream]; d != nil {
		return d, nil
	}
	d, err := os.Open(filepath.Join(n.streams, stream, "msgs"))
	if err == nil {
		n.opened[stream] = d
	}
	return d, err
}

// close closes the folders.
func (n *names) close() {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, d := range n.opened {
		_ = d.Close()
	}
	clear(n.opened)
}

// sync brings the names of a stream's blocks to the disk, if there may be new ones.
func (n *names) sync(stream string) error {
	if runtime.GOOS == "windows" {
		return nil // it has no way to
	}
	dir, err := n.folder(stream)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // it lies in memory
	}
	if err != nil {
		return err
	}
	info, err := dir.Stat()
	if err != nil {
		return err
	}
	changed := info.ModTime()
	n.mu.Lock()
	old := n.synced[stream]
	n.mu.Unlock()
	if changed.Equal(old) {
		return nil
	}
	if err := dir.Sync(); err != nil {
		return err
	}
	if time.Since(changed) > coarse {
		n.mu.Lock()
		n.synced[stream] = changed
		n.mu.Unlock()
	}
	return nil
}

// syncAll brings the names of all folders to the disk: those of new streams.
func (n *names) syncAll() error {
	return filepath.WalkDir(n.dir, func(path string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // it was removed meanwhile
		}
		if err != nil || !e.IsDir() {
			return err
		}
		return syncFolder(path)
	})
}

func syncFolder(dir string) error {
	if runtime.GOOS == "windows" {
		return nil // it has no way to
	}
	d, err := os.Open(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
