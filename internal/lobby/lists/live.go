package lobby

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"theriac/internal/store"
)

// How much of the lists is kept in memory.
const (
	maxOpen     = 20_000
	maxFinished = 500
)

// Change is one change of the list of open tables. Gone says that the table is not
// open any more; only its id is known then.
type Change struct {
	Summary
	Gone bool
}

// index is the live lists of this node.
type index struct {
	mu       sync.Mutex
	open     map[string]listed
	finished map[string]Summary // by their keys, which sort by time
	most     int                // of the open ones
	readers  map[int]func(Change)
	next     int
	ready    [2]bool
}

// listed is a table on the list of open ones, and the version of the list's own record of it:
// a watch that begins again may tell of older ones.
type listed struct {
	Summary
	at uint64
}

func newIndex() *index {
	return &index{most: maxOpen, open: map[string]listed{}, finished: map[string]Summary{}, readers: map[int]func(Change){}}
}

// Run keeps the live lists up to date until the context ends. Where a watch of the
// store ends, it begins again after the pause.
func (l *Lobby) Run(ctx context.Context, pause time.Duration) {
	var all sync.WaitGroup
	all.Go(func() { l.watch(ctx, pause, 0, l.kv.open, l.openChanged) })
	all.Go(func() { l.watch(ctx, pause, 1, l.kv.finished, l.finishedChanged) })
	all.Wait()
}

// Ready says whether the live lists are complete.
func (l *Lobby) Ready() bool {
	l.index.mu.Lock()
	defer l.index.mu.Unlock()
	return l.index.ready[0] && l.index.ready[1]
}

func (l *Lobby) watch(ctx context.Context, pause time.Duration, which int, kv store.KV, f func(store.Record)) {
	for ctx.Err() == nil {
		// Tables that were deleted while nobody watched are missing from the store.
		missing := l.index.keys(which)
		var mu sync.Mutex
		first := true
		err := kv.Watch(ctx, "", func(rec store.Record) {
			mu.Lock()
			if first {
				delete(missing, rec.Key)
			}
			mu.Unlock()
			f(rec)
		}, func() {
			mu.Lock()
			first = false
			mu.Unlock()
			for key := range missing {
				f(store.Record{Key: key})
			}
			l.index.mu.Lock()
			l.index.ready[which] = true
			l.index.mu.Unlock()
		})
		if ctx.Err() != nil {
			return
		}
		l.trouble(fmt.Errorf("lobby: watch ended: %w", err))
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}

func (x *index) keys(which int) map[string]bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	keys := map[string]bool{}
	if which == 1 {
		for k := range x.finished {
			keys[k] = true
		}
		return keys
	}
	for k := range x.open {
		keys[k] = true
	}
	return keys
}

func (l *Lobby) openChanged(rec store.Record) {
	c := Change{Gone: true, Summary: Summary{Table: rec.Key}}
	if len(rec.Data) > 0 {
		s, err := decodeSummary(rec.Data)
		if err != nil {
			l.trouble(err)
			return
		}
		c = Change{Summary: s}
	}
	changes := []Change{c}
	l.index.mu.Lock()
	old, known := l.index.open[rec.Key]
	switch {
	case c.Gone:
		delete(l.index.open, rec.Key)
		l.from.drop(rec.Key)
	case known && old.at >= rec.Version:
		l.index.mu.Unlock()
		return
	default:
		l.index.open[rec.Key] = listed{c.Summary, rec.Version}
		changes = append(changes, l.index.trim()...)
	}
	readers := make([]func(Change), 0, len(l.index.readers))
	for _, f := range l.index.readers {
		readers = append(readers, f)
	}
	l.index.mu.Unlock()
	for _, f := range readers {
		for _, c := range changes {
			f(c)
		}
	}
}

// trim takes tables off the list once it is a twentieth too long: always of the
// person who hosts the most, and of those the longest idle one. A person who hosts
// few is not pushed out by one who hosts many. A table that left the list still
// exists for those who know of it, and comes back when something happens at it. It
// holds mu.
func (x *index) trim() []Change {
	if len(x.open) <= x.most+x.most/20 {
		return nil
	}
	by := map[string][]Summary{}
	for _, s := range x.open {
		by[s.Host] = append(by[s.Host], s.Summary)
	}
	hosts := make([]string, 0, len(by))
	for host, list := range by {
		slices.SortFunc(list, idlest)
		hosts = append(hosts, host)
	}
	// Each goes down to the same number; those at that number take turns by idleness.
	longest := 0
	for _, list := range by {
		longest = max(longest, len(list))
	}
	var gone []Change
	for n := longest; n > 0 && len(x.open) > x.most; n-- {
		var next []Summary
		for _, host := range hosts {
			if list := by[host]; len(list) == n {
				next, by[host] = append(next, list[0]), list[1:]
			}
		}
		slices.SortFunc(next, idlest)
		for _, s := range next[:min(len(next), len(x.open)-x.most)] {
			delete(x.open, s.Table)
			gone = append(gone, Change{Gone: true, Summary: Summary{Table: s.Table}})
		}
	}
	return gone
}

// idlest orders tables by their last change, the oldest first.
func idlest(a, b Summary) int {
	if c := a.Updated.Compare(b.Updated); c != 0 {
		return c
	}
	return strings.Compare(a.Table, b.Table)
}

// finishedChanged keeps the newest. It cuts the bucket too, once it holds twice as
// many: the games themselves stay in the archive and in their players' own lists for
// ever.
func (l *Lobby) finishedChanged(rec store.Record) {
	l.index.mu.Lock()
	defer l.index.mu.Unlock()
	if len(rec.Data) == 0 {
		delete(l.index.finished, rec.Key)
		return
	}
	s, err := decodeSummary(rec.Data)
	if err != nil {
		l.trouble(err)
		return
	}
	l.index.finished[rec.Key] = s
	if len(l.index.finished) <= 2*l.conf.MaxFinished {
		return
	}
	keys := l.index.newest()
	old := keys[l.conf.MaxFinished:]
	for _, key := range old {
		delete(l.index.finished, key)
	}
	go l.cutFinished(old)
}

// cutFinished removes entries from the end of the list of finished games.
func (l *Lobby) cutFinished(keys []string) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for _, key := range keys {
		if err := l.kv.finished.Delete(ctx, key); err != nil {
			l.trouble(fmt.Errorf("lobby: finished: %w", err))
			return
		}
	}
}

// newest is the keys of the finished games, the newest first.
func (x *index) newest() []string {
	keys := make([]string, 0, len(x.finished))
	for key := range x.finished {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b string) int { return strings.Compare(b, a) })
	return keys
}

// Open lists the public tables that gather or play: those that gather first, the
// newest first of each.
func (l *Lobby) Open(skip, most int) []Summary {
	l.index.mu.Lock()
	list := make([]Summary, 0, len(l.index.open))
	for _, s := range l.index.open {
		list = append(list, s.Summary)
	}
	l.index.mu.Unlock()
	slices.SortFunc(list, func(a, b Summary) int {
		if a.Status != b.Status {
			return strings.Compare(string(a.Status), string(b.Status)) // "gathering" < "playing"
		}
		if c := b.Created.Compare(a.Created); c != 0 {
			return c
		}
		return strings.Compare(a.Table, b.Table)
	})
	return page(list, skip, most)
}

// Finished lists public games that are over, the newest first, as far back as the
// list goes.
func (l *Lobby) Finished(skip, most int) []Summary {
	l.index.mu.Lock()
	defer l.index.mu.Unlock()
	keys := page(l.index.newest(), skip, most)
	list := make([]Summary, 0, len(keys))
	for _, key := range keys {
		list = append(list, l.index.finished[key])
	}
	return list
}

func page[T any](list []T, skip, most int) []T {
	list = list[min(max(skip, 0), len(list)):]
	return list[:min(max(most, 0), MaxPage, len(list))]
}

// Subscribe calls f with each change of the list of open tables until stop. f must
// not block.
func (l *Lobby) Subscribe(f func(Change)) (stop func()) {
	x := l.index
	x.mu.Lock()
	defer x.mu.Unlock()
	n := x.next
	x.next++
	x.readers[n] = f
	return func() {
		x.mu.Lock()
		defer x.mu.Unlock()
		delete(x.readers, n)
	}
}
