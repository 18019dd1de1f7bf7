// Package memstore implements a store in memory, for unit tests and the simulation. It keeps all promises of
// package store, except that its data is lost when the process ends.
//
// By design it refuses to inject faults: the simulation wraps it to add the faults between a node and its
// store.
package memstore

import (
	"context"
	"fmt"
	"math"
	"sync"
	"time"

	"theriac/internal/replica"
	"theriac/internal/state"
	"theriac/internal/state/hub"
	"theriac/internal/state/maprows"
	"theriac/internal/store"
)

// Store is a store in memory, as one node sees it.
type Store struct {
	*shared
	node *replica.Node // nil means that operations are applied directly, without a replicated log
	due  hub.Reminders // reminders that this node has already reported
}

// shared is the state that all nodes share.
type shared struct {
	hub *hub.Hub

	mu    sync.Mutex
	rows  *maprows.Rows
	frame uint64
	ends  int64 // the earliest time at which a record may expire, in milliseconds since 1970
}

// New returns an empty store.
func New() *Store {
	return &Store{shared: &shared{hub: hub.New(true), rows: maprows.New(), ends: math.MaxInt64}}
}

// Peer returns the same store as another node sees it, or as this node sees it after a restart.
func (s *Store) Peer() *Store { return &Store{shared: s.shared, node: s.node} }

// Log returns the logs of all tables.
func (s *Store) Log() store.Log { return logs{s} }

// KV returns the bucket called name.
func (s *Store) KV(name string) store.KV { return kv{s, name} }

// Chat returns the chats of all tables.
func (s *Store) Chat() store.Chat { return chat{s} }

// Feed returns the feed, which all peers of this store share.
func (s *Store) Feed() store.Feed { return s.hub }

// Health returns a Health that reports no problem unless the node has stopped.
func (s *Store) Health() store.Health { return health{s} }

// Instead returns a function that opens buckets by name, but returns other for the bucket called name. Tests
// use it to replace a bucket with one that fails.
func (s *Store) Instead(name string, other store.KV) func(bucket string) store.KV {
	return func(bucket string) store.KV {
		if bucket == name {
			return other
		}
		return s.KV(bucket)
	}
}

// read calls f with the rows while mu is locked.
func (s *Store) read(ctx context.Context, f func(*maprows.Rows) error) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	if s.node != nil {
		if err := s.live(ctx); err != nil {
			return err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if now := time.Now().UnixMilli(); now >= s.ends {
		if s.node != nil {
			s.expireSoon(now)
		} else {
			for _, op := range s.expired(now) {
				_, _ = s.apply(op)
			}
		}
	}
	return f(s.rows)
}

// write applies one operation and returns its version.
func (s *Store) write(ctx context.Context, op state.Op) (uint64, error) {
	answers, err := s.propose(ctx, op)
	switch {
	case err != nil:
		return 0, err
	case answers[0].Conflict:
		return 0, store.ErrConflict
	}
	return answers[0].At, nil
}

// Do makes several changes in one transaction.
func (s *Store) Do(ctx context.Context, changes ...store.Change) (uint64, error) {
	op, err := hub.Batch(changes)
	if err != nil {
		return 0, err
	}
	return s.write(ctx, op)
}

// apply applies an operation and publishes the change. The caller must hold mu.
func (s *shared) apply(op state.Op) (state.Answer, error) {
	s.frame++
	answer, err := state.Apply(s.rows, state.Place(s.frame, 0), op)
	if err == nil {
		s.applied([]state.Op{op}, []state.Answer{answer})
	}
	return answer, err
}

// applied publishes the changes that operations have made. The caller must hold mu.
func (s *shared) applied(ops []state.Op, answers []state.Answer) {
	for _, op := range ops {
		switch op := op.(type) {
		case state.Put:
			s.endsAt(op.Ends)
		case state.Batch:
			for _, p := range op.Parts {
				s.endsAt(p.Ends)
			}
		}
	}
	s.hub.Tell(ops, answers)
}

// endsAt notes when a record expires; 0 means never.
func (s *shared) endsAt(ends int64) {
	if ends != 0 {
		s.ends = min(s.ends, ends)
	}
}

// expired returns operations that remove the expired records, and records when the next one expires. The caller
// must hold mu.
func (s *shared) expired(now int64) (list []state.Delete) {
	s.ends = math.MaxInt64
	for _, bucket := range s.rows.Buckets {
		for _, r := range bucket {
			switch {
			case r.Ends == 0:
			case r.Ends <= now:
				list = append(list, state.Delete{Bucket: r.Bucket, Key: r.Key, Only: true, Version: r.Version})
			default:
				s.ends = min(s.ends, r.Ends)
			}
		}
	}
	return list
}

// health is the Health of a store.
type health struct{ s *Store }

func (h health) Ready(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("%w: %w", store.ErrUncertain, err)
	}
	return h.s.fresh(ctx)
}

func (health) Leaders(context.Context) ([]store.Leader, error) {
	return []store.Leader{{Stream: "memory", Known: true, Here: true}}, nil
}

func (health) Damages(context.Context) ([]store.Damage, error) { return nil, nil }
