package main

import (
	"fmt"
	"net/http"
	"sync"
	"time"

	"theriac/internal/load"
)

// readiness probes nodes continuously and records what a load balancer would see. Audit: S4.
type readiness struct {
	stop chan struct{}
	done sync.WaitGroup

	mu      sync.Mutex
	asked   int
	slow    int // responses that took longer than readyWithin
	slowest time.Duration
	not     []string // responses with a status other than 200
}

const readyWithin = 100 * time.Millisecond

// watchReady starts to probe all nodes but one.
func (c *cluster) watchReady(but int) *readiness {
	w := &readiness{stop: make(chan struct{})}
	for i, n := range c.nodes {
		if i == but {
			continue
		}
		w.done.Go(func() {
			conn := load.NewConn(n.listen)
			defer conn.Close()
			for {
				select {
				case <-w.stop:
					return
				case <-time.After(20 * time.Millisecond):
				}
				began := time.Now()
				got, err := conn.Do(http.MethodGet, "/readyz", "", nil)
				took := time.Since(began)
				w.mu.Lock()
				w.asked++
				w.slowest = max(w.slowest, took)
				if took > readyWithin {
					w.slow++
				}
				if (err != nil || got.Status != http.StatusOK) && len(w.not) < 20 {
					w.not = append(w.not, fmt.Sprintf("n%d was not ready: %d %s %v", i+1, got.Status, got.Body, err))
				}
				w.mu.Unlock()
			}
		})
	}
	return w
}

// end stops the probes and waits for them.
func (w *readiness) end() {
	close(w.stop)
	w.done.Wait()
}

// into adds the results to a report. Any response with a status other than 200 counts as a failure.
func (w *readiness) into(r *Report) {
	r.ReadyAsked += w.asked
	r.ReadySlow += w.slow
	r.ReadySlowestMS = max(r.ReadySlowestMS, float64(w.slowest.Microseconds())/1000)
	r.NotReady += len(w.not)
	r.Notes = append(r.Notes, w.not...)
}
