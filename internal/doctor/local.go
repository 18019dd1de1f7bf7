package doctor

import (
	"bufio"
	"context"
	"errors"
	"io/fs"
	"net/netip"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"theriac/internal/sqlite"
)

// The minimum that a server's machine should offer: free disk space in bytes, and open files.
const (
	leastFree  = 1 << 30
	leastFiles = 10_000
)

// Folder checks a data folder, and the server process that uses it.
func Folder(ctx context.Context, path string) Report {
	var r Report
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		r.add(Notice, "data folder", "name the server's with --data", "there is none at %s", path)
		return r
	} else if err != nil {
		r.add(Problem, "data folder", "run this as the server's user", "%v", err)
		return r
	}
	if mode := info.Mode().Perm(); mode&0o007 != 0 {
		r.add(Problem, "data folder", "chmod o= "+path+": the seeds of running games are in it", "everybody on this machine may enter %s (%o)", path, mode)
	} else {
		r.add(Fine, "data folder", "", "%s is its owner's", path)
	}
	if key, err := os.Stat(filepath.Join(path, "operator-key")); err == nil && key.Mode().Perm()&0o077 != 0 {
		r.add(Problem, "operator's key", "chmod 600 "+filepath.Join(path, "operator-key"), "others may read it")
	}
	if free, all, ok := space(path); ok {
		if free < leastFree || free < all/20 {
			r.add(Problem, "disk", "free some space: a full disk stops the store's writes", "%d MB of %d MB are free", free>>20, all>>20)
		} else {
			r.add(Fine, "disk", "", "%d MB of %d MB are free", free>>20, all>>20)
		}
	}
	files(&r, filepath.Join(path, "lock"))
	rows(ctx, &r, filepath.Join(path, "store"))
	aside(&r, filepath.Join(path, "aside"))
	return r
}

// aside reports the files that a node of a cluster has replaced. They take space and contain personal data.
func aside(r *Report, dir string) {
	list, err := os.ReadDir(dir)
	if err != nil || len(list) == 0 {
		return // most nodes have replaced nothing
	}
	r.add(Notice, "replaced data", "look into the log for the reason, then delete "+dir, "%d folders are in %s", len(list), dir)
}

// rows checks every row of a node's store. The node may be running meanwhile.
func rows(ctx context.Context, r *Report, dir string) {
	if _, err := os.Stat(filepath.Join(dir, sqlite.FileName)); errors.Is(err, fs.ErrNotExist) {
		return
	}
	found, err := sqlite.CheckFile(ctx, dir, 0)
	if err != nil {
		r.add(Problem, "store", "see “When data is damaged” in the operations guide", "%v", err)
		return
	}
	for _, d := range found.Damages {
		r.add(Problem, "store", "see “When data is damaged” in the operations guide", "%s: %s", d.Where, d.What)
	}
	if len(found.Damages) == 0 {
		r.add(Fine, "store", "", "%d rows and all pages are as they were written", found.Rows)
	}
}

// files checks how many files the server process may have open, since each stream needs one. The
// lock file contains the process id.
func files(r *Report, lock string) {
	data, err := os.ReadFile(lock)
	pid, bad := strconv.Atoi(strings.TrimSpace(string(data)))
	if err != nil || bad != nil {
		r.add(Notice, "open files", "", "no server uses the folder, so its limits cannot be seen")
		return
	}
	f, err := os.Open(filepath.Join("/proc", strconv.Itoa(pid), "limits"))
	if err != nil {
		r.add(Notice, "open files", "", "the limits of process %d cannot be seen", pid)
		return
	}
	defer func() { _ = f.Close() }()
	for s := bufio.NewScanner(f); s.Scan(); {
		rest, ok := strings.CutPrefix(s.Text(), "Max open files")
		if !ok {
			continue
		}
		if n, err := strconv.Atoi(strings.Fields(rest)[0]); err == nil && n < leastFiles {
			r.add(Problem, "open files", "LimitNOFILE=200000 in the unit, or ulimit -n: an open stream is an open file", "the server may open %d", n)
		} else {
			r.add(Fine, "open files", "", "the server may open %s", strings.Fields(rest)[0])
		}
	}
}

// atHome reports whether a host name belongs to a home network or to this machine.
func atHome(host string) bool {
	if a, err := netip.ParseAddr(host); err == nil {
		return a.IsLoopback() || a.IsPrivate() || a.IsLinkLocalUnicast()
	}
	return !strings.Contains(host, ".") || strings.HasSuffix(host, ".local") || strings.HasSuffix(host, ".lan") || strings.HasSuffix(host, ".home.arpa")
}
