package table

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"theriac/internal/store"
)

// Scheduler decides what runs when. A server has none: the Go runtime does it, with
// goroutines, channels and timers. A simulation has one that runs everything in one
// thread, in an order that follows from a seed.
type Scheduler interface {
	// Go runs f beside its caller.
	Go(f func())
	// Wait returns once ready is true, or ctx has ended.
	Wait(ctx context.Context, ready func() bool)
	// Pause returns after a part of the time that it is given, or once ctx has ended.
	Pause(ctx context.Context, most time.Duration)
	// Within is a context that ends with ctx, or after some time.
	Within(ctx context.Context, most time.Duration) (context.Context, context.CancelFunc)
}

// Within is a context that ends with ctx, or after some time.
func Within(ctx context.Context, s Scheduler, most time.Duration) (context.Context, context.CancelFunc) {
	if s != nil {
		return s.Within(ctx, most)
	}
	return context.WithTimeout(ctx, most)
}

// within is a context for as long as background work waits for the store.
func (reg *Registry) within(ctx context.Context) (context.Context, context.CancelFunc) {
	return Within(ctx, reg.scheduler, reg.patience)
}

// Closed says whether a channel that nobody sends on was closed.
func Closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// pause waits a little, longer with each attempt.
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

// startWorkers starts those that do the background tasks.
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

// lock waits until nobody else writes to the table.
func (t *Table) lock(ctx context.Context) error {
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

func (t *Table) unlock() { <-t.write }
