// Package forget is a file system in memory that can simulate a power failure. Data that were written but not
// synced are then lost or torn.
//
// It refuses to depend on the contents of files, and does not try to be fast.
package forget

import (
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"syscall"
	"time"
)

// Model defines which file names survive a power failure after files were created, renamed or removed.
type Model int

const (
	// Ordered keeps changes of names in order, as ext4 does. Syncing any file writes all changes made so far.
	// Of the later changes, the first few may survive.
	Ordered Model = iota
	// Strict loses every change in a folder unless the folder itself was synced afterwards.
	Strict
)

// page is the size of the unit that a disk writes atomically.
const page = 4096

// file is a file or a folder of the simulated disk.
type file struct {
	id  uint64
	dir bool

	// For a file: now is its current content, and kept is its content on the disk. The writes between the two
	// follow.
	now, kept []byte
	undone    []write

	// For a folder: names is its current content, and keptNames its content on the disk.
	names, keptNames map[string]*file
}

// write is a write at an offset. Without data, it changes the file's length.
type write struct {
	at   int64
	data []byte
}

func (w write) on(b []byte) []byte {
	if w.data == nil {
		return resize(b, w.at)
	}
	if end := w.at + int64(len(w.data)); int64(len(b)) < end {
		b = resize(b, end)
	}
	copy(b[w.at:], w.data)
	return b
}

func resize(b []byte, n int64) []byte {
	if int64(len(b)) >= n {
		clear(b[n:]) // otherwise old bytes would reappear when the file grows
		return b[:n]
	}
	return append(b, make([]byte, n-int64(len(b)))...)
}

// naming is one operation on names. It consists of one change, or of two if a file gets a different name.
type naming []change

type change struct {
	in   *file
	name string
	to   *file // nil if the name is removed
}

// Disk is a simulated disk with its files.
type Disk struct {
	model        Model
	ignoresSyncs bool

	mu      sync.Mutex
	root    *file
	last    uint64
	waiting []naming // operations that are not on the disk yet
	frozen  chan struct{}
	dead    bool
	slow    func() time.Duration

	// Syncs and Writes count the requests so far.
	Syncs, Writes int
}

// New returns an empty disk. If ignoresSyncs is true, the disk acknowledges syncs without writing anything.
func New(model Model, ignoresSyncs bool) *Disk {
	d := &Disk{model: model, ignoresSyncs: ignoresSyncs}
	d.root = d.newFile(true)
	return d
}

// Slow delays each sync by the duration that f returns; nil means no delay. The disk never calls f
// concurrently.
func (d *Disk) Slow(f func() time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.slow = f
}

// drag waits for the delay of a slow sync, during which other operations can read and write.
func (d *Disk) drag() {
	d.mu.Lock()
	wait := time.Duration(0)
	if d.slow != nil {
		wait = d.slow()
	}
	d.mu.Unlock()
	time.Sleep(wait)
}

func (d *Disk) newFile(dir bool) *file {
	d.last++
	f := &file{id: d.last, dir: dir}
	if dir {
		f.names, f.keptNames = map[string]*file{}, map[string]*file{}
	}
	return f
}

// enter begins an operation. It waits while the disk is frozen, and returns an error if the disk is dead.
// Otherwise the caller must unlock mu.
func (d *Disk) enter() syscall.Errno {
	d.mu.Lock()
	for d.frozen != nil {
		wait := d.frozen
		d.mu.Unlock()
		<-wait
		d.mu.Lock()
	}
	if d.dead {
		d.mu.Unlock()
		return syscall.EIO
	}
	return 0
}

// name changes names. The changes reach the disk with the next sync.
func (d *Disk) name(changes ...change) {
	for _, c := range changes {
		c.apply(c.in.names)
	}
	d.waiting = append(d.waiting, changes)
}

func (c change) apply(names map[string]*file) {
	if c.to == nil {
		delete(names, c.name)
	} else {
		names[c.name] = c.to
	}
}

// write changes the content of a file.
func (d *Disk) write(f *file, w write) {
	d.Writes++
	f.now = w.on(f.now)
	f.undone = append(f.undone, w)
}

// sync writes a file or a folder to the disk.
func (d *Disk) sync(f *file) {
	d.Syncs++
	if d.ignoresSyncs {
		return
	}
	f.keep()
	switch d.model {
	case Ordered: // all earlier changes of names are on the disk now, too
		for _, n := range d.waiting {
			for _, c := range n {
				c.apply(c.in.keptNames)
			}
		}
		d.waiting = nil
	case Strict:
		d.waiting = slices.DeleteFunc(d.waiting, func(n naming) bool {
			if !slices.ContainsFunc(n, func(c change) bool { return c.in == f }) {
				return false
			}
			for _, c := range n {
				c.apply(c.in.keptNames)
			}
			return true
		})
	}
}

func (f *file) keep() {
	for _, w := range f.undone {
		f.kept = w.on(f.kept)
	}
	f.undone = nil
}

// SyncAll writes everything to the disk, as the kernel does after some time. It works even on a disk that
// ignores syncs.
func (d *Disk) SyncAll() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.waiting = nil
	var all func(f *file)
	all = func(f *file) {
		f.keep()
		f.keptNames = maps.Clone(f.names)
		for _, sub := range f.names {
			all(sub)
		}
	}
	all(d.root)
}

// Lost counts the data that a power failure destroyed.
type Lost struct{ Files, Writes, Torn, Names int }

// Add adds the counts of another power failure.
func (l *Lost) Add(o Lost) {
	l.Files, l.Writes, l.Torn, l.Names = l.Files+o.Files, l.Writes+o.Writes, l.Torn+o.Torn, l.Names+o.Names
}

// Cut cuts the power. From then on no data reaches the disk, and all operations wait until Bury is called. Cut
// returns the disk as it is once the power is back.
func (d *Disk) Cut(rng *rand.Rand) (*Disk, Lost) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.frozen = make(chan struct{})
	var lost Lost
	if d.model == Ordered && len(d.waiting) > 0 {
		n := rng.IntN(len(d.waiting) + 1)
		for _, name := range d.waiting[:n] {
			for _, c := range name {
				c.apply(c.in.keptNames)
			}
		}
		d.waiting = d.waiting[n:]
	}
	lost.Names = len(d.waiting)
	after := New(d.model, d.ignoresSyncs)
	known := map[*file]*file{}
	var survive func(f *file) *file
	survive = func(f *file) *file {
		if s := known[f]; s != nil {
			return s
		}
		s := after.newFile(f.dir)
		known[f] = s
		if f.dir {
			for _, name := range slices.Sorted(maps.Keys(f.keptNames)) {
				s.names[name] = survive(f.keptNames[name])
			}
			s.keptNames = maps.Clone(s.names)
			return s
		}
		s.kept = f.torn(rng, &lost)
		s.now = slices.Clone(s.kept)
		return s
	}
	after.root = survive(d.root)
	return after, lost
}

// torn returns a file's content after a power failure. The first unsynced writes may survive, and the one after
// them may survive up to a page boundary.
func (f *file) torn(rng *rand.Rand, lost *Lost) []byte {
	b := slices.Clone(f.kept)
	if len(f.undone) == 0 {
		return b
	}
	whole, some := 0, rng.IntN(2) == 0
	if some {
		whole = rng.IntN(len(f.undone) + 1)
	}
	for _, w := range f.undone[:whole] {
		b = w.on(b)
	}
	if whole == len(f.undone) {
		return b
	}
	lost.Files++
	lost.Writes += len(f.undone) - whole
	if w := f.undone[whole]; some && w.data != nil {
		first := page - int(w.at%page)
		if pages := 1 + (len(w.data)-first+page-1)/page; len(w.data) > first {
			if n := rng.IntN(pages); n > 0 {
				lost.Torn++
				b = write{w.at, w.data[:first+(n-1)*page]}.on(b)
			}
		}
	}
	return b
}

// Bury ends all operations that wait on a disk after Cut, with errors.
func (d *Disk) Bury() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.dead = true
	if d.frozen != nil {
		close(d.frozen)
		d.frozen = nil
	}
}
