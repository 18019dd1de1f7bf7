package bus

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"theriac/internal/replica"
)

// stampName is the name of a file in the log's folder. It records the member and the start to which the folder
// belongs.
const stampName = "theriac-start"

func stamp(member, boot uint64) string { return fmt.Sprintf("%x %d\n", member, boot) }

// checkLogFolder puts the log's folder aside if it does not belong to the file, whose name is self. One of the
// two may then be outdated, and lack something that the node has told others. So the node starts with an empty
// log folder, and joins as mayJoin describes. A cluster of one node keeps its log, because no other node has it.
func (n *Node) checkLogFolder(self replica.Self) error {
	if n.Members == 1 {
		return nil
	}
	text, err := os.ReadFile(filepath.Join(n.logDir(), stampName))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	// Each start writes its number to the stamp before the file, so the stamp may be one ahead.
	fits := err == nil && self.Host == n.Host && (string(text) == stamp(self.Member, self.Boot) || string(text) == stamp(self.Member, self.Boot+1))
	n.change(func() { n.joins = !fits })
	if _, err := os.Stat(n.logDir()); err != nil || fits {
		return nil
	}
	n.Logger.Warn("this node's part of the log is not that of its state: the node begins an empty one")
	return n.putAside(n.logDir())
}

// joined records that the log's folder now contains this node's part of the log.
func (n *Node) joined() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.joins = false
	return n.stampLogFolder(n.hello.Member, n.hello.Boot)
}

// stampLogFolder records the start to which the log's folder belongs. A folder that has never contained a log
// gets no stamp, so the next start begins an empty one.
func (n *Node) stampLogFolder(member, boot uint64) error {
	if n.joins {
		return nil
	}
	if err := os.MkdirAll(n.logDir(), 0o700); err != nil {
		return err
	}
	return writeFile(filepath.Join(n.logDir(), stampName), []byte(stamp(member, boot)))
}

// writeFile writes and syncs data under a temporary name, renames that file to path, and syncs the folder. Without
// the last step, a power cut could bring back the earlier content of path.
func writeFile(path string, data []byte) error {
	part := path + ".part"
	f, err := os.OpenFile(part, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(part, path); err != nil {
		return err
	}
	if runtime.GOOS == "windows" {
		return nil // Windows writes names to disk together with the files
	}
	if f, err = os.Open(filepath.Dir(path)); err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// putAside moves a folder into asideFolder, so that an operator can inspect it. It deletes older folders there, as
// trimAside describes.
func (n *Node) putAside(dir string) error {
	to := filepath.Join(n.Dir, asideFolder)
	if err := os.MkdirAll(to, 0o700); err != nil {
		return err
	}
	name := filepath.Base(dir) + "-" + time.Now().UTC().Format("20060102-150405.000")
	n.Logger.Warn("put aside", "folder", dir, "to", filepath.Join(to, name))
	if err := os.Rename(dir, filepath.Join(to, name)); err != nil {
		return err
	}
	if err := trimAside(to, asideBytes); err != nil {
		n.Logger.Warn("what was put aside earlier remains", "err", err)
	}
	return nil
}

// asideBytes is the limit on the size of all folders that were put aside, except the newest.
const asideBytes = 1 << 30

// trimAside keeps the newest folder in dir, and the next newest ones as long as all of them together have at most
// the given size. It deletes the others.
func trimAside(dir string, most int64) error {
	list, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	when := func(e fs.DirEntry) string { _, at, _ := strings.Cut(e.Name(), "-"); return at }
	slices.SortFunc(list, func(a, b fs.DirEntry) int { return strings.Compare(when(b), when(a)) })
	var total int64
	for i, e := range list {
		path := filepath.Join(dir, e.Name())
		size, err := sizeOf(path)
		if err != nil {
			return err
		}
		if total += size; i == 0 || total <= most {
			continue
		}
		if err := os.RemoveAll(path); err != nil {
			return err
		}
	}
	return nil
}

// sizeOf returns the size of all files in a folder.
func sizeOf(dir string) (size int64, err error) {
	err = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			size += info.Size()
		}
		return err
	})
	return size, err
}
