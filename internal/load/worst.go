package load

import (
	"context"
	"math/rand/v2"
	"net/http"
	"runtime"
	"sync"
	"time"
)

// This file measures how much one guest can slow down other people. On a server with default limits, one guest
// at one address keeps within the limits and requests whatever costs the server most. Requests of two other
// people are timed before and during that attack.

// Limits for how long requests of other people may take during the attack.
const (
	worstMeMS   = 25  // GET /api/me, p99
	worstMoveMS = 100 // a move, p99
)

// WorstResult records how the attack affected other people.
type WorstResult struct {
	Before   Noticed `json:"before"`  // before the attack
	Inflate  Noticed `json:"inflate"` // while the guest fills a table with entries
	Attack   Noticed `json:"attack"`  // while the guest sends all its requests in parallel
	MeMark   float64 `json:"me_mark_ms"`
	MoveMark float64 `json:"move_mark_ms"`
	Attacked
	Seconds float64 `json:"seconds"`
	Seed    uint64  `json:"seed"`
	Cores   int     `json:"cores"`
}

// Attacked is the attacking guest's own record of its requests.
type Attacked struct {
	Entries        int               `json:"entries"`         // number of entries of the table that the guest has filled
	InflateSeconds float64           `json:"inflate_seconds"` // how long it took to fill the table
	Kinds          map[string]*Spent `json:"kinds"`           // results by kind of request
	Words          words             `json:"words,omitempty"`
}

// Noticed measures the requests of other people during one part of the run.
type Noticed struct {
	MeP50    float64 `json:"me_p50_ms"`
	MeP95    float64 `json:"me_p95_ms"`
	MeP99    float64 `json:"me_p99_ms"`
	MoveP50  float64 `json:"move_p50_ms"`
	MoveP95  float64 `json:"move_p95_ms"`
	MoveP99  float64 `json:"move_p99_ms"`
	Asked    int     `json:"me_asked"`
	Moves    int     `json:"moves"`
	Failed   int     `json:"failed"` // requests of other people that were rejected or never answered
	CPU      float64 `json:"server_cpu_seconds"`
	Seconds  float64 `json:"seconds"`
	BytesRSS int64   `json:"server_rss_bytes"`
}

// Spent is the result of one kind of the guest's requests.
type Spent struct {
	Answered int            `json:"answered"`
	Refused  map[string]int `json:"refused,omitempty"` // number of rejected requests, by status and problem
	P50      float64        `json:"p50_ms"`
	P99      float64        `json:"p99_ms"`
	Bytes    int64          `json:"bytes"`
	times    Times
}

// busy reports whether other people waited too long even before the attack. Then the machine has other work,
// and the run proves nothing.
func (r WorstResult) busy() bool { return r.Before.MeP99 >= r.MeMark || r.Before.MoveP99 >= r.MoveMark }

// Sound reports whether other people got their responses in time.
func (r WorstResult) Sound() bool {
	for _, n := range []Noticed{r.Inflate, r.Attack} {
		if n.Failed > 0 || n.Asked == 0 || n.Moves == 0 || above(n.MeP95, n.MeP99, n.Asked, r.MeMark) || above(n.MoveP95, n.MoveP99, n.Moves, r.MoveMark) {
			return false
		}
	}
	return r.Entries > opening
}

// above reports whether the 99th percentile exceeds the limit mark. With fewer than 200 durations, one or two
// outliers determine that percentile, so above uses the 95th.
func above(p95, p99 float64, times int, mark float64) bool {
	if times < 200 {
		return p95 >= mark
	}
	return p99 >= mark
}

// The guest and the other people have different addresses, so that the guest does not use up the limits of the
// others.
const (
	guestFrom  = "127.0.0.2"
	othersFrom = "127.0.0.1"
)

// runWorst measures the worst that one guest can do within the limits.
func (c Config) runWorst(ctx context.Context) (r WorstResult, err error) {
	r = WorstResult{MeMark: worstMeMS, MoveMark: worstMoveMS, Seconds: c.Worst.Seconds(), Seed: c.Seed, Cores: runtime.GOMAXPROCS(0)}
	h, err := c.open(ctx)
	if err != nil {
		return r, err
	}
	defer h.close()
	o, err := newOthers(h.addr)
	if err != nil {
		return r, err
	}
	cl, err := startClient(ctx, c.Log, Job{Kind: "worst", Addr: h.addr, Duration: c.Worst, Seed: c.Seed})
	defer cl.end()
	if err == nil {
		err = cl.ready()
	}
	for _, part := range []struct {
		what  string
		n     *Noticed
		until func() error
		then  func() error
	}{
		{"nobody attacks", &r.Before, func() error {
			sleep(ctx, min(max(c.Worst/4, 3*time.Second), 15*time.Second))
			return ctx.Err()
		}, cl.goOn},
		{"a table is made long", &r.Inflate, cl.ready, cl.goOn},
		{"everything at once, for " + c.Worst.String(), &r.Attack, func() (err error) {
			r.Attacked, err = resultOf[Attacked](cl)
			return err
		}, nil},
	} {
		if err != nil {
			return r, err
		}
		c.progress("%s", part.what)
		before, began := h.usage(), time.Now()
		stop := o.start()
		err = part.until()
		stop()
		*part.n = o.noticed
		after := h.usage()
		part.n.CPU, part.n.BytesRSS, part.n.Seconds = round(after.cpu-before.cpu), after.rss, round(time.Since(began).Seconds())
		if err == nil && part.then != nil {
			err = part.then()
		}
	}
	if r.busy() {
		r.Words = append(r.Words, "the others waited too long before anybody attacked: the machine is busy, measure again")
	}
	return r, err
}

// How often the other people send requests, within their own limits.
const (
	meEvery   = 70 * time.Millisecond
	moveEvery = 160 * time.Millisecond
)

// others are the people who must not notice the attack. One requests /api/me repeatedly, and two play a game.
type others struct {
	one     Person
	conn    *Conn
	game    mover
	mu      sync.Mutex // guards the measured times
	noticed Noticed
}

func newOthers(addr string) (o *others, err error) {
	o = &others{conn: connFrom(addr, othersFrom)}
	o.game = mover{conn: o.conn, rng: rand.New(rand.NewPCG(1, 2))}
	if o.game.people, err = newPeople(o.conn, 2); err == nil {
		o.one, err = NewPerson(o.conn)
	}
	o.game.now.Over = true
	return o, err
}

// start makes the other people send their requests, until the caller calls stop.
func (o *others) start() (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	o.noticed = Noticed{}
	var all sync.WaitGroup
	var asks, moves Times
	all.Go(func() { o.every(ctx, meEvery, &asks, o.ask) })
	all.Go(func() { o.every(ctx, moveEvery, &moves, o.move) })
	return func() {
		cancel()
		all.Wait()
		n := &o.noticed
		n.MeP50, n.MeP95, n.MeP99, n.Asked = asks.millis(50), asks.millis(95), asks.millis(99), len(asks)
		n.MoveP50, n.MoveP95, n.MoveP99, n.Moves = moves.millis(50), moves.millis(95), moves.millis(99), len(moves)
	}
}

// every calls do at intervals of d until ctx ends, and adds the duration of each successful call to times.
func (o *others) every(ctx context.Context, d time.Duration, times *Times, do func() (time.Duration, error)) {
	for tick := time.Tick(d); ; {
		select {
		case <-ctx.Done():
			return
		case <-tick:
		}
		switch took, err := do(); {
		case err != nil:
			o.mu.Lock()
			o.noticed.Failed++
			o.mu.Unlock()
		case took > 0:
			times.add(took)
		}
	}
}

func (o *others) ask() (time.Duration, error) {
	began := time.Now()
	_, err := o.conn.succeed(http.MethodGet, "/api/me", o.one.Token, nil)
	return time.Since(began), err
}

// move makes a move in the current game, or begins a new game if none is running.
func (o *others) move() (took time.Duration, err error) {
	if o.game.now.Over {
		o.game.now.Over = false
		o.game.table, err = NewTable(o.conn, o.game.people, Wish{})
		return 0, err
	}
	_, took, err = o.game.step()
	return took, err
}
