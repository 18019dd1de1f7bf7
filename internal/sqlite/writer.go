package sqlite

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/ncruces/go-sqlite3"

	"theriac/internal/replica"
	"theriac/internal/state"
	"theriac/internal/store"
)

// write is one caller's request to write. All of its parts belong to the same transaction.
type write struct {
	ops     []state.Op
	local   func(*conn) error // a change to data that is not part of the state, such as a snapshot
	frames  []replica.Decoded // frames of a cluster's log to apply
	sync    bool              // the write must be on disk before it is done, even in mode syncLater
	results []state.Result    // results of these frames
	answers []state.Answer
	err     error
	done    chan struct{}
	state   atomic.Int32
}

// These are the states of a write. The caller can withdraw it until the writer takes it. From then on, the
// caller must wait for the commit, so that nothing is written for a caller that has given up.
const (
	queued int32 = iota
	taken
	withdrawn
)

// writer owns the connection that writes to the file. A goroutine must hold the turn while it uses the connection.
// Without a cluster, one goroutine commits the writes of many callers together.
type writer struct {
	*conn
	path   string
	turn   chan struct{} // a lock: full while someone holds it, and after the end
	mark   state.Mark    // the last frame that was applied
	stored state.Mark    // the mark in the file, which is older if the last frames changed no rows
	next   state.Mark    // the last frame in the current transaction
	seen   windows       // of the members of the cluster
	inLog  bool          // whether only frames of a cluster's log advance the mark
	mode   string        // SQLite's synchronous mode, such as syncCommits
	synced uint64        // index of the last frame that is known to be on disk
	writes chan *write
	quit   chan struct{}
	ended  chan struct{}
	lost   atomic.Pointer[error] // why the store accepts no more writes
	wrote  func([]state.Op, []state.Answer)

	commits, applied atomic.Uint64
}

func newWriter(c *conn, path, mode string, replicated bool, wrote func([]state.Op, []state.Answer)) (*writer, error) {
	w := &writer{
		conn: c, path: path, turn: make(chan struct{}, 1), mode: mode, inLog: replicated, wrote: wrote,
		writes: make(chan *write, state.MaxOps), quit: make(chan struct{}), ended: make(chan struct{}),
	}
	var err error
	if w.mark, w.seen, err = c.readMark(); err != nil {
		return nil, fault(err)
	}
	w.stored = w.mark
	go w.run()
	return w, nil
}

func (w *writer) run() {
	defer close(w.ended)
	var batch []*write
	for {
		select {
		case <-w.quit:
			w.turn <- struct{}{}
			if w.mark != w.stored {
				_ = w.transact([]*write{{}}) // if this fails, the log still has these frames
			}
			return
		case first := <-w.writes:
			w.turn <- struct{}{}
			if batch = w.gather(append(batch[:0], first)); len(batch) > 0 {
				w.commit(batch)
			}
			<-w.turn
		}
	}
}

// take waits for the writer's turn, which the caller must give back with yield.
func (w *writer) take(ctx context.Context) error {
	if ctx.Err() != nil { // without this check, select could still choose the turn, at random
		return fmt.Errorf("%w: %w", store.ErrUnavailable, ctx.Err())
	}
	select {
	case w.turn <- struct{}{}:
		return nil
	case <-w.ended:
		return store.ErrLost
	case <-ctx.Done():
		return fmt.Errorf("%w: %w", store.ErrUnavailable, ctx.Err())
	}
}

func (w *writer) yield() { <-w.turn }

// gather adds waiting writes to a batch of one write, as long as they fit in one frame. It leaves out withdrawn
// writes.
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

// maxWrite is the largest number of operations in one write.
const maxWrite = 256

// commit commits a batch in one transaction. If that fails, it commits each write separately, because a
// single write may be the cause, for example by reading a damaged page.
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

// transact commits a batch in one transaction and notifies the subscribers.
func (w *writer) transact(batch []*write) error {
	if lost := w.lost.Load(); lost != nil {
		return *lost
	}
	if len(batch) == 1 && batch[0].local == nil && !batch[0].sync && w.changesNoRows(batch[0].frames) {
		return fault(w.passOver(batch[0]))
	}
	syncs := w.mode != syncLater
	if !syncs && slices.ContainsFunc(batch, func(one *write) bool { return one.sync }) {
		if err := w.setMode(syncCommits); err != nil {
			return fault(err)
		}
		defer func() { _ = w.setMode(syncLater) }() // if this fails, too much is synced
		syncs = true
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
		// After a failed sync, the content of the disk is unknown. A restart reads the file again, which
		// makes it known.
		w.lose(err)
		return fmt.Errorf("%w: %w", store.ErrUncertain, err)
	}
	w.mark, w.stored = w.next, w.next
	w.seen.keep(true)
	if syncs { // a sync of the WAL includes all earlier commits
		w.synced = w.mark.Index
	}
	w.commits.Add(1)
	for _, one := range batch {
		w.applied.Add(uint64(len(one.ops)))
		w.wrote(one.ops, one.answers)
		for i, r := range one.results {
			if !r.Dropped {
				w.applied.Add(uint64(len(r.Answers)))
				w.wrote(one.frames[i].Ops, r.Answers)
			}
		}
	}
	return nil
}

// apply starts a transaction and applies all operations of a batch, without committing.
func (w *writer) apply(batch []*write) error {
	if err := w.do("BEGIN IMMEDIATE", nil); err != nil {
		return err
	}
	w.next = w.mark
	if !w.inLog {
		w.next.Index++
	}
	last := w.next.Index
	for _, one := range batch {
		last += uint64(len(one.frames))
	}
	if err := w.do("UPDATE meta SET value=?1 WHERE name='frame' AND value=?2", nil, last, w.stored.Index); err != nil {
		return err
	}
	if w.Changes() != 1 { // the folder is locked, but another program may have opened the file anyway
		return fmt.Errorf("%w: another program has written into %s", store.ErrLost, w.path)
	}
	n := 0
	for _, one := range batch {
		one.answers = one.answers[:0]
		for _, op := range one.ops {
			answer, err := state.Apply(rows{w.conn}, state.Place(w.next.Index, n), op)
			if err != nil {
				return err
			}
			one.answers = append(one.answers, answer)
			n++
		}
		if one.sync && w.mode == syncLater {
			// A commit that changes nothing would not be synced.
			if err := w.do("INSERT INTO meta VALUES('syncs', 1) ON CONFLICT(name) DO UPDATE SET value=value+1", nil); err != nil {
				return err
			}
		}
		if one.local != nil {
			if err := one.local(w.conn); err != nil {
				return err
			}
		}
		one.results = one.results[:0]
		for _, f := range one.frames {
			r, err := state.ApplyFrame(frameRows{rows{w.conn}, w}, f.Frame, f.Digest)
			if err != nil {
				return err
			}
			one.results = append(one.results, r)
		}
	}
	if !w.inLog {
		return nil
	}
	return w.writeMark()
}

// setMode sets SQLite's synchronous mode for the next transactions.
func (w *writer) setMode(mode string) error { return w.Exec("PRAGMA synchronous=" + mode) }

func (w *writer) rollback() {
	w.seen.undo()
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

// propose applies operations in the next transaction and returns when they are on disk.
func (w *writer) propose(ctx context.Context, ops ...state.Op) ([]state.Answer, error) {
	one := &write{ops: ops}
	err := w.submit(ctx, one)
	return one.answers, err
}

// submit commits a write. Without a cluster, it shares a transaction with those of other callers. If the context
// ends before it begins, nothing is written.
func (w *writer) submit(ctx context.Context, one *write) error {
	if w.inLog {
		if err := w.take(ctx); err != nil {
			return err
		}
		defer w.yield()
		return w.transact([]*write{one})
	}
	one.done = make(chan struct{}, 1)
	if ctx.Err() != nil { // without this check, select could still choose the queue, at random
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
	<-one.done // the writer has already taken the write and will finish it
	return one.err
}

// between calls f between two transactions.
func (w *writer) between(ctx context.Context, f func(*conn) error) error {
	if err := w.take(ctx); err != nil {
		return err
	}
	defer w.yield()
	return f(w.conn)
}
