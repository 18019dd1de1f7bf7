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

// part is the name under which a story's questions are in the work queue. A table has only one of them in the
// queue at a time, so bots wait for at most one.
const part = "story"

// coreTime is how much processor time a worker may use for an answer, in milliseconds. thinkTime is the elapsed
// time that it may take on a machine with other work.
const (
	coreTime  = 4_000
	thinkTime = 20_000
)

var errEmpty = errors.New("stories: an answer without a chance")

// run makes the waiting stories one after another, oldest first.
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
		if err != nil && !errors.Is(err, store.ErrConflict) { // after a conflict, another node makes the story
			// Remove the failed story, so that the next caller of Ask starts it again.
			err = errors.Join(err, m.conf.KV.Delete(m.ctx, next.table))
			m.conf.OnError(fmt.Errorf("stories: the story of %s: %w", next.table, err))
		}
		m.mu.Lock()
		m.queue = m.queue[1:]
		m.mu.Unlock()
	}
}

// make has workers answer the questions of a story, one after another.
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

// refresh renews the records of the waiting stories, so that no other node considers them abandoned.
func (m *Maker) refresh() {
	m.mu.Lock()
	waiting := append([]*making(nil), m.queue[1:]...)
	m.mu.Unlock()
	for _, w := range waiting {
		if m.conf.Now().Sub(w.saved) > stale/2 {
			_ = m.save(m.ctx, w) // if this fails, another node may make the story
		}
	}
}

// keep saves a story, and retries if the store is unavailable for a moment.
func (m *Maker) keep(w *making) error {
	for try := 1; ; try++ {
		err := m.save(m.ctx, w)
		if err == nil || try == tries || !errors.Is(err, store.ErrUncertain) && !errors.Is(err, store.ErrUnavailable) {
			return err
		}
		if r, version, err := m.read(m.ctx, w.table); err == nil && !r.whole() {
			w.version = version // the write without an answer may have succeeded
		}
	}
}

// ask has a worker answer one question of a story.
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
