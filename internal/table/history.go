package table

import (
	"container/list"
	"slices"
	"sync"
	"sync/atomic"
)

// history is the applied entries of a table that are further back than a state holds.
// It is folded on first demand, once for all who ask at the same time, and grows from
// there: an entry never changes. All states of a table that follow from each other
// share it.
type history struct {
	mu     sync.Mutex // held while folding
	folded atomic.Pointer[foldedHistory]
	lru    atomic.Pointer[historyLRU]
}

// foldedHistory is the folded part of a history. It is immutable; a longer one replaces it.
type foldedHistory struct {
	entries     []*AppliedEntry // from the first on
	end         *State          // at the last of them
	checkpoints []*State        // states at some entries, ascending, to continue from
}

// checkpointEvery is after how many entries a checkpoint is kept.
const checkpointEvery = 32

// inMemory says whether the entries up to a state need no folding.
func (h *history) inMemory(s *State) bool {
	m := h.folded.Load()
	return m != nil && s.N-m.end.N <= len(s.recent)
}

// entriesOf is all applied entries of a state.
func (h *history) entriesOf(s *State) []*AppliedEntry { return h.recall(s).entries[:s.N+1] }

// recall returns the folded history, extended up to a state.
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
		next.entries = append(next.entries, s.recent[len(s.recent)-behind:]...) // older ones read no further than their end
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

// at is the state at an earlier entry of a state.
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

// copyOf is a state of the past for reading.
func (h *history) copyOf(s, old *State) *State {
	out := *old
	out.bodies, out.history = s.bodies[:old.N+1], h
	out.common, out.delayed = &atomic.Pointer[known]{}, &atomic.Pointer[State]{}
	return &out
}

// addCheckpoint keeps a state to continue from.
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

// fork is a state that can be continued a second time: it shares nothing that grows.
func fork(s *State) *State {
	out := *s
	out.plies, out.made, out.keys = slices.Clip(s.plies), slices.Clip(s.made), slices.Clip(s.keys)
	return &out
}

// refold folds the next of some entries that were folded before. They were sound
// then, so it does not check receipts.
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

// historyLRU bounds the memory of all histories together: it keeps those used last.
type historyLRU struct {
	most int // entries

	mu    sync.Mutex
	held  int
	order list.List // the front was used last
	at    map[*history]*list.Element
}

type lruItem struct {
	past  *history
	steps int
}

func newHistoryLRU(most int) *historyLRU {
	return &historyLRU{most: most, at: map[*history]*list.Element{}}
}

// use notes that a history was used and its size, and drops others where there is too
// much in memory. The one in use stays.
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

// drop drops a history.
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

// ReadCost is what it takes to show a viewer what happened since an entry: how many
// entries to show, and how many to fold for it first.
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

// WholeCost is what it takes to show a whole game.
func (s *State) WholeCost() (entries, folded int) { return s.ReadCost(Viewer{Seats: s.Seats()}, -1) }
