package table

import (
	"container/list"
	"slices"
	"sync"
	"sync/atomic"
)

// past is what is known of a table's entries that are further back than a state
// has at hand. It is folded when somebody first asks, once for all who ask at the
// same time, and goes on from there: an entry never changes. All states of a table
// that follow from each other share it.
type past struct {
	mu   sync.Mutex // held while folding
	kept atomic.Pointer[recalled]
	from atomic.Pointer[shelf]
}

// recalled is what a past holds. It never changes; there is a longer one later.
type recalled struct {
	steps []*Step  // of the entries from the first on
	end   *State   // at the last of them
	marks []*State // at some entries, ascending, to go on from
}

// markEvery is after how many entries a state is kept to go on from.
const markEvery = 32

// atHand says whether the steps up to a state are there without folding anything.
func (p *past) atHand(s *State) bool {
	m := p.kept.Load()
	return m != nil && s.N-m.end.N <= len(s.recent)
}

// stepsOf is all steps of a state.
func (p *past) stepsOf(s *State) []*Step { return p.recall(s).steps[:s.N+1] }

// recall is what is kept, brought up to a state.
func (p *past) recall(s *State) *recalled {
	if m := p.kept.Load(); m != nil && m.end.N >= s.N {
		p.from.Load().use(p, len(m.steps))
		return m
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	m := p.kept.Load()
	if m == nil {
		m = &recalled{end: begin(s.Table)}
	}
	if m.end.N >= s.N {
		return m
	}
	next := *m
	if behind := s.N - m.end.N; behind <= len(s.recent) {
		next.steps = append(next.steps, s.recent[len(s.recent)-behind:]...) // older ones read no further than their end
		next.end = s
	} else {
		next.end = fork(m.end)
		for next.end.N < s.N {
			next.end = next.end.once(s.bodies)
			next.steps = append(next.steps, next.end.recent[len(next.end.recent)-1])
			if next.end.N%markEvery == 0 {
				next.marks = append(next.marks, next.end)
			}
		}
	}
	p.kept.Store(&next)
	p.from.Load().use(p, len(next.steps))
	return &next
}

// at is the state at an earlier entry of a state.
func (p *past) at(s *State, n int) *State {
	m := p.recall(s)
	i, found := slices.BinarySearchFunc(m.marks, n, func(mark *State, n int) int { return mark.N - n })
	if found {
		return p.copyOf(s, m.marks[i])
	}
	out := begin(s.Table)
	if i > 0 {
		out = fork(m.marks[i-1])
	}
	for out.N < n {
		out = out.once(s.bodies)
		if out.N%markEvery == 0 {
			p.mark(out)
		}
	}
	return p.copyOf(s, out)
}

// copyOf is a state of the past as one that is looked at.
func (p *past) copyOf(s, old *State) *State {
	out := *old
	out.bodies, out.past = s.bodies[:old.N+1], p
	out.common, out.delayed = &atomic.Pointer[known]{}, &atomic.Pointer[State]{}
	return &out
}

// mark keeps a state to go on from.
func (p *past) mark(s *State) {
	p.mu.Lock()
	defer p.mu.Unlock()
	m := p.kept.Load()
	if m == nil {
		return
	}
	i, found := slices.BinarySearchFunc(m.marks, s.N, func(mark *State, n int) int { return mark.N - n })
	if found {
		return
	}
	next := *m
	next.marks = slices.Insert(slices.Clone(m.marks), i, s)
	p.kept.Store(&next)
}

// fork is a state that can be gone on from a second time: what it adds to is its
// own.
func fork(s *State) *State {
	out := *s
	out.plies, out.made, out.keys = slices.Clip(s.plies), slices.Clip(s.made), slices.Clip(s.keys)
	return &out
}

// once folds the next of some entries that were folded before. They were sound
// then, so that receipts are not looked at.
func (s *State) once(bodies [][]byte) *State {
	e, err := decode(bodies[s.N+1])
	if err == nil {
		var next *State
		if next, err = s.carryOut(e, false); err == nil {
			return next
		}
	}
	panic("table: an entry that was sound is not: " + err.Error())
}

// shelf bounds what all tables together keep of their past: those that were asked
// for last.
type shelf struct {
	most int // steps

	mu    sync.Mutex
	held  int
	order list.List // the front was used last
	at    map[*past]*list.Element
}

type shelved struct {
	past  *past
	steps int
}

func newShelf(most int) *shelf { return &shelf{most: most, at: map[*past]*list.Element{}} }

// use notes that a past was used and how much it holds, and empties others where
// it is too much. The one that is in use stays.
func (f *shelf) use(p *past, steps int) {
	if f == nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if e, there := f.at[p]; there {
		f.held += steps - e.Value.(*shelved).steps
		e.Value.(*shelved).steps = steps
		f.order.MoveToFront(e)
	} else {
		f.at[p] = f.order.PushFront(&shelved{p, steps})
		f.held += steps
	}
	for f.held > f.most && f.order.Len() > 1 {
		f.remove(f.order.Back())
	}
}

// drop empties a past.
func (f *shelf) drop(p *past) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if e, there := f.at[p]; there {
		f.remove(e)
	}
}

func (f *shelf) remove(e *list.Element) {
	old := f.order.Remove(e).(*shelved)
	delete(f.at, old.past)
	f.held -= old.steps
	old.past.kept.Store(nil)
}

// Reading is what it takes to tell a viewer what happened since an entry: how many
// entries are told, and how many have to be folded for it first.
func (s *State) Reading(v Viewer, after int) (told, folded int) {
	told = max(0, s.N-max(after, -1))
	late := v.Seats == 0 && v.Watch == WatchDelayed && !s.Over
	switch {
	case (told > len(s.recent) || late) && !s.past.atHand(s):
		folded = s.N + 1
	case late && s.delayed.Load() == nil:
		folded = markEvery
	}
	return told, folded
}

// Whole is what it takes to tell all of a game.
func (s *State) Whole() (told, folded int) { return s.Reading(Viewer{Seats: s.Seats()}, -1) }
