package table

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"theriac/internal/store"
)

// Scheduler decides what runs when. A server has none and uses Go's goroutines, channels and timers. In a
// simulation, a Scheduler runs everything on one thread, in an order that a seed determines.
type Scheduler interface {
	// Go runs f concurrently.
	Go(f func())
	// Wait returns as soon as ready returns true or ctx ends.
	Wait(ctx context.Context, ready func() bool)
	// Pause returns after a random part of the given time, or when ctx ends.
	Pause(ctx context.Context, most time.Duration)
	// Within returns a context that ends with ctx, or after the given time.
	Within(ctx context.Context, most time.Duration) (context.Context, context.CancelFunc)
}

// Within returns a context that ends with ctx, or after the given time.
func Within(ctx context.Context, s Scheduler, most time.Duration) (context.Context, context.CancelFunc) {
	if s != nil {
		return s.Within(ctx, most)
	}
	return context.WithTimeout(ctx, most)
}

// within returns a context for background work, which ends after Config.Patience.
func (reg *Registry) within(ctx context.Context) (context.Context, context.CancelFunc) {
	return Within(ctx, reg.scheduler, reg.patience)
}

// Closed reports whether a channel is closed. No value may ever be sent on that channel.
func Closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// pause waits before a retry, longer with each attempt.
func (reg *Registry) pause(ctx context.Context, try int) {
	most := min(time.Duration(try+1)*4*time.Millisecond, 400*time.Millisecond)
	if reg.scheduler != nil {
		reg.scheduler.Pause(ctx, most)
		return
	}
	timer := time.NewTimer(most/2 + time.Duration(rand.Int64N(int64(most/2))))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// startWorkers starts the goroutines that run the background tasks.
func (reg *Registry) startWorkers() {
	for range taskWorkers {
		reg.done.Add(1)
		if reg.scheduler != nil {
			reg.scheduler.Go(reg.runTasks)
			continue
		}
		go reg.runTasks()
	}
}

// lock acquires the right to write to the table, or returns an error if ctx ends first.
func (t *Live) lock(ctx context.Context) error {
	select {
	case t.write <- struct{}{}:
		return nil
	default:
	}
	if s := t.registry.scheduler; s != nil {
		s.Wait(ctx, func() bool { return len(t.write) == 0 })
		if ctx.Err() != nil {
			return fmt.Errorf("%w: %w", store.ErrUnavailable, ctx.Err())
		}
	}
	select {
	case t.write <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("%w: %w", store.ErrUnavailable, ctx.Err())
	}
}

func (t *Live) unlock() { <-t.write }
