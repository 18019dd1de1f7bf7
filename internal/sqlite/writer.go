package sqlite

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/ncruces/go-sqlite3"

	"theriac/internal/state"
	"theriac/internal/store"
)

// write is what one caller wants to be written, in one transaction.
type write struct {
	ops     []state.Op
	local   func(*conn) error // what is not part of the state, such as a snapshot
	answers []state.Answer
	err     error
	done    chan struct{}
	state   atomic.Int32
}

// The states of a write. A caller may withdraw it until the writer takes it; afterwards
// the caller waits for the commit, so that nothing is written for one who has gone.
const (
	queued int32 = iota
	taken
	withdrawn
)

// writer is the one goroutine that writes, and what only it uses.
type writer struct {
	*conn
	path   string
	frame  uint64 // the last one that is committed
	writes chan *write
	aside  chan func(*conn) // what is done between transactions
	quit   chan struct{}
	ended  chan struct{}
	lost   atomic.Pointer[error] // set when nothing can be written any more
	wrote  func([]state.Op, []state.Answer)

	commits, applied atomic.Uint64
}

func newWriter(c *conn, path string, wrote func([]state.Op, []state.Answer)) (*writer, error) {
	frame, err := c.number("SELECT value FROM meta WHERE name='frame'")
	if err != nil {
		return nil, fault(err)
	}
	w := &writer{
		conn: c, path: path, frame: uint64(frame), wrote: wrote,
		writes: make(chan *write, state.MaxOps), aside: make(chan func(*conn)), quit: make(chan struct{}), ended: make(chan struct{}),
	}
	go w.run()
	return w, nil
}

func (w *writer) run() {
	defer close(w.ended)
	var batch []*write
	for {
		select {
		case <-w.quit:
			return
		case f := <-w.aside:
			f(w.conn)
			continue
		case first := <-w.writes:
			batch = w.gather(append(batch[:0], first))
		}
		if len(batch) > 0 {
			w.commit(batch)
		}
	}
}

// gather adds the writes that wait to a first one, without those that were withdrawn,
// as many as have room in one frame.
func (w *writer) gather(batch []*write) []*write {
	next := batch[0]
	for batch, n := batch[:0], 0; ; {
		if next.state.CompareAndSwap(queued, taken) {
			batch = append(batch, next)
			n += max(len(next.ops), 1)
		}
		if n+maxWrite > state.MaxOps {
			return batch
		}
		select {
		case next = <-w.writes:
		default:
			return batch
		}
	}
}

// maxWrite is how many operations one write can have.
const maxWrite = 256

// commit writes a batch, and each of its writes by itself if that fails: one of them
// may be to blame, such as one that has hit a damaged page.
func (w *writer) commit(batch []*write) {
	err := w.transact(batch)
	for _, one := range batch {
		one.err = err
		if err != nil && len(batch) > 1 && w.lost.Load() == nil {
			one.err = w.transact([]*write{one})
		}
	}
	for _, one := range batch {
		one.done <- struct{}{}
	}
}

// transact writes a batch in one transaction and tells the watchers.
func (w *writer) transact(batch []*write) error {
	if lost := w.lost.Load(); lost != nil {
		return *lost
	}
	if err := w.apply(batch); err != nil {
		w.rollback()
		err = fault(err)
		if errors.Is(err, store.ErrLost) {
			w.lose(err)
		}
		return err
	}
	if err := w.do("COMMIT", nil); err != nil {
		w.rollback()
		for _, undone := range []error{sqlite3.FULL, sqlite3.BUSY, sqlite3.IOERR_SHMSIZE, sqlite3.IOERR_SHMMAP} {
			if errors.Is(err, undone) {
				return fault(err)
			}
		}
		// After a sync that failed nobody knows what is on disk. A restart does, which
		// reads the file again.
		w.lose(err)
		return fmt.Errorf("%w: %w", store.ErrUncertain, err)
	}
	w.frame++
	w.commits.Add(1)
	for _, one := range batch {
		w.applied.Add(uint64(len(one.ops)))
		w.wrote(one.ops, one.answers)
	}
	return nil
}

// apply begins a transaction and applies all that a batch wants.
func (w *writer) apply(batch []*write) error {
	if err := w.do("BEGIN IMMEDIATE", nil); err != nil {
		return err
	}
	frame := w.frame + 1
	if err := w.do("UPDATE meta SET value=?1 WHERE name='frame' AND value=?2", nil, frame, w.frame); err != nil {
		return err
	}
	if w.Changes() != 1 { // the folder is locked; this is for one that was shared all the same
		return fmt.Errorf("%w: another program has written into %s", store.ErrLost, w.path)
	}
	n := 0
	for _, one := range batch {
		one.answers = one.answers[:0]
		for _, op := range one.ops {
			answer, err := state.Apply(rows{w.conn}, state.Place(frame, n), op)
			if err != nil {
				return err
			}
			one.answers = append(one.answers, answer)
			n++
		}
		if one.local != nil {
			if err := one.local(w.conn); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *writer) rollback() {
	if !w.GetAutocommit() {
		_ = w.do("ROLLBACK", nil)
	}
}

func (w *writer) lose(err error) {
	if !errors.Is(err, store.ErrLost) {
		err = fmt.Errorf("%w: %w", store.ErrLost, err)
	}
	w.lost.CompareAndSwap(nil, &err)
}

// propose applies operations in the next transaction and returns once they are on disk.
func (w *writer) propose(ctx context.Context, ops ...state.Op) ([]state.Answer, error) {
	one := &write{ops: ops}
	err := w.submit(ctx, one)
	return one.answers, err
}

// submit hands a write to the writer. If the context ends first, nothing is written.
func (w *writer) submit(ctx context.Context, one *write) error {
	one.done = make(chan struct{}, 1)
	if ctx.Err() != nil { // select would choose by chance
		return fmt.Errorf("%w: %w", store.ErrUnavailable, ctx.Err())
	}
	select {
	case w.writes <- one:
	case <-w.ended:
		return store.ErrLost
	case <-ctx.Done():
		return fmt.Errorf("%w: %w", store.ErrUnavailable, ctx.Err())
	}
	select {
	case <-one.done:
		return one.err
	case <-w.ended:
	case <-ctx.Done():
	}
	if one.state.CompareAndSwap(queued, withdrawn) {
		if ctx.Err() == nil {
			return store.ErrLost
		}
		return fmt.Errorf("%w: %w", store.ErrUnavailable, ctx.Err())
	}
	<-one.done // the writer has taken it, and finishes what it has
	return one.err
}

// between runs f in the writer, between two transactions.
func (w *writer) between(ctx context.Context, f func(*conn) error) error {
	done := make(chan error, 1)
	select {
	case w.aside <- func(c *conn) { done <- f(c) }:
		return <-done
	case <-w.ended:
		return store.ErrLost
	case <-ctx.Done():
		return ctx.Err()
	}
}
