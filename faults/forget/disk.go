// Package forget is a file system in memory that knows what would survive a power cut: what
// was written and not yet synced is lost, or torn.
//
// It refuses to be fast, and to know what the files mean.
package forget

import (
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"syscall"
	"time"
)

// Model says what happens to names (of files that were created, renamed, removed) in a cut.
type Model int

const (
	// Ordered keeps operations on names in order, as ext4 does: any sync writes all of
	// them so far, and of the later ones a first part survives.
	Ordered Model = iota
	// Strict forgets every operation in a folder that was not synced itself.
	Strict
)

// page is what a disk writes whole.
const page = 4096

// file is a file or a folder.
type file struct {
	id  uint64
	dir bool

	// Of a file: its bytes as they are read, as they are on the disk, and what was done
	// to the one and not yet to the other.
	now, kept []byte
	undone    []write

	// Of a folder.
	names, keptNames map[string]*file
}

// write is a write at a place, or, without data, a new length.
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
		clear(b[n:]) // or they would come back
		return b[:n]
	}
	return append(b, make([]byte, n-int64(len(b)))...)
}

// naming is one operation on names: one change, or two where a name moves.
type naming []change

type change struct {
	in   *file
	name string
	to   *file // nil: the name is gone
}

// Disk is a disk with its files.
type Disk struct {
	model Model
	lies  bool

	mu      sync.Mutex
	root    *file
	last    uint64
	waiting []naming // not yet on the disk
	frozen  chan struct{}
	dead    bool
	slow    func() time.Duration

	// Syncs and Writes count what was asked for.
	Syncs, Writes int
}

// New is an empty disk. One that lies answers syncs and does nothing.
func New(model Model, lies bool) *Disk {
	d := &Disk{model: model, lies: lies}
	d.root = d.newFile(true)
	return d
}

// Slow lets each sync take longer, by what f says; nil for no longer. f is called by one
// sync at a time.
func (d *Disk) Slow(f func() time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.slow = f
}

// drag takes the time of a slow sync, while others may read and write.
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

// enter begins an operation: it waits while the disk is frozen, and fails once it is dead.
// Whoever enters without an error leaves by unlocking mu.
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

// name changes names; the operation waits for a sync.
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

// write changes a file.
func (d *Disk) write(f *file, w write) {
	d.Writes++
	f.now = w.on(f.now)
	f.undone = append(f.undone, w)
}

// sync brings a file or a folder to the disk.
func (d *Disk) sync(f *file) {
	d.Syncs++
	if d.lies {
		return
	}
	f.keep()
	switch d.model {
	case Ordered: // the journal is written up to here
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

// SyncAll brings everything to the disk, also on one that lies: as the kernel does after
// some time.
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

// Lost counts what a cut took away.
type Lost struct{ Files, Writes, Torn, Names int }

// Add adds.
func (l *Lost) Add(o Lost) {
	l.Files, l.Writes, l.Torn, l.Names = l.Files+o.Files, l.Writes+o.Writes, l.Torn+o.Torn, l.Names+o.Names
}

// Cut is the power cut: from this instant nothing reaches the disk, and whoever uses it
// waits until Bury. It returns the disk as it is when the power comes back.
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
	after := New(d.model, d.lies)
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

// torn is what a file has after the cut: of what was not synced nothing, or a first part
// that ends with a page.
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

// Bury lets whoever waits for a disk that was cut go on, with errors.
func (d *Disk) Bury() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.dead = true
	if d.frozen != nil {
		close(d.frozen)
		d.frozen = nil
	}
}
