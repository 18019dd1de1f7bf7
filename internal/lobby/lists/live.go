package lists

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"theriac/internal/store"
)

// Limits for the lists in memory.
const (
	maxOpen     = 20_000
	maxFinished = 500
)

// MaxPage is the largest number of entries on one page of a list.
const MaxPage = 50

// Row is a table in a live list. It has the fields that the list uses to sort and select, and the summary
// that callers get.
type Row[S any] struct {
	Table, Host, Status string
	Created, Updated    time.Time
	Shown               S
}

// LiveConfig configures a Live.
type LiveConfig[S any] struct {
	Open, Finished store.KV
	MaxFinished    int // maximum number of finished tables to keep; 0 means the default
	Decode         func([]byte) (Row[S], error)
	Closed         func(table string) // called when a table has left the list of open tables
	Trouble        func(error)
}

// Live holds this node's copy of the lists of open and finished public tables.
type Live[S any] struct {
	conf LiveConfig[S]

	mu       sync.Mutex
	open     map[string]*listed[S]
	finished map[string]S // by key; keys sort by the time when games ended
	shown    []*listed[S] // the open tables in the order of the list; nil if they have changed
	order    []string     // the keys of the finished games, newest first; nil if they have changed
	most     int          // maximum number of open tables to keep
	ready    [2]bool
}

// listed is an open table in the list, with the version of its entry in the bucket. A subscription that
// restarts may report older versions.
type listed[S any] struct {
	Row[S]
	at uint64
}

// NewLive returns empty lists. Run fills them.
func NewLive[S any](c LiveConfig[S]) *Live[S] {
	if c.MaxFinished == 0 {
		c.MaxFinished = maxFinished
	}
	return &Live[S]{conf: c, most: maxOpen, open: map[string]*listed[S]{}, finished: map[string]S{}}
}

// Run keeps the lists up to date until ctx is done. If a subscription to the store ends, Run starts it again after
// the pause.
func (l *Live[S]) Run(ctx context.Context, pause time.Duration) {
	var all sync.WaitGroup
	all.Go(func() { l.watch(ctx, pause, 0, l.conf.Open, l.openChanged) })
	all.Go(func() { l.watch(ctx, pause, 1, l.conf.Finished, l.finishedChanged) })
	all.Wait()
}

// Ready reports whether the lists have everything that was in the store when Run started.
func (l *Live[S]) Ready() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.ready[0] && l.ready[1]
}

func (l *Live[S]) watch(ctx context.Context, pause time.Duration, which int, kv store.KV, f func(store.Record)) {
	for ctx.Err() == nil {
		// Tables that were deleted while there was no subscription are still in the list, but not in the store.
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
		l.shown = nil
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
	l.open[rec.Key], l.shown = &listed[S]{row, rec.Version}, nil
	l.trim()
}

// trim removes open tables once the list exceeds its maximum by a twentieth. It always removes the table that has
// been idle longest among those of the host with the most tables, so that no host can push out other hosts' tables.
// A removed table still exists for people who know of it, and returns to the list when it next changes. The caller
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
	// Every host keeps at most n tables. n falls until the list is short enough. In the last round, the
	// tables that have been idle longest go first.
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

// idlest orders tables by their last change, oldest first.
func idlest[S any](a, b Row[S]) int {
	if c := a.Updated.Compare(b.Updated); c != 0 {
		return c
	}
	return strings.Compare(a.Table, b.Table)
}

// finishedChanged adds a finished game and keeps only the newest ones. When the bucket holds twice as many games,
// finishedChanged also removes the oldest from the bucket. The games themselves remain in the archive and in their
// players' own lists.
func (l *Live[S]) finishedChanged(rec store.Record) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.order = nil
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
	old := slices.Clone(l.newest()[l.conf.MaxFinished:])
	for _, key := range old {
		delete(l.finished, key)
	}
	l.order = nil
	go l.cutFinished(old)
}

// cutFinished removes the given games from the bucket of finished games.
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

// newest returns the keys of the finished games, newest first. The caller holds mu.
func (l *Live[S]) newest() []string {
	if l.order == nil {
		l.order = slices.SortedFunc(maps.Keys(l.finished), func(a, b string) int { return strings.Compare(b, a) })
	}
	return l.order
}

// Open lists public tables. Tables that wait for players come before those with a running game. In each
// group, the newest come first.
func (l *Live[S]) Open(skip, most int) []S {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.shown == nil {
		l.shown = slices.SortedFunc(maps.Values(l.open), func(a, b *listed[S]) int {
			// "gathering" < "playing"
			return cmp.Or(strings.Compare(a.Status, b.Status), b.Created.Compare(a.Created), strings.Compare(a.Table, b.Table))
		})
	}
	shown := []S{}
	for _, row := range Page(l.shown, skip, most) {
		shown = append(shown, row.Shown)
	}
	return shown
}

// Finished lists public finished games, newest first, as far back as the list reaches.
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

// All returns all open tables, in no order.
func (l *Live[S]) All() []S {
	l.mu.Lock()
	defer l.mu.Unlock()
	list := make([]S, 0, len(l.open))
	for _, s := range l.open {
		list = append(list, s.Shown)
	}
	return list
}

// Await waits for a short time until the list has a table as it was just written, which the function as reports.
func (l *Live[S]) Await(ctx context.Context, table string, as func(S) bool) {
	for range 50 {
		l.mu.Lock()
		row, there := l.open[table]
		l.mu.Unlock()
		if there && as(row.Shown) {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// OpenCount returns how many open tables are on the list.
func (l *Live[S]) OpenCount() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.open)
}

// Page returns a part of a list: it skips some entries and returns the next ones. It returns no more than
// `most` and no more than MaxPage.
func Page[T any](list []T, skip, most int) []T {
	list = list[min(max(skip, 0), len(list)):]
	return list[:min(max(most, 0), MaxPage, len(list))]
}
