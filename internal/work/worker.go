package work

import (
	"context"
	"log/slog"
	"runtime"
	"sync"
	"time"

	"theriac/internal/cpu"
	"theriac/internal/store"
)

// Config configures workers.
type Config struct {
	Jobs  store.Jobs
	Count int // how many think at once; 0: one less than there are processors, at least one
	Now   func() time.Time
	// HoldEvery is how often a worker says that it still thinks.
	HoldEvery time.Duration
	Logger    *slog.Logger
	// Answered is called with the processor time of each answer. May be nil.
	Answered func(took time.Duration)
}

// Count is how many workers there are where nobody says: the other processors are for
// people.
func Count() int { return max(1, runtime.GOMAXPROCS(0)-1) }

// Run takes items and answers them until the context ends. Items that are not answered
// by then go to other workers.
func Run(ctx context.Context, c Config) {
	if c.Count == 0 {
		c.Count = Count()
	}
	var all sync.WaitGroup
	for range c.Count {
		all.Go(func() {
			// The processor time of a thread is that of the worker's thinking alone.
			runtime.LockOSThread()
			w := worker{Config: c, thinker: Thinker{Now: c.Now, Used: cpu.ThreadTime, Stopped: func() bool { return ctx.Err() != nil }}}
			for ctx.Err() == nil {
				w.next(ctx)
			}
		})
	}
	all.Wait()
}

type worker struct {
	Config
	thinker Thinker
}

// next takes one item and answers it.
func (w *worker) next(ctx context.Context) {
	job, ok, err := w.Jobs.Take(ctx)
	if err != nil && ctx.Err() == nil {
		w.Logger.Warn("no work can be taken", "err", err)
	}
	if !ok {
		return
	}
	done := make(chan struct{})
	go w.hold(job, done)
	began := w.thinker.used()
	answer := w.thinker.AnswerTo(job.Data())
	took := w.thinker.used() - began
	close(done)
	// The answer of a worker that is told to stop is still wanted.
	if err := job.Answer(context.WithoutCancel(ctx), answer); err != nil {
		w.Logger.Debug("nobody took an answer", "table", job.Table(), "err", err)
		return
	}
	if w.Answered != nil {
		w.Answered(took)
	}
}

// hold keeps the item while the worker thinks.
func (w *worker) hold(job store.Job, done <-chan struct{}) {
	tick := time.NewTicker(w.HoldEvery)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return
		case <-tick.C:
			_ = job.Hold() // if it gets lost, another worker thinks about it too
		}
	}
}
