package memstore

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"theriac/internal/replica"
	"theriac/internal/state"
	"theriac/internal/state/hub"
	"theriac/internal/state/maprows"
	"theriac/internal/store"
)

// Machine is the state of one node of a cluster, in memory. A replica.Node applies frames to it. It survives a
// restart of the node, as a folder on disk would.
type Machine struct {
	shared *shared

	mu   sync.Mutex
	self replica.Self
}

var _ replica.Machine = (*Machine)(nil)

// NewMachine returns a machine with an empty state.
func NewMachine() *Machine {
	return &Machine{shared: &shared{hub: hub.New(true), rows: maprows.New(), ends: math.MaxInt64}}
}

// Store returns the store of the node n, which applies frames to this machine.
func (m *Machine) Store(n *replica.Node) *Store {
	return &Store{shared: m.shared, node: n}
}

// Hub returns this node's feed.
func (m *Machine) Hub() *hub.Hub { return m.shared.hub }

// Copy returns a new machine with a copy of the state, but without the node's name.
func (m *Machine) Copy() *Machine {
	c := NewMachine()
	m.shared.mu.Lock()
	defer m.shared.mu.Unlock()
	c.shared.rows, c.shared.ends = m.shared.rows.Clone(), m.shared.ends
	return c
}

// Self returns the name that the machine has stored for its node.
func (m *Machine) Self() (replica.Self, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.self, nil
}

// SetSelf stores the name of the machine's node.
func (m *Machine) SetSelf(s replica.Self) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.self = s
	return nil
}

// Mark returns the mark of the last applied frame.
func (m *Machine) Mark() state.Mark {
	m.shared.mu.Lock()
	defer m.shared.mu.Unlock()
	mark, _ := m.shared.rows.Mark()
	return mark
}

// Durable returns the index of the last frame that was applied.
func (m *Machine) Durable() uint64 { return m.Mark().Index }

// Adopt stores the epoch of the log to which the state now belongs.
func (m *Machine) Adopt(epoch uint64) error {
	m.shared.mu.Lock()
	defer m.shared.mu.Unlock()
	mark, err := m.shared.rows.Mark()
	if err != nil {
		return err
	}
	mark.Epoch = epoch
	return m.shared.rows.SetMark(mark)
}

// Apply applies frames and publishes their changes to subscribers.
func (m *Machine) Apply(frames []replica.Decoded) (list []state.Result, err error) {
	m.shared.mu.Lock()
	defer m.shared.mu.Unlock()
	for _, f := range frames {
		r, err := state.ApplyFrame(m.shared.rows, f.Frame, f.Digest)
		if err != nil {
			return nil, err
		}
		if list = append(list, r); !r.Dropped {
			m.shared.applied(f.Ops, r.Answers)
		}
	}
	return list, nil
}

// live waits until the node has caught up with what the cluster had when the node started.
func (s *Store) live(ctx context.Context) error {
	select {
	case <-s.node.Live():
		return nil
	case <-s.node.Ended():
		return store.ErrLost
	case <-ctx.Done():
		return fmt.Errorf("%w: %w", store.ErrUnavailable, ctx.Err())
	}
}

// fresh waits until this node has applied everything that any node has acknowledged.
func (s *Store) fresh(ctx context.Context) error {
	if s.node == nil {
		return nil
	}
	return s.node.Barrier(ctx)
}

// propose applies operations, on every node of the cluster if there is one, and returns their answers.
func (s *Store) propose(ctx context.Context, ops ...state.Op) (answers []state.Answer, err error) {
	if s.node != nil {
		return s.node.Propose(ctx, ops...)
	}
	err = s.read(ctx, func(*maprows.Rows) error {
		for _, op := range ops {
			answer, err := s.apply(op)
			if err != nil {
				return err
			}
			answers = append(answers, answer)
		}
		return nil
	})
	return answers, err
}

// expireSoon begins to remove expired records. They exist until a frame that removes them is applied.
func (s *Store) expireSoon(now int64) {
	var ops []state.Op
	for _, op := range s.expired(now) {
		ops = append(ops, op)
	}
	if len(ops) == 0 {
		return
	}
	go func() {
		for part := range slices.Chunk(ops, state.MaxFrameOps) {
			_, _ = s.node.Propose(context.Background(), part...)
		}
	}()
}
