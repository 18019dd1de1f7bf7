package bus

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"

	"theriac/internal/sqlite"
	"theriac/internal/store"
)

// Store returns the cluster's store as this node sees it. While the node has no state, calls wait until it has
// one or their context ends.
func (n *Node) Store() store.Store { return nodeStore{n} }

// current waits until the node has a file that has joined the cluster, and returns that file.
func (n *Node) current(ctx context.Context) (*sqlite.Store, error) {
	for {
		n.mu.Lock()
		file, ready, changed := n.file, n.node != nil, n.changed
		n.mu.Unlock()
		if file != nil && ready {
			return file, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil, fmt.Errorf("%w: %w", store.ErrUnavailable, ctx.Err())
		case <-n.ctx.Done():
			return nil, store.ErrLost
		}
	}
}

// call calls f with the node's file. If f returns store.ErrLost, nothing was written. In that case, call waits
// for the node to replace its file, and calls f again with the new file. If the file is damaged, call does the
// same, because the damage concerns only this node.
func call[T any](ctx context.Context, n *Node, f func(*sqlite.Store) (T, error)) (v T, err error) {
	for {
		s, err := n.current(ctx)
		if err != nil {
			return v, err
		}
		v, err = f(s)
		switch {
		case errors.Is(err, store.ErrDamaged) && n.refuted(ctx, s):
			return v, err
		case !errors.Is(err, store.ErrDamaged) && !errors.Is(err, store.ErrLost):
			return v, err
		}
		if n.replaced(ctx, s) {
			continue
		}
		if ctx.Err() != nil {
			return v, fmt.Errorf("%w: %w", store.ErrUnavailable, ctx.Err())
		}
		return v, store.ErrLost
	}
}

func do(ctx context.Context, n *Node, f func(*sqlite.Store) error) error {
	_, err := call(ctx, n, func(s *sqlite.Store) (struct{}, error) { return struct{}{}, f(s) })
	return err
}

type nodeStore struct{ n *Node }

func (s nodeStore) Log() store.Log          { return nodeLog(s) }
func (s nodeStore) KV(name string) store.KV { return nodeKV{s.n, name} }
func (s nodeStore) Do(ctx context.Context, changes ...store.Change) (uint64, error) {
	return call(ctx, s.n, func(s *sqlite.Store) (uint64, error) { return s.Do(ctx, changes...) })
}
func (s nodeStore) Chat() store.Chat     { return nodeChat(s) }
func (s nodeStore) Feed() store.Feed     { return nodeFeed(s) }
func (s nodeStore) Health() store.Health { return nodeHealth(s) }

type nodeLog struct{ n *Node }

func (l nodeLog) Append(ctx context.Context, table string, after uint64, key string, data []byte) (uint64, error) {
	return call(ctx, l.n, func(s *sqlite.Store) (uint64, error) { return s.Log().Append(ctx, table, after, key, data) })
}

func (l nodeLog) Last(ctx context.Context, table string, fresh bool) (store.Item, error) {
	return call(ctx, l.n, func(s *sqlite.Store) (store.Item, error) { return s.Log().Last(ctx, table, fresh) })
}

func (l nodeLog) After(ctx context.Context, table string, after uint64) ([]store.Item, error) {
	return call(ctx, l.n, func(s *sqlite.Store) ([]store.Item, error) { return s.Log().After(ctx, table, after) })
}

func (l nodeLog) Confirm(ctx context.Context, table string, at uint64) error {
	return do(ctx, l.n, func(s *sqlite.Store) error { return s.Log().Confirm(ctx, table, at) })
}

func (l nodeLog) SaveSnapshot(ctx context.Context, table string, data []byte) error {
	return do(ctx, l.n, func(s *sqlite.Store) error { return s.Log().SaveSnapshot(ctx, table, data) })
}

func (l nodeLog) Snapshot(ctx context.Context, table string) ([]byte, error) {
	return call(ctx, l.n, func(s *sqlite.Store) ([]byte, error) { return s.Log().Snapshot(ctx, table) })
}

func (l nodeLog) Archive(ctx context.Context, table string, data []byte) error {
	return do(ctx, l.n, func(s *sqlite.Store) error { return s.Log().Archive(ctx, table, data) })
}

func (l nodeLog) Archived(ctx context.Context, table string) ([]byte, error) {
	return call(ctx, l.n, func(s *sqlite.Store) ([]byte, error) { return s.Log().Archived(ctx, table) })
}

func (l nodeLog) Remind(ctx context.Context, table string, at time.Time) error {
	return do(ctx, l.n, func(s *sqlite.Store) error { return s.Log().Remind(ctx, table, at) })
}

func (l nodeLog) Due(ctx context.Context, now time.Time) ([]store.Reminder, error) {
	return call(ctx, l.n, func(s *sqlite.Store) ([]store.Reminder, error) { return s.Log().Due(ctx, now) })
}

func (l nodeLog) Tables(ctx context.Context, f func(table string) bool) error {
	return do(ctx, l.n, func(s *sqlite.Store) error { return s.Log().Tables(ctx, f) })
}

type nodeKV struct {
	n    *Node
	name string
}

func (k nodeKV) Get(ctx context.Context, key string) (store.Record, error) {
	return call(ctx, k.n, func(s *sqlite.Store) (store.Record, error) { return s.KV(k.name).Get(ctx, key) })
}

func (k nodeKV) Put(ctx context.Context, key string, version uint64, data []byte) (uint64, error) {
	return call(ctx, k.n, func(s *sqlite.Store) (uint64, error) { return s.KV(k.name).Put(ctx, key, version, data) })
}

func (k nodeKV) PutFor(ctx context.Context, key string, data []byte, life time.Duration) (uint64, error) {
	return call(ctx, k.n, func(s *sqlite.Store) (uint64, error) { return s.KV(k.name).PutFor(ctx, key, data, life) })
}

func (k nodeKV) Delete(ctx context.Context, key string) error {
	return do(ctx, k.n, func(s *sqlite.Store) error { return s.KV(k.name).Delete(ctx, key) })
}

func (k nodeKV) DeleteAt(ctx context.Context, key string, version uint64) error {
	return do(ctx, k.n, func(s *sqlite.Store) error { return s.KV(k.name).DeleteAt(ctx, key, version) })
}

func (k nodeKV) List(ctx context.Context, prefix string) ([]store.Record, error) {
	return call(ctx, k.n, func(s *sqlite.Store) ([]store.Record, error) { return s.KV(k.name).List(ctx, prefix) })
}

func (k nodeKV) Page(ctx context.Context, prefix, after string, most int) ([]store.Record, error) {
	return call(ctx, k.n, func(s *sqlite.Store) ([]store.Record, error) { return s.KV(k.name).Page(ctx, prefix, after, most) })
}

func (k nodeKV) Count(ctx context.Context, prefix string) (int, error) {
	return call(ctx, k.n, func(s *sqlite.Store) (int, error) { return s.KV(k.name).Count(ctx, prefix) })
}

// Watch continues with the new file if the node replaces its file. It then reports records that have changed
// since, and deletions of records that no longer exist. For this it remembers all keys with their versions. That
// is less than most callers do, because they keep the records.
func (k nodeKV) Watch(ctx context.Context, prefix string, f func(store.Record), ready func()) error {
	known := map[string]uint64{} // by key, the version that f received last
	for {
		s, err := k.n.current(ctx)
		if err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return err
		}
		gone := map[string]bool{}
		for key := range known {
			gone[key] = true
		}
		hear := func(r store.Record) {
			delete(gone, r.Key)
			switch {
			case r.Version == known[r.Key]:
				return
			case len(r.Data) == 0:
				delete(known, r.Key)
			default:
				known[r.Key] = r.Version
			}
			f(r)
		}
		err = s.KV(k.name).Watch(ctx, prefix, hear, func() {
			for key := range gone {
				if ctx.Err() == nil {
					f(store.Record{Key: key, Version: known[key]})
				}
				delete(known, key)
			}
			gone = nil
			if ready != nil {
				ready()
				ready = nil
			}
		})
		lost := errors.Is(err, store.ErrLost) || errors.Is(err, store.ErrDamaged) && !k.n.refuted(ctx, s)
		if !lost || !k.n.replaced(ctx, s) {
			if ctx.Err() != nil {
				return nil
			}
			return err
		}
	}
}

// refuted waits until the node has checked the file s, which was reported to be damaged. It reports whether the
// check has found no damage. A node without others always trusts the report.
func (n *Node) refuted(ctx context.Context, s *sqlite.Store) bool {
	damages, err := s.Health().Damages(ctx)
	for err == nil && n.Members > 1 {
		n.mu.Lock()
		sound := n.sound == s && n.soundWith >= len(damages)
		file, changed, halted := n.file, n.changed, n.halted
		n.mu.Unlock()
		switch {
		case sound, halted:
			return true
		case file != s:
			return false
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return false
		case <-n.ctx.Done():
			return false
		}
	}
	return n.Members == 1
}

// replaced waits until the node no longer uses the file s. It returns false if ctx ends or the node stops
// first.
func (n *Node) replaced(ctx context.Context, s *sqlite.Store) bool {
	for {
		n.mu.Lock()
		file, changed, halted := n.file, n.changed, n.halted
		n.mu.Unlock()
		if file != s {
			return true
		}
		if halted {
			return false
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return false
		case <-n.ctx.Done():
			return false
		}
	}
}

type nodeChat struct{ n *Node }

func (c nodeChat) Post(ctx context.Context, table, person string, data []byte) (uint64, error) {
	return call(ctx, c.n, func(s *sqlite.Store) (uint64, error) { return s.Chat().Post(ctx, table, person, data) })
}

func (c nodeChat) Lines(ctx context.Context, table string, after uint64, most int) ([]store.ChatLine, error) {
	return call(ctx, c.n, func(s *sqlite.Store) ([]store.ChatLine, error) { return s.Chat().Lines(ctx, table, after, most) })
}

func (c nodeChat) LinesBy(ctx context.Context, person string, f func(table string, l store.ChatLine)) error {
	return do(ctx, c.n, func(s *sqlite.Store) error { return s.Chat().LinesBy(ctx, person, f) })
}

func (c nodeChat) DeleteBy(ctx context.Context, person string) error {
	return do(ctx, c.n, func(s *sqlite.Store) error { return s.Chat().DeleteBy(ctx, person) })
}

type nodeHealth struct{ n *Node }

// Ready checks that the log and the file accept writes.
func (h nodeHealth) Ready(ctx context.Context) error {
	return do(ctx, h.n, func(s *sqlite.Store) error { return s.Health().Ready(ctx) })
}

// Leaders returns the leader of the log's stream.
func (h nodeHealth) Leaders(context.Context) ([]store.Leader, error) {
	h.n.mu.Lock()
	log := h.n.log
	h.n.mu.Unlock()
	if log == nil {
		return nil, store.ErrUnavailable
	}
	return []store.Leader{log.leader()}, nil
}

// Damages returns the damage found in this node's file. The node replaces a file with damaged rows if another
// node can provide a copy.
func (h nodeHealth) Damages(ctx context.Context) ([]store.Damage, error) {
	return call(ctx, h.n, func(s *sqlite.Store) ([]store.Damage, error) { return s.Health().Damages(ctx) })
}

// ear is a subscription to the news of a table.
type ear struct {
	table string
	hear  func(store.News)
	file  *sqlite.Store
	stop  func()
}

// tune moves all subscriptions to the node's current file. The caller must hold n.mu.
func (n *Node) tune() {
	for e := range n.ears {
		n.tuneIn(e)
	}
}

func (n *Node) tuneIn(e *ear) {
	if e.file == n.file {
		return
	}
	if e.stop != nil {
		e.stop()
	}
	if e.file, e.stop = n.file, nil; n.file != nil {
		e.stop, _ = n.file.Feed().Subscribe(e.table, e.hear) // fails only for an invalid name, and Subscribe has checked it
	}
}

// nodeHeader is the message header that names the node from which the news come.
const nodeHeader = "Theriac-Node"

type nodeFeed struct{ n *Node }

// Publish sends news to the subscribers on all nodes.
func (f nodeFeed) Publish(table, kind string, data []byte) error {
	f.n.mu.Lock()
	file, nc := f.n.file, f.n.nc
	f.n.mu.Unlock()
	if err := errors.Join(store.CheckName(table), store.CheckName(kind)); err != nil {
		return err
	}
	if file == nil || nc == nil {
		return store.ErrUnavailable
	}
	if err := file.Feed().Publish(table, kind, data); err != nil || f.n.Members == 1 {
		return err
	}
	m := nats.NewMsg(feedSubject + table + "." + kind)
	m.Data = data
	m.Header.Set(nodeHeader, f.n.Host)
	if err := nc.PublishMsg(m); err != nil {
		return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	return nil
}

// Subscribe calls hear with the news of a table until the returned function is called. The news include entries
// and chat messages from all nodes.
func (f nodeFeed) Subscribe(table string, hear func(store.News)) (func(), error) {
	if err := store.CheckName(table); err != nil {
		return nil, err
	}
	n, e := f.n, &ear{table: table, hear: hear}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.ears[e] = struct{}{}
	n.tuneIn(e)
	return func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		delete(n.ears, e)
		if e.stop != nil {
			e.stop()
		}
		e.stop = nil
	}, nil
}

// hearNews passes news from another node to the subscribers on this one.
func (n *Node) hearNews(m *nats.Msg) {
	table, kind, ok := cutFeed(m.Subject)
	n.mu.Lock()
	file := n.file
	n.mu.Unlock()
	if ok && file != nil && m.Header.Get(nodeHeader) != n.Host {
		_ = file.Feed().Publish(table, kind, m.Data)
	}
}
