package sqlite

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/ncruces/go-sqlite3"

	"theriac/internal/replica"
	"theriac/internal/state"
	"theriac/internal/store"
)

// forgetSelf is the statement that removes the node's name from a copy of its file.
const forgetSelf = "DELETE FROM meta WHERE name IN ('host', 'member', 'boot')"

// forgetCluster removes everything from a copy of a file that refers to the cluster. Otherwise a new cluster would
// look for the old one's log. The number of the last frame stays, because no number may be used twice.
const forgetCluster = "DELETE FROM meta WHERE name<>'frame'"

// seenName begins the name of a row of the table meta that holds a member's window. The member's number follows.
const seenName = "seen."

// readMark returns the mark of the last applied frame, and the windows of all members. The epoch is 0 if the file
// was never in a cluster.
func (c *conn) readMark() (m state.Mark, seen windows, err error) {
	seen = windows{now: map[uint64]state.Window{}, next: map[uint64]state.Window{}, unsaved: map[uint64]struct{}{}}
	err = c.do("SELECT name, value FROM meta", func(s *sqlite3.Stmt) error {
		switch name := s.ColumnText(0); name {
		case "frame":
			m.Index = uint64(s.ColumnInt64(1))
		case "epoch":
			m.Epoch = uint64(s.ColumnInt64(1))
		case "hash":
			copy(m.Hash[:], s.ColumnBlob(1, nil))
		default:
			text, is := strings.CutPrefix(name, seenName)
			if !is {
				return nil
			}
			member, err := strconv.ParseUint(text, 16, 64)
			w, whole := decodeWindow(s.ColumnBlob(1, nil))
			if err != nil || !whole {
				return fmt.Errorf("%w: %s", store.ErrDamaged, name)
			}
			seen.now[member] = w
		}
		return nil
	})
	return m, seen, err
}

func encodeWindow(w state.Window) (b []byte) {
	for _, n := range []uint64{w.Boot, w.Nonce, w.High, w.Bits, w.Claimed} {
		b = binary.BigEndian.AppendUint64(b, n)
	}
	return b
}

func decodeWindow(b []byte) (w state.Window, whole bool) {
	fields := []*uint64{&w.Boot, &w.Nonce, &w.High, &w.Bits, &w.Claimed}
	if len(b) != 8*len(fields) {
		return w, false
	}
	for i, f := range fields {
		*f = binary.BigEndian.Uint64(b[8*i:])
	}
	return w, true
}

// setMeta stores a value that belongs to the file as a whole.
func (c *conn) setMeta(name string, value any) error {
	return c.do("INSERT INTO meta VALUES(?1, ?2) ON CONFLICT(name) DO UPDATE SET value=?2", nil, name, value)
}

// writeMark stores the current transaction's mark, except its index, and the windows that the file lacks.
func (w *writer) writeMark() error {
	if w.next.Epoch != w.stored.Epoch {
		if err := w.setMeta("epoch", w.next.Epoch); err != nil {
			return err
		}
	}
	if w.next.Hash != w.stored.Hash {
		if err := w.setMeta("hash", w.next.Hash[:]); err != nil {
			return err
		}
	}
	save := func(member uint64, v state.Window) error {
		return w.setMeta(fmt.Sprintf("%s%016x", seenName, member), encodeWindow(v))
	}
	for member, v := range w.seen.next {
		if err := save(member, v); err != nil {
			return err
		}
	}
	for member := range w.seen.unsaved {
		if _, newer := w.seen.next[member]; newer {
			continue
		}
		if err := save(member, w.seen.now[member]); err != nil {
			return err
		}
	}
	return nil
}

// frameRows implements state.Rows on the file while frames are applied. It does not store the mark, because
// the writer stores it once at the end of the transaction.
type frameRows struct {
	rows
	w *writer
}

var _ state.FrameRows = frameRows{}

func (r frameRows) Mark() (state.Mark, error) { return r.w.next, nil }

func (r frameRows) SetMark(m state.Mark) error {
	r.w.next = m
	return nil
}

func (r frameRows) Window(member uint64) (state.Window, error) {
	w, _ := r.w.seen.get(member)
	return w, nil
}

func (r frameRows) SetWindow(member uint64, w state.Window) error {
	r.w.seen.next[member] = w
	return nil
}

// windows holds the windows of all members.
type windows struct {
	now     map[uint64]state.Window
	next    map[uint64]state.Window // what the current transaction changes
	unsaved map[uint64]struct{}     // the members whose windows are newer than in the file
}

func (s *windows) get(member uint64) (w state.Window, known bool) {
	if w, known = s.next[member]; !known {
		w, known = s.now[member]
	}
	return w, known
}

// keep ends the current transaction. saved means that the file now contains all windows.
func (s *windows) keep(saved bool) {
	for member, w := range s.next {
		s.now[member], s.unsaved[member] = w, struct{}{}
	}
	clear(s.next)
	if saved {
		clear(s.unsaved)
	}
}

// undo ends the current transaction without any effect.
func (s *windows) undo() { clear(s.next) }

// changesNoRows reports whether frames need no transaction of their own, because they contain no operations, and
// nothing else that another node asks this one for. The next transaction stores the mark and the windows.
func (w *writer) changesNoRows(frames []replica.Decoded) bool {
	for _, f := range frames {
		v, known := w.seen.get(f.Member)
		if len(f.Ops) > 0 || !known || v.Boot != f.Boot || v.Nonce != f.Nonce || v.Claimed < f.Claim.Index {
			return false
		}
	}
	return len(frames) > 0
}

// passOver applies frames that change no rows. If the process ends before the next transaction, the node applies
// them again.
func (w *writer) passOver(one *write) error {
	w.next = w.mark
	one.results = one.results[:0]
	for _, f := range one.frames {
		r, err := state.ApplyFrame(frameRows{rows{w.conn}, w}, f.Frame, f.Digest)
		if err != nil {
			w.seen.undo()
			return err
		}
		one.results = append(one.results, r)
	}
	w.seen.keep(false)
	w.mark = w.next
	return nil
}

// Window returns the record of the frames that this node has received from a member of its cluster.
func (s *Store) Window(ctx context.Context, member uint64) (w state.Window, err error) {
	err = s.between(ctx, func(*conn) error {
		w, _ = s.seen.get(member)
		return nil
	})
	return w, err
}

// Machine returns the state to which a replica node applies frames. The store must have been opened with
// Replicated.
func (s *Store) Machine() replica.Machine { return machine{s} }

// Join sends all later operations through n, a node that applies frames to this store's Machine.
func (s *Store) Join(n *replica.Node) { s.node.Store(n) }

type machine struct{ *Store }

func (m machine) Self() (self replica.Self, err error) {
	err = m.between(context.Background(), func(c *conn) error {
		return c.do("SELECT name, value FROM meta", func(s *sqlite3.Stmt) error {
			switch s.ColumnText(0) {
			case "host":
				self.Host = s.ColumnText(1)
			case "member":
				self.Member = uint64(s.ColumnInt64(1))
			case "boot":
				self.Boot = uint64(s.ColumnInt64(1))
			}
			return nil
		})
	})
	return self, fault(err)
}

func (m machine) SetSelf(self replica.Self) error {
	return m.submit(context.Background(), &write{sync: true, local: func(c *conn) error {
		// As text, a name that looks like a number would be stored as that number.
		return errors.Join(c.setMeta("host", []byte(self.Host)), c.setMeta("member", self.Member), c.setMeta("boot", self.Boot))
	}})
}

func (m machine) Mark() (mark state.Mark) {
	_ = m.between(context.Background(), func(*conn) error { mark = m.mark; return nil })
	return mark
}

// Durable syncs the file if necessary, and returns the index of the last frame that is on disk. That is an
// older frame if the sync fails.
func (m machine) Durable() (index uint64) {
	known := func() (missing bool) {
		_ = m.between(context.Background(), func(*conn) error {
			index, missing = m.synced, m.synced < m.mark.Index
			return nil
		})
		return missing
	}
	if known() {
		_ = m.submit(context.Background(), &write{sync: true})
		known()
	}
	return index
}

func (m machine) Adopt(epoch uint64) error {
	return m.submit(context.Background(), &write{sync: true, local: func(*conn) error { m.next.Epoch = epoch; return nil }})
}

func (m machine) Apply(frames []replica.Decoded) ([]state.Result, error) {
	one := &write{frames: frames}
	err := m.submit(context.Background(), one)
	return one.results, m.noted(err)
}

// propose applies operations. In a cluster, all nodes apply them.
func (s *Store) propose(ctx context.Context, ops ...state.Op) ([]state.Answer, error) {
	if !s.inLog {
		return s.writer.propose(ctx, ops...)
	}
	n := s.node.Load()
	if n == nil {
		return nil, fmt.Errorf("%w: this node has not joined its cluster", store.ErrUnavailable)
	}
	return n.Propose(ctx, ops...)
}

// live waits until the state is as new as the cluster's state was when this node started.
func (s *Store) live(ctx context.Context) error {
	n := s.node.Load()
	if !s.inLog || n == nil {
		return nil
	}
	select {
	case <-n.Live(): // even if the node has stopped since
		return nil
	default:
	}
	select {
	case <-n.Live():
		return nil
	case <-n.Ended():
		return store.ErrLost
	case <-ctx.Done():
		return fmt.Errorf("%w: %w", store.ErrUnavailable, ctx.Err())
	}
}

// fresh waits until this node has everything that any node has acknowledged.
func (s *Store) fresh(ctx context.Context) error {
	if !s.inLog {
		return nil
	}
	_, err := s.propose(ctx)
	return err
}

// leads reports whether this node must do the tasks that only one node of a cluster does.
func (s *Store) leads() bool {
	n := s.node.Load()
	return !s.inLog || n != nil && n.Leads()
}
