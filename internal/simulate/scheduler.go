package simulate

import (
	"context"
	"fmt"
	"iter"
	"runtime/debug"
	"slices"
	"time"
)

// scheduler runs processes one at a time, in an order that depends only on the times of the events. A process
// is a coroutine: it runs until it waits.
type scheduler struct {
	now     time.Duration // time since the day began
	events  []event       // a heap
	count   uint64
	current *process
	waiting []*process // processes that wait for a condition
	idle    []*coroutine
	failed  func(format string, args ...any)
}

// event is a function to run at a time. Of two events at the same time, the one planned first runs first.
type event struct {
	at  time.Duration
	seq uint64
	run func()
}

func (a event) before(b event) bool { return a.at < b.at || a.at == b.at && a.seq < b.seq }

// plan runs a function after some time.
func (s *scheduler) plan(in time.Duration, run func()) {
	s.count++
	s.events = append(s.events, event{s.now + max(in, 0), s.count, run})
	for i := len(s.events) - 1; i > 0; {
		up := (i - 1) / 2
		if !s.events[i].before(s.events[up]) {
			break
		}
		s.events[i], s.events[up] = s.events[up], s.events[i]
		i = up
	}
}

// pop removes and returns the next event.
func (s *scheduler) pop() event {
	e, last := s.events[0], len(s.events)-1
	s.events[0] = s.events[last]
	s.events[last] = event{}
	s.events = s.events[:last]
	for i := 0; ; {
		least := i
		for c := 2*i + 1; c <= 2*i+2 && c < last; c++ {
			if s.events[c].before(s.events[least]) {
				least = c
			}
		}
		if least == i {
			return e
		}
		s.events[i], s.events[least] = s.events[least], s.events[i]
		i = least
	}
}

// step runs the next event and every process that can then continue. It reports whether there was an event
// before end.
func (s *scheduler) step(end time.Duration) bool {
	if len(s.events) == 0 || s.events[0].at > end {
		s.now = max(s.now, end)
		return false
	}
	e := s.pop()
	s.now = e.at
	e.run()
	s.wake()
	return true
}

// wake resumes every process whose condition has become true, in the order in which they began to wait.
func (s *scheduler) wake() {
	for again := true; again; {
		again = false
		for i := 0; i < len(s.waiting); i++ {
			p := s.waiting[i]
			if !p.over && !p.ready() && p.ctx.Err() == nil {
				continue
			}
			s.waiting = slices.Delete(s.waiting, i, i+1)
			i--
			if !p.over {
				again = true
				s.resume(p)
			}
		}
	}
}

// process runs concurrently with others, perhaps inside a node.
type process struct {
	run   func()
	on    *coroutine // the coroutine that runs the process; nil before it runs and after it has ended
	ready func() bool
	ctx   context.Context
	over  bool
}

// coroutine runs processes, one after another. Coroutines are reused, because a new one's stack would first
// have to grow.
type coroutine struct {
	next  func() (struct{}, bool)
	stop  func()
	yield func(struct{}) bool
	runs  *process // nil while the coroutine is idle
}

// killed is the panic value that unwinds a process whose node has crashed.
type killed struct{}

// start plans a process. A process of a node ends when the node crashes.
func (s *scheduler) start(n *node, f func()) *process {
	p := &process{run: f}
	if n != nil {
		if len(n.processes) >= 64 {
			n.processes = slices.DeleteFunc(n.processes, func(p *process) bool { return p.over })
		}
		n.processes = append(n.processes, p)
	}
	s.plan(0, func() { s.resume(p) })
	return p
}

// resume runs a process until it waits or ends.
func (s *scheduler) resume(p *process) {
	if p.over {
		return
	}
	if p.on == nil {
		p.on = s.coroutine()
		p.on.runs = p
	}
	s.enter(p)
}

// enter runs the coroutine of a process until it waits or ends.
func (s *scheduler) enter(p *process) {
	was, c := s.current, p.on
	s.current = p
	c.next()
	s.current = was
	if c.runs == nil { // the process has ended
		p.over, p.on = true, nil
		s.idle = append(s.idle, c)
	}
}

// coroutine returns an idle coroutine, or a new one.
func (s *scheduler) coroutine() *coroutine {
	if n := len(s.idle); n > 0 {
		c := s.idle[n-1]
		s.idle = s.idle[:n-1]
		return c
	}
	c := &coroutine{}
	c.next, c.stop = iter.Pull(func(yield func(struct{}) bool) {
		c.yield = yield
		for {
			s.runToEnd(c.runs.run)
			c.runs = nil
			if !yield(struct{}{}) {
				return
			}
		}
	})
	return c
}

// runToEnd runs a process until it ends, is killed, or panics.
func (s *scheduler) runToEnd(f func()) {
	defer func() {
		if r := recover(); r != nil && r != any(killed{}) {
			s.failed("panic: %v\n%s", r, debug.Stack())
		}
	}()
	f()
}

// kill ends a process that is waiting.
func (s *scheduler) kill(p *process) {
	if p.over {
		return
	}
	p.over = true
	if p.on != nil {
		s.enter(p) // park, which suspended the process, now panics with killed
	}
}

// stop ends all coroutines, which must be idle.
func (s *scheduler) stop() {
	for _, c := range s.idle {
		c.stop()
	}
	s.idle = nil
}

// park suspends the current process until it is resumed.
func (s *scheduler) park() {
	p := s.current
	if p == nil {
		panic("simulate: the world itself cannot wait")
	}
	if p.over {
		panic(killed{})
	}
	p.on.yield(struct{}{})
	if p.over {
		panic(killed{})
	}
}

// sleep suspends the current process for a duration.
func (s *scheduler) sleep(d time.Duration) {
	p := s.current
	s.plan(d, func() { s.resume(p) })
	s.park()
}

// Wait suspends the current process until ready returns true.
func (s *scheduler) Wait(ctx context.Context, ready func() bool) {
	if ready() || ctx.Err() != nil {
		return
	}
	p := s.current
	if p == nil {
		panic("simulate: the world itself cannot wait")
	}
	p.ready, p.ctx = ready, ctx
	s.waiting = append(s.waiting, p)
	s.park()
}

// patience is a context that ends with its parent, or at a certain simulated time. A waiting process checks
// after each step whether its context has ended.
type patience struct {
	context.Context
	*scheduler
	until time.Duration
}

// Within returns a context that ends with ctx, or after the duration most.
func (s *scheduler) Within(ctx context.Context, most time.Duration) (context.Context, context.CancelFunc) {
	return &patience{ctx, s, s.now + most}, func() {}
}

func (p *patience) Err() error {
	if p.now >= p.until {
		return fmt.Errorf("the simulated caller has waited enough: %w", context.DeadlineExceeded)
	}
	return p.Context.Err()
}

// ended is a channel that is always closed.
var ended = func() chan struct{} { c := make(chan struct{}); close(c); return c }()

// Done returns a closed channel if the context has already ended, and nil otherwise. Processes that wait for
// the end call Err instead.
func (p *patience) Done() <-chan struct{} {
	if p.Err() != nil {
		return ended
	}
	return nil
}

// Deadline returns false, because simulated deadlines are not times of the real clock.
func (p *patience) Deadline() (time.Time, bool) { return time.Time{}, false }
func (p *patience) Value(any) any               { return nil }

// deadline is a context that ends at a certain simulated time.
type deadline struct {
	done  chan struct{}
	ended bool
	then  []func()
}

// within returns a context that ends after the duration d.
func (s *scheduler) within(d time.Duration) *deadline {
	c := &deadline{done: make(chan struct{})}
	s.plan(d, c.end)
	return c
}

func (c *deadline) end() {
	if c.ended {
		return
	}
	c.ended = true
	close(c.done)
	for _, f := range c.then {
		f()
	}
}

// Deadline returns false, because simulated deadlines are not times of the real clock.
func (c *deadline) Deadline() (time.Time, bool) { return time.Time{}, false }
func (c *deadline) Done() <-chan struct{}       { return c.done }
func (c *deadline) Value(any) any               { return nil }

func (c *deadline) Err() error {
	if c.ended {
		return fmt.Errorf("the simulated caller has gone: %w", context.DeadlineExceeded)
	}
	return nil
}

// AfterFunc lets package context end derived contexts together with this one, without a goroutine.
func (c *deadline) AfterFunc(f func()) func() bool {
	if c.ended {
		f()
		return func() bool { return false }
	}
	stopped := false
	c.then = append(c.then, func() {
		if !stopped {
			f()
		}
	})
	return func() bool {
		was := !stopped && !c.ended
		stopped = true
		return was
	}
}
