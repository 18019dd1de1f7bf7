package table

import (
	"container/list"
	"slices"
	"sync"
	"sync/atomic"
)

// history holds all applied entries of a table; a State holds only the newest. They are computed from the log
// when first needed, once for all concurrent readers. After that the history only grows, because entries never
// change. States that continue one another share a history.
type history struct {
	mu     sync.Mutex // held while folding
	folded atomic.Pointer[foldedHistory]
	lru    atomic.Pointer[historyLRU]
}

// foldedHistory is the part of a history that has been computed. It is immutable; a longer one replaces it.
type foldedHistory struct {
	entries     []*AppliedEntry // all applied entries, from the first one on
	end         *State          // the state after the last of these entries
	checkpoints []*State        // some earlier states, in ascending order, from which folding can resume
}

// checkpointEvery is the number of entries between two checkpoints.
const checkpointEvery = 32

// inMemory reports whether the history up to the state s is available without folding the log.
func (h *history) inMemory(s *State) bool {
	m := h.folded.Load()
	return m != nil && s.N-m.end.N <= len(s.recent)
}

// entriesOf returns all applied entries up to the state s.
func (h *history) entriesOf(s *State) []*AppliedEntry { return h.recall(s).entries[:s.N+1] }

// recall returns the history up to the state s, and folds the log first if needed.
func (h *history) recall(s *State) *foldedHistory {
	if m := h.folded.Load(); m != nil && m.end.N >= s.N {
		h.lru.Load().use(h, len(m.entries))
		return m
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	m := h.folded.Load()
	if m == nil {
		m = &foldedHistory{end: begin(s.Table)}
	}
	if m.end.N >= s.N {
		return m
	}
	next := *m
	if behind := s.N - m.end.N; behind <= len(s.recent) {
		next.entries = append(next.entries, s.recent[len(s.recent)-behind:]...) // this is safe, because older slices that share the array end before the new entries
		next.end = s
	} else {
		next.end = fork(m.end)
		for next.end.N < s.N {
			next.end = next.end.refold(s.bodies)
			next.entries = append(next.entries, next.end.recent[len(next.end.recent)-1])
			if next.end.N%checkpointEvery == 0 {
				next.checkpoints = append(next.checkpoints, next.end)
			}
		}
	}
	h.folded.Store(&next)
	h.lru.Load().use(h, len(next.entries))
	return &next
}

// at returns the table's state after entry n. s is that state or a later one.
func (h *history) at(s *State, n int) *State {
	m := h.recall(s)
	i, found := slices.BinarySearchFunc(m.checkpoints, n, func(mark *State, n int) int { return mark.N - n })
	if found {
		return h.copyOf(s, m.checkpoints[i])
	}
	out := begin(s.Table)
	if i > 0 {
		out = fork(m.checkpoints[i-1])
	}
	for out.N < n {
		out = out.refold(s.bodies)
		if out.N%checkpointEvery == 0 {
			h.addCheckpoint(out)
		}
	}
	return h.copyOf(s, out)
}

// copyOf returns a copy of a past state. The copy may only be read.
func (h *history) copyOf(s, old *State) *State {
	out := *old
	out.bodies, out.history = s.bodies[:old.N+1], h
	out.common, out.delayed = &atomic.Pointer[known]{}, &atomic.Pointer[State]{}
	return &out
}

// addCheckpoint stores a state from which folding can resume later.
func (h *history) addCheckpoint(s *State) {
	h.mu.Lock()
	defer h.mu.Unlock()
	m := h.folded.Load()
	if m == nil {
		return
	}
	i, found := slices.BinarySearchFunc(m.checkpoints, s.N, func(mark *State, n int) int { return mark.N - n })
	if found {
		return
	}
	next := *m
	next.checkpoints = slices.Insert(slices.Clone(m.checkpoints), i, s)
	h.folded.Store(&next)
}

// fork returns a copy of a state that can be continued independently of the original.
func fork(s *State) *State {
	out := *s
	out.plies, out.made, out.keys = slices.Clip(s.plies), slices.Clip(s.made), slices.Clip(s.keys)
	return &out
}

// refold applies entries that have been folded before. It does not check hashes, because the first fold did.
func (s *State) refold(bodies [][]byte) *State {
	e, err := decode(bodies[s.N+1])
	if err == nil {
		var next *State
		if next, err = s.carryOut(e, nil); err == nil {
			return next
		}
	}
	panic("table: an entry that was sound is not: " + err.Error())
}

// historyLRU limits the memory that all histories use together. It drops the least recently used ones.
type historyLRU struct {
	most int // the limit, in entries

	mu    sync.Mutex
	held  int
	order list.List // most recently used first
	at    map[*history]*list.Element
}

type lruItem struct {
	past  *history
	steps int
}

func newHistoryLRU(most int) *historyLRU {
	return &historyLRU{most: most, at: map[*history]*list.Element{}}
}

// use marks a history as just used and records its size. If all histories together are too large, it drops
// others.
func (l *historyLRU) use(h *history, steps int) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if e, there := l.at[h]; there {
		l.held += steps - e.Value.(*lruItem).steps
		e.Value.(*lruItem).steps = steps
		l.order.MoveToFront(e)
	} else {
		l.at[h] = l.order.PushFront(&lruItem{h, steps})
		l.held += steps
	}
	for l.held > l.most && l.order.Len() > 1 {
		l.remove(l.order.Back())
	}
}

// drop removes a history from memory. It is folded again when needed.
func (l *historyLRU) drop(h *history) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if e, there := l.at[h]; there {
		l.remove(e)
	}
}

func (l *historyLRU) remove(e *list.Element) {
	old := l.order.Remove(e).(*lruItem)
	delete(l.at, old.past)
	l.held -= old.steps
	old.past.folded.Store(nil)
}

// ReadCost estimates the cost of showing a viewer everything after an entry. It returns how many entries have
// to be shown, and how many have to be folded first.
func (s *State) ReadCost(v Viewer, after int) (entries, folded int) {
	entries = max(0, s.N-max(after, -1))
	late := v.Seats == 0 && v.Watch == WatchDelayed && !s.Over
	switch {
	case (entries > len(s.recent) || late) && !s.history.inMemory(s):
		folded = s.N + 1
	case late && s.delayed.Load() == nil:
		folded = checkpointEvery
	}
	return entries, folded
}

// WholeCost returns the cost of showing a whole game.
func (s *State) WholeCost() (entries, folded int) { return s.ReadCost(Viewer{Seats: s.Seats()}, -1) }
