package stories

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"theriac/ai/story"
	"theriac/internal/store"
	"theriac/internal/work"
)

// part is the name of the question that a story has on the queue: one at a time, so that
// bots wait for no more than that.
const part = "story"

// coreTime is how much of a processor an answer may take, in milliseconds, and thinkTime
// how long it may take on a machine that has others to think for.
const (
	coreTime  = 4_000
	thinkTime = 20_000
)

var errEmpty = errors.New("stories: an answer without a chance")

// run makes the stories that wait, the oldest first.
func (m *Maker) run() {
	for {
		m.mu.Lock()
		var next *making
		if len(m.queue) > 0 {
			next = m.queue[0]
		}
		m.mu.Unlock()
		if next == nil {
			select {
			case <-m.ctx.Done():
				return
			case <-m.wake:
			}
			continue
		}
		err := m.make(next)
		if m.ctx.Err() != nil {
			return
		}
		if err != nil && !errors.Is(err, store.ErrConflict) { // with a conflict another node has taken it over
			// Whoever asks again begins anew.
			err = errors.Join(err, m.conf.KV.Delete(m.ctx, next.table))
			m.conf.OnError(fmt.Errorf("stories: the story of %s: %w", next.table, err))
		}
		m.mu.Lock()
		m.queue = m.queue[1:]
		m.mu.Unlock()
	}
}

// make asks the questions of a story, one after the other.
func (m *Maker) make(w *making) error {
	for i := range w.tale.Jobs {
		a, err := m.ask(w, i)
		if err != nil {
			return err
		}
		w.mu.Lock()
		w.tale.Take(i, a)
		w.mu.Unlock()
		if i+1 == len(w.tale.Jobs) || m.conf.Now().Sub(w.saved) >= saveEvery {
			if err := m.keep(w); err != nil {
				return err
			}
			m.refresh()
		}
	}
	return nil
}

// refresh says of the stories that wait that they still do.
func (m *Maker) refresh() {
	m.mu.Lock()
	waiting := append([]*making(nil), m.queue[1:]...)
	m.mu.Unlock()
	for _, w := range waiting {
		if m.conf.Now().Sub(w.saved) > stale/2 {
			_ = m.save(m.ctx, w) // another node may take it over then
		}
	}
}

// keep saves a story, over a moment without a store.
func (m *Maker) keep(w *making) error {
	for try := 1; ; try++ {
		err := m.save(m.ctx, w)
		if err == nil || try == tries || !errors.Is(err, store.ErrUncertain) && !errors.Is(err, store.ErrUnavailable) {
			return err
		}
		if r, version, err := m.read(m.ctx, w.table); err == nil && !r.whole() {
			w.version = version // the write may have happened
		}
	}
}

// ask has a worker answer a question.
func (m *Maker) ask(w *making, job int) (story.Answer, error) {
	j := &w.tale.Jobs[job]
	kind := work.KindChance
	if j.Plans {
		kind = work.KindPlans
	}
	it := work.Evaluate(w.header, kind, &j.Evaluation, w.tale.Vocabulary())
	it.ID, it.Core, it.Most = part+"-"+strconv.Itoa(job), coreTime, thinkTime
	var failed error
	for range tries {
		ctx, cancel := context.WithTimeout(m.ctx, jobTime)
		a, err := work.Call(ctx, m.conf.Queue, w.table, part, it)
		cancel()
		switch {
		case m.ctx.Err() != nil:
			return story.Answer{}, m.ctx.Err()
		case err != nil:
			failed = err
			continue
		case !j.Plans && a.Estimate == nil:
			failed = errEmpty
			continue
		case !j.Plans:
			return story.Answer{Chance: *a.Estimate}, nil
		}
		plans, err := a.Ideas(w.tale.Vocabulary())
		return story.Answer{Plans: plans}, err
	}
	return story.Answer{}, failed
}
