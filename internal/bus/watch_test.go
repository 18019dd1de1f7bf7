package bus_test

import (
	"context"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"theriac/internal/sqlite"
	"theriac/internal/store"
)

// Watching and subscribing continue while a node replaces its file. The watcher hears of changes, but not again
// of records that it already knows.
func TestWatchOverCopy(t *testing.T) {
	t.Parallel()
	c := newNodes(t, 3, time.Hour)
	kv := c.list[0].Store().KV("watched")
	must(kv.Put(t.Context(), "stays", 0, []byte("1")))(t)
	l := c.list[0].Store().Log()
	at := must(l.Append(t.Context(), "diverged", 0, "k", []byte("1")))(t)
	c.same(t)
	c.kill(t, 1)
	s := must(sqlite.Open(sqlite.Config{Dir: filepath.Join(c.conf[1].Dir, "store"), Replicated: true}))(t)
	ok(t, s.Discard(t.Context(), "diverged")) // this node now differs, so it soon takes a copy
	s.Close()
	c.start(t, 1)

	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var mu sync.Mutex
	var heard []string
	has := func(text string) func() bool {
		return func() bool {
			mu.Lock()
			defer mu.Unlock()
			return slices.Contains(heard, text)
		}
	}
	ended := make(chan error, 1)
	n := c.list[1]
	go func() {
		ended <- n.Store().KV("watched").Watch(ctx, "", func(r store.Record) {
			mu.Lock()
			defer mu.Unlock()
			heard = append(heard, r.Key+"="+string(r.Data))
		}, nil)
	}()
	stop := must(n.Store().Feed().Subscribe("table", func(news store.News) {
		mu.Lock()
		defer mu.Unlock()
		heard = append(heard, news.Kind)
	}))(t)
	defer stop()
	eventually(t, "the watcher hears what is there", has("stays=1"))
	must(l.Append(t.Context(), "diverged", at, "next", nil))(t)
	eventually(t, "the node takes a copy", func() bool { return n.Counts().Copies > 0 })
	must(kv.Put(t.Context(), "new", 0, []byte("2")))(t)
	eventually(t, "the watcher hears of a record after the copy", has("new=2"))
	eventually(t, "the subscriber hears news after the copy", func() bool {
		ok(t, c.list[2].Store().Feed().Publish("table", "hello", nil))
		return has("hello")()
	})
	cancel()
	ok(t, <-ended)
	mu.Lock()
	defer mu.Unlock()
	if slices.Index(heard, "stays=1") != 0 || slices.Contains(heard[1:], "stays=1") {
		t.Fatalf("%q", heard)
	}
}
