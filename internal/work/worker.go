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
	Count int // number of workers; 0 means one less than the processors, but at least one
	Now   func() time.Time
	// HoldEvery is how often a worker tells the queue that it is still working on an item.
	HoldEvery time.Duration
	Logger    *slog.Logger
	// Answered is called with the processor time of each answer. It may be nil.
	Answered func(took time.Duration)
}

// Count returns the default number of workers. It leaves one processor for serving people.
func Count() int { return max(1, runtime.GOMAXPROCS(0)-1) }

// Run takes items from the queue and answers them until ctx ends. Items that are not answered by then go to
// other workers.
func Run(ctx context.Context, c Config) {
	if c.Count == 0 {
		c.Count = Count()
	}
	var all sync.WaitGroup
	for range c.Count {
		all.Go(func() {
			// Each worker has its own thread, so that the thread's processor time is exactly the worker's.
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
	// A worker that must stop still sends its answer, so this call does not end with ctx.
	if err := job.Answer(context.WithoutCancel(ctx), answer); err != nil {
		w.Logger.Debug("nobody took an answer", "table", job.Table(), "err", err)
		return
	}
	if w.Answered != nil {
		w.Answered(took)
	}
}

// hold tells the queue at intervals that the worker is still working on the item.
func (w *worker) hold(job store.Job, done <-chan struct{}) {
	tick := time.NewTicker(w.HoldEvery)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return
		case <-tick.C:
			_ = job.Hold() // if the message is lost, another worker also gets the item
		}
	}
}
