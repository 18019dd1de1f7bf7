// Package hub passes committed changes on to subscribers in this process: those who watch a bucket, and those
// who follow a table.
//
// It refuses to reach another process, and to keep messages for later subscribers.
package hub

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"

	"theriac/internal/state"
	"theriac/internal/store"
)

// Hub implements store.Feed, and the Watch of a store's buckets.
type Hub struct {
	entries  bool
	mu       sync.Mutex
	watchers map[string]map[*watcher]struct{}  // by bucket
	feeds    map[string]map[*listener]struct{} // by table
}

// New returns a hub. If entries is true, its feed includes log entries too.
func New(entries bool) *Hub {
	return &Hub{entries: entries, watchers: map[string]map[*watcher]struct{}{}, feeds: map[string]map[*listener]struct{}{}}
}

// Tell passes committed operations on to the subscribers. It must be called in the order of commits.
func (h *Hub) Tell(ops []state.Op, answers []state.Answer) {
	for i, op := range ops {
		a := answers[i]
		if a.Conflict || a.At == 0 {
			continue
		}
		switch op := op.(type) {
		case state.Append:
			if h.entries {
				h.publish(op.Table, store.News{Kind: "log", At: a.At, Data: op.Data})
			}
		case state.Put:
			h.change(op.Bucket, store.Record{Key: op.Key, Version: a.At, Data: op.Data})
		case state.Delete:
			h.change(op.Bucket, store.Record{Key: op.Key, Version: a.At})
		case state.Batch:
			for _, p := range op.Parts {
				if p.Changes() {
					h.change(p.Bucket, store.Record{Key: p.Key, Version: a.At, Data: p.Data})
				}
			}
		case state.Post:
			h.publish(op.Table, store.News{Kind: "talk", At: a.At, From: op.Person, Data: op.Data})
		}
	}
}

// watcher queues the changes that a call of Watch has not handled yet.
type watcher struct {
	prefix string
	more   chan struct{}
	mu     sync.Mutex
	list   []store.Record
}

func (w *watcher) take() (list []store.Record) {
	w.mu.Lock()
	defer w.mu.Unlock()
	list, w.list = w.list, nil
	return list
}

// Watch implements the Watch method of store.KV. The function list returns the records that exist now. Watch
// returns store.ErrLost when ended is closed.
func (h *Hub) Watch(ctx context.Context, bucket, prefix string, list func() ([]store.Record, error), ended <-chan struct{}, f func(store.Record), ready func()) error {
	w := &watcher{prefix: prefix, more: make(chan struct{}, 1)}
	h.mu.Lock()
	add(h.watchers, bucket, w)
	h.mu.Unlock()
	defer func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		remove(h.watchers, bucket, w)
	}()
	fresh, err := list()
	if ctx.Err() != nil {
		return nil
	}
	if err != nil {
		return err
	}
	// Later commits have higher versions, so the list contains every change up to its newest version.
	slices.SortFunc(fresh, func(a, b store.Record) int { return cmp.Compare(a.Version, b.Version) })
	var newest uint64
	if len(fresh) > 0 {
		newest = fresh[len(fresh)-1].Version
	}
	for {
		for _, r := range fresh {
			if ctx.Err() != nil {
				return nil
			}
			f(r)
		}
		if ready != nil {
			ready()
			ready = nil
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ended:
			return store.ErrLost
		case <-w.more:
			fresh = newer(w.take(), newest)
		}
	}
}

func newer(list []store.Record, than uint64) []store.Record {
	for len(list) > 0 && list[0].Version <= than {
		list = list[1:]
	}
	return list
}

func (h *Hub) change(bucket string, r store.Record) {
	h.mu.Lock()
	defer h.mu.Unlock()
	r.Data = bytes.Clone(r.Data)
	for w := range h.watchers[bucket] {
		if !store.HasPrefix(r.Key, w.prefix) {
			continue
		}
		w.mu.Lock()
		w.list = append(w.list, r)
		w.mu.Unlock()
		select {
		case w.more <- struct{}{}:
		default:
		}
	}
}

// listener calls f with one message after another. Its goroutine runs only while messages wait.
type listener struct {
	f       func(store.News)
	mu      sync.Mutex
	list    []store.News
	running bool
	stopped bool
}

func (l *listener) push(n store.News) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.list = append(l.list, n); !l.running {
		l.running = true
		go l.run()
	}
}

func (l *listener) run() {
	for {
		l.mu.Lock()
		if len(l.list) == 0 || l.stopped {
			l.running = false
			l.mu.Unlock()
			return
		}
		next := l.list[0]
		l.list = l.list[1:]
		l.mu.Unlock()
		l.f(next)
	}
}

func (l *listener) end() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stopped = true
}

func (h *Hub) publish(table string, n store.News) {
	h.mu.Lock()
	defer h.mu.Unlock()
	n.Data = bytes.Clone(n.Data)
	for l := range h.feeds[table] {
		l.push(n)
	}
}

// Publish sends a message to the subscribers of a table.
func (h *Hub) Publish(table, kind string, data []byte) error {
	if err := errors.Join(store.CheckName(table), store.CheckName(kind)); err != nil {
		return err
	}
	h.publish(table, store.News{Kind: kind, Data: data})
	return nil
}

// Subscribe calls hear with each message about a table until the returned function is called.
func (h *Hub) Subscribe(table string, hear func(store.News)) (func(), error) {
	if err := store.CheckName(table); err != nil {
		return nil, err
	}
	l := &listener{f: hear}
	h.mu.Lock()
	defer h.mu.Unlock()
	add(h.feeds, table, l)
	return func() {
		h.mu.Lock()
		remove(h.feeds, table, l)
		h.mu.Unlock()
		l.end()
	}, nil
}

func add[T comparable](m map[string]map[T]struct{}, name string, v T) {
	if m[name] == nil {
		m[name] = map[T]struct{}{}
	}
	m[name][v] = struct{}{}
}

func remove[T comparable](m map[string]map[T]struct{}, name string, v T) {
	if delete(m[name], v); len(m[name]) == 0 {
		delete(m, name)
	}
}
