package simulate

import (
	"context"
	"fmt"
	"iter"
	"runtime/debug"
	"slices"
	"time"
)

// scheduler runs processes one at a time, in an order that follows from the events'
// times and from nothing else. A process is a coroutine: it runs until it waits.
type scheduler struct {
	now     time.Duration // since the beginning of the day
	events  []event       // a heap
	count   uint64
	current *process
	waiting []*process // for something to become true
	idle    []*coroutine
	failed  func(format string, args ...any)
}

// event is something that happens at a time. Of two at the same time, the one that was
// planned first comes first.
type event struct {
	at  time.Duration
	seq uint64
	run func()
}

func (a event) before(b event) bool { return a.at < b.at || a.at == b.at && a.seq < b.seq }

// plan lets something happen after some time.
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

// pop takes the next event.
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

// step runs the next event and all that can go on because of it. It says whether there
// was one before a time.
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

// wake resumes the processes whose wait is over, in the order in which they began to wait.
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

// process is something that runs beside others, perhaps inside a node.
type process struct {
	run   func()
	on    *coroutine // nil before it runs and after it ended
	ready func() bool
	ctx   context.Context
	over  bool
}

// coroutine runs processes, one after another: a new one would have to grow its stack
// each time.
type coroutine struct {
	next  func() (struct{}, bool)
	stop  func()
	yield func(struct{}) bool
	runs  *process // nil while it is idle
}

// killed unwinds a process whose node has crashed.
type killed struct{}

// start plans a process. Where it belongs to a node, it ends with it.
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
	if c.runs == nil { // it ended
		p.over, p.on = true, nil
		s.idle = append(s.idle, c)
	}
}

// coroutine is one that is idle.
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

// kill ends a process where it stands.
func (s *scheduler) kill(p *process) {
	if p.over {
		return
	}
	p.over = true
	if p.on != nil {
		s.enter(p) // what it waits in sees that it is over
	}
}

// stop ends the coroutines, all of which are idle.
func (s *scheduler) stop() {
	for _, c := range s.idle {
		c.stop()
	}
	s.idle = nil
}

// park leaves the process until it is resumed.
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

// sleep lets time pass for a process.
func (s *scheduler) sleep(d time.Duration) {
	p := s.current
	s.plan(d, func() { s.resume(p) })
	s.park()
}

// Wait lets a process wait for something that others do.
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

// patience is a context that ends with another one, or at a time of the simulation. Who
// waits with it asks after each step whether it has ended.
type patience struct {
	context.Context
	*scheduler
	until time.Duration
}

// Within is a context that ends with ctx, or after some time.
func (s *scheduler) Within(ctx context.Context, most time.Duration) (context.Context, context.CancelFunc) {
	return &patience{ctx, s, s.now + most}, func() {}
}

func (p *patience) Err() error {
	if p.now >= p.until {
		return fmt.Errorf("the simulated caller has waited enough: %w", context.DeadlineExceeded)
	}
	return p.Context.Err()
}

// ended is closed.
var ended = func() chan struct{} { c := make(chan struct{}); close(c); return c }()

// Done is closed if it has ended. What waits for that asks Err, in a simulation.
func (p *patience) Done() <-chan struct{} {
	if p.Err() != nil {
		return ended
	}
	return nil
}

// Deadline is none: the time of the simulation is not that of the machine.
func (p *patience) Deadline() (time.Time, bool) { return time.Time{}, false }
func (p *patience) Value(any) any               { return nil }

// deadline is a context that ends at a time of the simulation.
type deadline struct {
	done  chan struct{}
	ended bool
	then  []func()
}

// within is a context that ends after some time.
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

// Deadline is none: the time of the simulation is not that of the machine.
func (c *deadline) Deadline() (time.Time, bool) { return time.Time{}, false }
func (c *deadline) Done() <-chan struct{}       { return c.done }
func (c *deadline) Value(any) any               { return nil }

func (c *deadline) Err() error {
	if c.ended {
		return fmt.Errorf("the simulated caller has gone: %w", context.DeadlineExceeded)
	}
	return nil
}

// AfterFunc lets contexts that are made from this one end with it, without a goroutine.
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
