package main

import (
	"fmt"
	"os"
	"sync"
	"time"
)

// progress is a line that counts, shown on a terminal only.
type progress struct {
	what  string
	total int
	start time.Time
	on    bool

	mu   sync.Mutex
	last time.Time
}

func newProgress(what string, total int) *progress {
	return &progress{what: what, total: total, start: time.Now(), on: isTerminal(os.Stderr)}
}

// show counts up; it may be called from any worker.
func (p *progress) show(done int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.on || time.Since(p.last) < 200*time.Millisecond {
		return
	}
	p.last = time.Now()
	rate := float64(done) / time.Since(p.start).Seconds()
	fmt.Fprintf(os.Stderr, "\r%d of %d %s, %.0f a second ", done, p.total, p.what, rate)
}

// done wipes the line.
func (p *progress) done() {
	if p.on {
		fmt.Fprint(os.Stderr, "\r\x1b[K")
	}
}
