package cluster

import (
	"context"
	"errors"
	"io"
	"iter"
	"log/slog"
	"time"

	"theriac/internal/formats"
	"theriac/internal/replica"
	"theriac/internal/state"
	"theriac/internal/store"
)

// form is the format of an operation that only the newer version of the program knows.
const unsayFormat = "unsay"

// gate runs a node's real formats.Gate in a coroutine, which is suspended while it waits for the store.
type gate struct {
	*node
	gate  *formats.Gate
	next  func() (struct{}, bool)
	stop  func()
	yield func(struct{}) bool
}

// newGate starts it.
func newGate(n *node) *gate {
	g := &gate{node: n}
	g.next, g.stop = iter.Pull(func(yield func(struct{}) bool) {
		g.yield = yield
		g.run()
	})
	n.plan(n.between(0, time.Second), g.resume)
	return g
}

func (g *gate) close() {
	if g != nil && g.stop != nil {
		stop := g.stop
		g.stop, g.next = nil, nil
		stop()
	}
}

func (g *gate) resume() {
	if g.next != nil {
		g.next()
	}
}

// entered reports whether the node may write, according to the gate.
func (g *gate) entered() bool { return g != nil && g.gate != nil }

// on reports whether the gate has enabled the newer program's format.
func (g *gate) on() bool { return g.entered() && g.gate.Enabled(unsayFormat) }

// pause suspends the coroutine for a duration. It returns false if the process ended meanwhile.
func (g *gate) pause(d time.Duration) bool {
	g.plan(d, g.resume)
	return g.yield(struct{}{})
}

func (g *gate) run() {
	var knows []string
	if g.newer {
		knows = []string{unsayFormat}
	}
	c := formats.Config{KV: g, ID: g.host(), Supported: knows, Logger: slog.New(slog.NewTextHandler(io.Discard, nil))}
	for {
		entered, err := formats.Enter(context.Background(), c)
		if err == nil {
			g.gate = entered
			break
		}
		if !g.pause(g.between(0, 2*time.Second)) {
			return
		}
	}
	for g.pause(g.between(30*time.Second, time.Minute)) {
		_ = g.gate.Look(context.Background())
	}
}

// propose proposes operations to the node and waits for the answers.
func (g *gate) propose(ops ...state.Op) (answers []state.Answer, err error) {
	if !g.up || g.driver == nil || g.copying {
		return nil, store.ErrUnavailable
	}
	done := false
	inside := true
	g.world.propose(g.node, ops, func(a []state.Answer, e error) {
		answers, err, done = a, e, true
		if !inside {
			g.plan(0, g.resume)
		}
	})
	inside = false
	if !done && !g.yield(struct{}{}) {
		return nil, store.ErrLost
	}
	switch {
	case errors.Is(err, replica.ErrUncertain):
		err = store.ErrUncertain
	case err != nil:
		err = store.ErrUnavailable
	case len(answers) > 0 && answers[0].Conflict:
		err = store.ErrConflict
	}
	return answers, err
}

// Get returns a record. It implements store.KV.
func (g *gate) Get(_ context.Context, key string) (r store.Record, err error) {
	if _, err := g.propose(); err != nil {
		return r, err
	}
	if g.machine == nil {
		return r, store.ErrUnavailable
	}
	rec, there := g.machine.rows.Buckets["forms"][key]
	if !there {
		return r, store.ErrAbsent
	}
	return store.Record{Key: key, Version: rec.Version, Data: rec.Data}, nil
}

// Put writes a record. It implements store.KV.
func (g *gate) Put(_ context.Context, key string, version uint64, data []byte) (uint64, error) {
	a, err := g.propose(state.Put{Bucket: "forms", Key: key, Version: version, Data: data})
	if err != nil {
		return 0, err
	}
	return a[0].At, nil
}

// The other methods of store.KV return errors, because formats.Gate does not call them.

func (g *gate) PutFor(context.Context, string, []byte, time.Duration) (uint64, error) {
	return 0, store.ErrFull
}
func (g *gate) Delete(context.Context, string) error                 { return store.ErrFull }
func (g *gate) DeleteAt(context.Context, string, uint64) error       { return store.ErrFull }
func (g *gate) List(context.Context, string) ([]store.Record, error) { return nil, store.ErrFull }
func (g *gate) Page(context.Context, string, string, int) ([]store.Record, error) {
	return nil, store.ErrFull
}
func (g *gate) Count(context.Context, string) (int, error)                      { return 0, store.ErrFull }
func (g *gate) Watch(context.Context, string, func(store.Record), func()) error { return store.ErrFull }
