package load

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// This file measures how well an open server copes with a flood of new guests from many addresses. Requests of people
// inside are timed before, during and after the flood.

const (
	// floodTimes is how many times as long as before a request of people inside may take during the flood, at p95.
	floodTimes = 2
	// floodMeasured is the shortest flood whose times count. Shorter ones only show that nothing breaks or grows.
	floodMeasured = time.Minute
	// floodWaiting is how many guests of the flood may wait for the server together. Further ones are not sent.
	floodWaiting = 2000
	// floodMemory is how much more live memory the server may have after a flood. The limits of 100,000 addresses fit.
	floodMemory = 128 << 20
	// floodRoutines is how many more goroutines the server may have after a flood.
	floodRoutines = 100
)

// FloodResult records what a flood of guests did to the server and to the people inside.
type FloodResult struct {
	Before     Noticed  `json:"before"`
	Flood      Noticed  `json:"flood"`
	After      Noticed  `json:"after"`
	MeTimes    float64  `json:"me_p95_times"`   // p95 during the flood, divided by that before
	MoveTimes  float64  `json:"move_p95_times"` // the same for moves
	Live       [2]int64 `json:"live_bytes"`     // heap and stacks after a garbage collection, before and after the flood
	Goroutines [2]int   `json:"goroutines"`
	MaxPeople  int      `json:"max_people"` // how many guests the server's limits let in within the time of the flood
	Flooded
	Rate    float64 `json:"rate"`
	Seconds float64 `json:"seconds"`
	Cores   int     `json:"cores"`
}

// Flooded is what the guests of the flood saw.
type Flooded struct {
	Sent      int            `json:"sent"`
	NotSent   int            `json:"not_sent"` // because too many waited already
	Created   int            `json:"created"`  // guests whom the server let in
	Refused   map[string]int `json:"refused"`  // the others, by status and problem
	Unknown   int            `json:"unknown"`  // requests without an answer
	Hall      int            `json:"hall"`     // guests who then saw the hall
	P50       float64        `json:"p50_ms"`
	P99       float64        `json:"p99_ms"`
	Addresses int            `json:"addresses"`
}

// Sound reports whether people inside got all their answers, and the server let in no more guests than its limits
// allow. Its memory and its goroutines must not have grown. In a long flood, the times count as well.
func (r FloodResult) Sound() bool {
	whole := r.Before.Failed+r.Flood.Failed+r.After.Failed == 0 && r.Flood.Asked > 0 && r.Flood.Moves > 0 && r.Sent > 0
	bounded := r.Created > 0 && r.Created <= r.MaxPeople && r.Live[1]-r.Live[0] < floodMemory && r.Goroutines[1]-r.Goroutines[0] < floodRoutines
	inTime := r.Seconds < floodMeasured.Seconds() || r.MeTimes <= floodTimes && r.MoveTimes <= floodTimes
	return whole && bounded && inTime
}

// runFlood measures a flood of new guests.
func (c Config) runFlood(ctx context.Context) (r FloodResult, err error) {
	r = FloodResult{Rate: c.Flood, Seconds: c.Duration.Seconds(), Cores: runtime.GOMAXPROCS(0)}
	const perMinute = 600 // the default of --max-new-people; as many may come together at the beginning
	r.MaxPeople = int(perMinute * (1 + (c.Duration + 10*time.Second).Minutes()))
	h, err := c.open(ctx, "--doors", "open")
	if err != nil {
		return r, err
	}
	defer h.close()
	o, err := newOthers(h.addr)
	if err != nil {
		return r, err
	}
	measure := func(what string, n *Noticed, during func() error) {
		if err != nil {
			return
		}
		c.progress("%s", what)
		before, began := h.usage(), time.Now()
		stop := o.start()
		err = during()
		stop()
		*n = o.noticed
		after := h.usage()
		n.CPU, n.BytesRSS, n.Seconds = round(after.cpu-before.cpu), after.rss, round(time.Since(began).Seconds())
	}
	quiet := func() error {
		sleep(ctx, min(max(c.Duration/2, 3*time.Second), 30*time.Second))
		return ctx.Err()
	}
	measure("no flood", &r.Before, quiet)
	r.Live[0], r.Goroutines[0] = h.memory().live(), h.goroutines()
	measure(fmt.Sprintf("%g guests a second, for %s", c.Flood, c.Duration), &r.Flood, func() error {
		flooded, err := alone[Flooded](ctx, c.Log, Job{Kind: "flood", Addr: h.addr, Rate: c.Flood, Duration: c.Duration})
		r.Flooded = flooded
		return err
	})
	measure("no flood any more", &r.After, quiet)
	r.Live[1], r.Goroutines[1] = h.memory().live(), h.goroutines()
	r.MeTimes, r.MoveTimes = ratio(r.Flood.MeP95, r.Before.MeP95), ratio(r.Flood.MoveP95, r.Before.MoveP95)
	return r, err
}

// goroutines returns how many goroutines the server has.
func (s *Server) goroutines() int {
	m, _ := Metrics(s.Private)
	return int(m["go_goroutines"])
}

// flood is one process that sends guests to a server.
type flood struct {
	job     Job
	waiting atomic.Int64

	mu    sync.Mutex
	out   Flooded
	times Times
}

// run sends guests at the rate of the job, whether the server answers or not. Each comes from an address of its own.
func (f *flood) run() Flooded {
	f.out.Refused = map[string]int{}
	var all sync.WaitGroup
	every := time.Duration(float64(time.Second) / f.job.Rate)
	begun := time.Now()
	for i := range int(f.job.Duration / every) {
		time.Sleep(time.Until(begun.Add(time.Duration(i) * every)))
		if f.waiting.Load() >= floodWaiting {
			f.update(func(out *Flooded) { out.NotSent++ })
			continue
		}
		f.waiting.Add(1)
		all.Go(func() {
			defer f.waiting.Add(-1)
			f.guest(i)
		})
	}
	all.Wait()
	f.out.P50, f.out.P99, f.out.Addresses = f.times.millis(50), f.times.millis(99), f.out.Sent
	return f.out
}

func (f *flood) update(change func(*Flooded)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	change(&f.out)
}

// guest comes to the server from a new address. If the server lets them in, they look at the hall.
func (f *flood) guest(i int) {
	conn := connFrom(f.job.Addr, fmt.Sprintf("127.%d.%d.%d", 1+i>>16&127, i>>8&255, i&255))
	defer conn.Close()
	began := time.Now()
	a, err := conn.Do(http.MethodPost, "/api/people", "", struct{}{})
	took := time.Since(began)
	hall := false
	var in struct{ Token string }
	if err == nil && a.OK() {
		if json.Unmarshal(a.Body, &in) == nil {
			seen, err := conn.Do(http.MethodGet, "/api/tables", in.Token, nil)
			hall = err == nil && seen.OK()
		}
	}
	f.update(func(out *Flooded) {
		out.Sent++
		f.times.add(took)
		switch {
		case err != nil:
			out.Unknown++
		case a.OK():
			out.Created++
		default:
			out.Refused[fmt.Sprintf("%d %s", a.Status, a.Problem())]++
		}
		if hall {
			out.Hall++
		}
	})
}
