package lists

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

// MaxPage is the longest page of a list.
const MaxPage = 50

// Row is a table in a list: what the list goes by, and what its readers get.
type Row[S any] struct {
	Table, Host, Status string
	Created, Updated    time.Time
	Shown               S
}

// LiveConfig configures the live lists.
type LiveConfig[S any] struct {
	Open, Finished store.KV
	MaxFinished    int // of the finished ones; 0 for the constant
	Decode         func([]byte) (Row[S], error)
	Closed         func(table string) // it has left the list of open tables
	Trouble        func(error)
}

// Live is the live lists of this node.
type Live[S any] struct {
	conf LiveConfig[S]

	mu       sync.Mutex
	open     map[string]listed[S]
	finished map[string]S // by their keys, which sort by time
	most     int          // of the open ones
	ready    [2]bool
}

// listed is a table on the list of open ones, and the version of the list's own record of it:
// a watch that begins again may tell of older ones.
type listed[S any] struct {
	Row[S]
	at uint64
}

// NewLive is empty until Run has filled it.
func NewLive[S any](c LiveConfig[S]) *Live[S] {
	if c.MaxFinished == 0 {
		c.MaxFinished = maxFinished
	}
	return &Live[S]{conf: c, most: maxOpen, open: map[string]listed[S]{}, finished: map[string]S{}}
}

// Run keeps the lists up to date until the context ends. If a watch of the store ends, it
// begins again after the pause.
func (l *Live[S]) Run(ctx context.Context, pause time.Duration) {
	var all sync.WaitGroup
	all.Go(func() { l.watch(ctx, pause, 0, l.conf.Open, l.openChanged) })
	all.Go(func() { l.watch(ctx, pause, 1, l.conf.Finished, l.finishedChanged) })
	all.Wait()
}

// Ready reports whether the lists are complete.
func (l *Live[S]) Ready() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.ready[0] && l.ready[1]
}

func (l *Live[S]) watch(ctx context.Context, pause time.Duration, which int, kv store.KV, f func(store.Record)) {
	for ctx.Err() == nil {
		// Tables that were deleted while nobody watched are missing from the store.
		missing := l.keys(which)
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
			l.mu.Lock()
			l.ready[which] = true
			l.mu.Unlock()
		})
		if ctx.Err() != nil {
			return
		}
		l.conf.Trouble(fmt.Errorf("lobby: watch ended: %w", err))
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}

func (l *Live[S]) keys(which int) map[string]bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	keys := map[string]bool{}
	if which == 1 {
		for k := range l.finished {
			keys[k] = true
		}
		return keys
	}
	for k := range l.open {
		keys[k] = true
	}
	return keys
}

func (l *Live[S]) openChanged(rec store.Record) {
	if len(rec.Data) == 0 {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.open, rec.Key)
		l.conf.Closed(rec.Key)
		return
	}
	row, err := l.conf.Decode(rec.Data)
	if err != nil {
		l.conf.Trouble(err)
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if old, known := l.open[rec.Key]; known && old.at >= rec.Version {
		return
	}
	l.open[rec.Key] = listed[S]{row, rec.Version}
	l.trim()
}

// trim takes tables off the list once it is a twentieth too long: always of the
// person who hosts the most, and of those the longest idle one. A person who hosts
// few is not pushed out by one who hosts many. A table that left the list still
// exists for those who know of it, and comes back when something happens at it. It
// holds mu.
func (l *Live[S]) trim() {
	if len(l.open) <= l.most+l.most/20 {
		return
	}
	by := map[string][]Row[S]{}
	for _, s := range l.open {
		by[s.Host] = append(by[s.Host], s.Row)
	}
	hosts := make([]string, 0, len(by))
	for host, list := range by {
		slices.SortFunc(list, idlest[S])
		hosts = append(hosts, host)
	}
	// Each goes down to the same number; those at that number take turns by idleness.
	longest := 0
	for _, list := range by {
		longest = max(longest, len(list))
	}
	for n := longest; n > 0 && len(l.open) > l.most; n-- {
		var next []Row[S]
		for _, host := range hosts {
			if list := by[host]; len(list) == n {
				next, by[host] = append(next, list[0]), list[1:]
			}
		}
		slices.SortFunc(next, idlest[S])
		for _, s := range next[:min(len(next), len(l.open)-l.most)] {
			delete(l.open, s.Table)
		}
	}
}

// idlest orders tables by their last change, the oldest first.
func idlest[S any](a, b Row[S]) int {
	if c := a.Updated.Compare(b.Updated); c != 0 {
		return c
	}
	return strings.Compare(a.Table, b.Table)
}

// finishedChanged keeps the newest. It cuts the bucket too, once it holds twice as
// many: the games themselves stay in the archive and in their players' own lists for
// ever.
func (l *Live[S]) finishedChanged(rec store.Record) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(rec.Data) == 0 {
		delete(l.finished, rec.Key)
		return
	}
	row, err := l.conf.Decode(rec.Data)
	if err != nil {
		l.conf.Trouble(err)
		return
	}
	l.finished[rec.Key] = row.Shown
	if len(l.finished) <= 2*l.conf.MaxFinished {
		return
	}
	keys := l.newest()
	old := keys[l.conf.MaxFinished:]
	for _, key := range old {
		delete(l.finished, key)
	}
	go l.cutFinished(old)
}

// cutFinished removes entries from the end of the list of finished games.
func (l *Live[S]) cutFinished(keys []string) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for _, key := range keys {
		if err := l.conf.Finished.Delete(ctx, key); err != nil {
			l.conf.Trouble(fmt.Errorf("lobby: finished: %w", err))
			return
		}
	}
}

// newest is the keys of the finished games, the newest first.
func (l *Live[S]) newest() []string {
	keys := make([]string, 0, len(l.finished))
	for key := range l.finished {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b string) int { return strings.Compare(b, a) })
	return keys
}

// Open lists the public tables that gather or play: those that gather first, the
// newest first of each.
func (l *Live[S]) Open(skip, most int) []S {
	l.mu.Lock()
	list := make([]Row[S], 0, len(l.open))
	for _, s := range l.open {
		list = append(list, s.Row)
	}
	l.mu.Unlock()
	slices.SortFunc(list, func(a, b Row[S]) int {
		if a.Status != b.Status {
			return strings.Compare(a.Status, b.Status) // "gathering" < "playing"
		}
		if c := b.Created.Compare(a.Created); c != 0 {
			return c
		}
		return strings.Compare(a.Table, b.Table)
	})
	shown := []S{}
	for _, row := range Page(list, skip, most) {
		shown = append(shown, row.Shown)
	}
	return shown
}

// Finished lists public games that are over, the newest first, as far back as the
// list goes.
func (l *Live[S]) Finished(skip, most int) []S {
	l.mu.Lock()
	defer l.mu.Unlock()
	keys := Page(l.newest(), skip, most)
	list := make([]S, 0, len(keys))
	for _, key := range keys {
		list = append(list, l.finished[key])
	}
	return list
}

// Page is a page of a list.
func Page[T any](list []T, skip, most int) []T {
	list = list[min(max(skip, 0), len(list)):]
	return list[:min(max(most, 0), MaxPage, len(list))]
}
