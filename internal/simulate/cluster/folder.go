package cluster

import (
	"errors"

	"theriac/internal/replica"
	"theriac/internal/state"
	"theriac/internal/state/maprows"
	"theriac/internal/store"
)

// folder is the content of a node's disk.
type folder struct {
	self replica.Self
	rows *maprows.Rows // what is synced
	// pending holds transactions that were written but may not be synced to disk. They survive a crash of the
	// process, but not a power cut.
	pending [][]replica.Decoded
	tape    tape
}

// copied returns a folder with the same contents.
func (f *folder) copied() *folder {
	c := *f
	c.rows = f.rows.Clone()
	c.pending = append([][]replica.Decoded(nil), f.pending...)
	return &c
}

// sync applies the pending transactions to the synced rows.
func (f *folder) sync(n *node) {
	for _, frames := range f.pending {
		for _, d := range frames {
			if _, err := n.applyFrame(f.rows, f.rows, d); err != nil {
				panic(err) // cannot happen with rows in memory
			}
		}
	}
	f.pending = nil
}

// errCrash is the error of a write that a crashed process did not complete.
var errCrash = errors.New("cluster: the process has ended")

// machine is a running node's state machine.
type machine struct {
	*node
	rows *maprows.Rows
}

// write returns an error if the process has crashed. Every write calls it first, so this is where a planned
// crash happens.
func (n *node) write() error {
	if n.crashIn > 0 {
		if n.crashIn--; n.crashIn == 0 {
			n.crashed = true
			n.count("crash between two writes")
		}
	}
	if n.crashed {
		return errCrash
	}
	return nil
}

func (m *machine) Self() (replica.Self, error) { return m.folder.self, nil }

func (m *machine) SetSelf(s replica.Self) error {
	if err := m.write(); err != nil {
		return err
	}
	m.folder.self = s
	return nil
}

func (m *machine) Mark() state.Mark { return mark(m.rows) }

func (m *machine) Durable() uint64 {
	if m.plant.claimUnsynced {
		return m.Mark().Index
	}
	return mark(m.folder.rows).Index
}

func mark(r *maprows.Rows) state.Mark {
	m, _ := r.Mark()
	return m
}

func (m *machine) Adopt(epoch uint64) error {
	m.folder.sync(m.node)
	if err := m.write(); err != nil {
		return err
	}
	for _, r := range []*maprows.Rows{m.rows, m.folder.rows} {
		now := mark(r)
		now.Epoch = epoch
		_ = r.SetMark(now)
	}
	return nil
}

func (m *machine) Apply(frames []replica.Decoded) (list []state.Result, err error) {
	if m.now < m.fullUntil {
		return nil, store.ErrFull
	}
	for _, d := range frames {
		r, err := m.applyFrame(m.rows, &writes{m.rows, m.node}, d)
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	if err := m.write(); err != nil {
		return nil, err
	}
	m.folder.pending = append(m.folder.pending, frames)
	if m.synced {
		m.folder.sync(m.node)
	}
	for _, r := range list {
		m.ref.applied(m.node, r)
	}
	return list, nil
}

// applyFrame applies one frame. It writes through r, and reads rows for a planted bug.
func (n *node) applyFrame(rows *maprows.Rows, r state.FrameRows, d replica.Decoded) (state.Result, error) {
	if n.plant.applyClock {
		r = clockRows{r, rows, n.clock()}
	}
	if n.plant.applyTwice {
		r = forgetful{r}
	}
	before, _ := r.Mark()
	res, err := state.ApplyFrame(r, d.Frame, d.Digest)
	if err == nil && n.plant.hashInputs {
		res.Mark.Hash = state.Digest(append(before.Hash[:], d.Digest[:]...))
		err = r.SetMark(res.Mark)
	}
	return res, err
}

// clockRows is a planted bug: records that have expired by the node's own clock count as absent.
type clockRows struct {
	state.FrameRows
	rows *maprows.Rows
	now  int64
}

func (r clockRows) Version(bucket, key string) (uint64, error) {
	if ends := r.rows.Buckets[bucket][key].Ends; ends > 0 && ends <= r.now {
		return 0, nil
	}
	return r.FrameRows.Version(bucket, key)
}

// forgetful is a planted bug: it forgets which frames were already applied.
type forgetful struct{ state.FrameRows }

func (forgetful) Window(uint64) (state.Window, error) { return state.Window{}, nil }

// writes passes each write on to rows in memory, unless the process crashes before it. A crash discards these
// rows, so nothing stays half written.
type writes struct {
	*maprows.Rows
	n *node
}

func (r *writes) do(f func() error) error {
	if err := r.n.write(); err != nil {
		return err
	}
	return f()
}

func (r *writes) AddEntry(e state.Entry) error {
	return r.do(func() error { return r.Rows.AddEntry(e) })
}
func (r *writes) AddGame(g state.Game) error { return r.do(func() error { return r.Rows.AddGame(g) }) }
func (r *writes) Clear(table string) error   { return r.do(func() error { return r.Rows.Clear(table) }) }
func (r *writes) SetRecord(rec state.Record) error {
	return r.do(func() error { return r.Rows.SetRecord(rec) })
}

func (r *writes) RemoveRecord(bucket, key string) error {
	return r.do(func() error { return r.Rows.RemoveRecord(bucket, key) })
}

func (r *writes) AddLine(l state.Line, keep int) error {
	return r.do(func() error { return r.Rows.AddLine(l, keep) })
}

func (r *writes) SetWindow(member uint64, w state.Window) error {
	return r.do(func() error { return r.Rows.SetWindow(member, w) })
}

func (r *writes) SetMark(m state.Mark) error { return r.do(func() error { return r.Rows.SetMark(m) }) }
