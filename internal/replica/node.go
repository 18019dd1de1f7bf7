package replica

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"theriac/internal/state"
	"theriac/internal/store"
)

// Node runs a driver in a goroutine. It is safe for concurrent use.
type Node struct {
	resend time.Duration
	wake   chan struct{}
	quit   chan struct{}
	ended  chan struct{}
	live   chan struct{}
	once   sync.Once
	leads  atomic.Bool

	mu sync.Mutex
	d  *Driver
}

// Start runs a driver until Close is called or the driver stops by itself. The channel more receives a value
// when the log may have new frames or answers.
func Start(d *Driver, more <-chan struct{}) *Node {
	n := &Node{
		resend: d.Resend, d: d,
		wake: make(chan struct{}, 1), quit: make(chan struct{}), ended: make(chan struct{}), live: make(chan struct{}),
	}
	go n.run(more)
	return n
}

func (n *Node) run(more <-chan struct{}) {
	defer close(n.ended)
	t := time.NewTicker(n.resend / 2)
	defer t.Stop()
	early := time.NewTimer(n.resend)
	defer early.Stop()
	for live := false; ; {
		n.mu.Lock()
		now := time.Now()
		again := n.d.Step(now)
		n.leads.Store(n.d.leads)
		if !live && n.d.Live() {
			live = true
			close(n.live)
		}
		stopped := n.d.Err() != nil
		pause := n.d.Pause(now)
		n.mu.Unlock()
		if stopped {
			return
		}
		if again {
			continue
		}
		if pause > 0 {
			early.Reset(pause)
		}
		select {
		case <-early.C:
		case <-n.quit:
			n.mu.Lock()
			n.d.Stop(store.ErrLost)
			n.mu.Unlock()
			return
		case <-n.wake:
		case <-more:
		case <-t.C:
		}
	}
}

// Close stops the node. After it has returned, the node applies nothing more.
func (n *Node) Close() {
	n.once.Do(func() { close(n.quit) })
	<-n.ended
}

// Ended returns a channel that is closed when the node has stopped.
func (n *Node) Ended() <-chan struct{} { return n.ended }

// Live returns a channel that is closed once the node has caught up with what the cluster had when the node
// started.
func (n *Node) Live() <-chan struct{} { return n.live }

// Leads reports whether this node should do the tasks that only one node need do.
func (n *Node) Leads() bool { return n.leads.Load() }

// Err returns why the node has stopped by itself. It returns nil if it has not.
func (n *Node) Err() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.d.Err()
}

// Status describes a node's current state.
type Status struct {
	Mark               state.Mark
	Live, Doubts, Full bool
	Err                error // why the node has stopped by itself; nil if it has not
}

// Status returns the node's current state.
func (n *Node) Status() Status {
	n.mu.Lock()
	defer n.mu.Unlock()
	return Status{Mark: n.d.Mark(), Live: n.d.Live(), Doubts: n.d.Doubts(), Full: n.d.Full(), Err: n.d.Err()}
}

// Stop stops the node for a reason that its owner has found, such as ErrDiverged for a damaged row.
func (n *Node) Stop(reason error) {
	n.mu.Lock()
	n.d.Stop(reason)
	n.mu.Unlock()
	select {
	case n.wake <- struct{}{}:
	default:
	}
}

// Barrier waits until this node has applied everything that any node had acknowledged when Barrier was called.
func (n *Node) Barrier(ctx context.Context) error {
	_, err := n.Propose(ctx)
	return err
}

// Propose makes all nodes apply operations, and returns this node's answers.
func (n *Node) Propose(ctx context.Context, ops ...state.Op) ([]state.Answer, error) {
	if ctx.Err() != nil {
		return nil, fmt.Errorf("%w: %w", store.ErrUnavailable, ctx.Err())
	}
	type reply struct {
		answers []state.Answer
		err     error
	}
	done := make(chan reply, 1)
	p := &Proposal{Ops: ops, Done: func(a []state.Answer, err error) { done <- reply{a, err} }}
	n.mu.Lock()
	n.d.Propose(p)
	n.d.Push(time.Now())
	n.mu.Unlock()
	var r reply
	select {
	case r = <-done:
	case <-ctx.Done():
		n.mu.Lock()
		n.d.Withdraw(p, fmt.Errorf("%w: %w", store.ErrUnavailable, ctx.Err()))
		n.mu.Unlock()
		r = <-done
	}
	return r.answers, fault(r.err)
}

// fault translates an error into one of package store, which callers know.
func fault(err error) error {
	for _, f := range []struct{ from, to error }{
		{ErrUncertain, store.ErrUncertain}, {ErrBusy, store.ErrUnavailable}, {ErrFull, store.ErrFull}, {ErrNewer, store.ErrNewer},
		{ErrBehind, store.ErrLost}, {ErrDiverged, store.ErrLost}, {ErrDivided, store.ErrLost}, {ErrCopied, store.ErrLost},
		{ErrDamaged, store.ErrLost}, {ErrFailed, store.ErrLost},
	} {
		if errors.Is(err, f.from) {
			return fmt.Errorf("%w: %w", f.to, err)
		}
	}
	return err
}
