package commands

import (
	"fmt"
	"os"
	"sync"
	"time"
)

// Progress is a line with a counter that is updated in place. It is shown only on a terminal.
type Progress struct {
	what  string
	Total int
	start time.Time
	on    bool

	mu   sync.Mutex
	last time.Time
}

// NewProgress makes a counter that counts up to total.
func NewProgress(what string, total int) *Progress {
	return &Progress{what: what, Total: total, start: time.Now(), on: IsTerminal(os.Stderr)}
}

// Show updates the counter. It is safe for concurrent use.
func (p *Progress) Show(done int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.on || time.Since(p.last) < 200*time.Millisecond {
		return
	}
	p.last = time.Now()
	rate := float64(done) / time.Since(p.start).Seconds()
	fmt.Fprintf(os.Stderr, "\r%d of %d %s, %.0f a second ", done, p.Total, p.what, rate)
}

// Done erases the line of the counter.
func (p *Progress) Done() {
	if p.on {
		fmt.Fprint(os.Stderr, "\r\x1b[K")
	}
}
