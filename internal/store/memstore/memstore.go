// Package memstore is a store in memory: all that a store promises but that it lasts
// longer than its process. Unit tests and the simulation use it.
//
// It refuses to fail. What goes wrong between a node and a store, the simulation puts
// around it.
package memstore

import (
	"context"
	"fmt"
	"math"
	"sync"
	"time"

	"theriac/internal/state"
	"theriac/internal/state/hub"
	"theriac/internal/store"
)

// Store is a store in memory as one node has it.
type Store struct {
	*shared
	due hub.Reminders // what this node has named
}

// shared is what all nodes have.
type shared struct {
	hub *hub.Hub

	mu    sync.Mutex
	rows  *rows
	frame uint64
	ends  int64 // when the first record's life may be over, in milliseconds
}

// New makes an empty store.
func New() *Store {
	return &Store{shared: &shared{hub: hub.New(true), rows: newRows(), ends: math.MaxInt64}}
}

// Peer is the store as another node has it, or this one after a restart.
func (s *Store) Peer() *Store { return &Store{shared: s.shared} }

// Log is the logs of tables.
func (s *Store) Log() store.Log { return logs{s} }

// KV is the bucket of that name.
func (s *Store) KV(name string) store.KV { return kv{s, name} }

// Chat is the chats of tables.
func (s *Store) Chat() store.Chat { return chat{s} }

// Feed is the news of all nodes.
func (s *Store) Feed() store.Feed { return s.hub }

// Health is always good.
func (s *Store) Health() store.Health { return health{} }

// Instead opens the buckets, with another one in the place of one of them.
func (s *Store) Instead(name string, other store.KV) func(bucket string) store.KV {
	return func(bucket string) store.KV {
		if bucket == name {
			return other
		}
		return s.KV(bucket)
	}
}

// read lets f read the rows.
func (s *shared) read(ctx context.Context, f func(*rows) error) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if now := time.Now().UnixMilli(); now >= s.ends {
		s.expire(now)
	}
	return f(s.rows)
}

// write applies an operation.
func (s *shared) write(ctx context.Context, op state.Op) (at uint64, err error) {
	err = s.read(ctx, func(*rows) error {
		at, err = s.apply(op)
		return err
	})
	return at, err
}

// apply applies an operation and tells of it. It holds mu.
func (s *shared) apply(op state.Op) (uint64, error) {
	s.frame++
	answer, err := state.Apply(s.rows, state.Place(s.frame, 0), op)
	if err == nil && answer.Conflict {
		err = store.ErrConflict
	}
	if err != nil {
		return 0, err
	}
	s.hub.Tell([]state.Op{op}, []state.Answer{answer})
	return answer.At, nil
}

// expire removes the records whose life is over. It holds mu.
func (s *shared) expire(now int64) {
	s.ends = math.MaxInt64
	for _, bucket := range s.rows.buckets {
		for _, r := range bucket {
			switch {
			case r.Ends == 0:
			case r.Ends <= now:
				_, _ = s.apply(state.Delete{Bucket: r.Bucket, Key: r.Key})
			default:
				s.ends = min(s.ends, r.Ends)
			}
		}
	}
}

// health is that of a store that cannot fail.
type health struct{}

func (health) Ready(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("%w: %w", store.ErrUncertain, err)
	}
	return nil
}

func (health) Leaders(context.Context) ([]store.Leader, error) {
	return []store.Leader{{Stream: "memory", Known: true, Here: true}}, nil
}

func (health) Damages(context.Context) ([]store.Damage, error) { return nil, nil }
