package sqlite

import (
	"bytes"
	"strings"
	"sync"

	"theriac/internal/state"
	"theriac/internal/store"
)

// hub tells those of this process who watch buckets or follow tables.
type hub struct {
	mu       sync.Mutex
	watchers map[string]map[*watcher]struct{}  // by bucket
	feeds    map[string]map[*listener]struct{} // by table
}

func newHub() hub {
	return hub{watchers: map[string]map[*watcher]struct{}{}, feeds: map[string]map[*listener]struct{}{}}
}

// tell tells what was committed.
func (s *Store) tell(ops []state.Op, answers []state.Answer) {
	for i, op := range ops {
		a := answers[i]
		if a.Conflict || a.At == 0 {
			continue
		}
		switch op := op.(type) {
		case state.Put:
			s.hub.change(op.Bucket, store.Record{Key: op.Key, Version: a.At, Data: op.Data})
		case state.Delete:
			s.hub.change(op.Bucket, store.Record{Key: op.Key, Version: a.At})
		case state.Post:
			s.hub.publish(op.Table, store.News{Kind: "talk", At: a.At, From: op.Person, Data: op.Data})
		}
	}
}

// watcher has the changes that it has not taken yet.
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

func (h *hub) watch(bucket, prefix string) *watcher {
	w := &watcher{prefix: prefix, more: make(chan struct{}, 1)}
	h.mu.Lock()
	defer h.mu.Unlock()
	add(h.watchers, bucket, w)
	return w
}

func (h *hub) unwatch(bucket string, w *watcher) {
	h.mu.Lock()
	defer h.mu.Unlock()
	remove(h.watchers, bucket, w)
}

func (h *hub) change(bucket string, r store.Record) {
	h.mu.Lock()
	defer h.mu.Unlock()
	r.Data = bytes.Clone(r.Data)
	for w := range h.watchers[bucket] {
		if w.prefix != "" && r.Key != w.prefix && !strings.HasPrefix(r.Key, w.prefix+".") {
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

// listener calls f with one message after another, in a goroutine while there are any.
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

func (h *hub) publish(table string, n store.News) {
	h.mu.Lock()
	defer h.mu.Unlock()
	n.Data = bytes.Clone(n.Data)
	for l := range h.feeds[table] {
		l.push(n)
	}
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
