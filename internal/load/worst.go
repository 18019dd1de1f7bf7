package load

import (
	"context"
	"math/rand/v2"
	"net/http"
	"runtime"
	"sync"
	"time"
)

// What one guest may cost the others. A server starts with its default limits; one
// guest, from one address and inside the limits, requests what costs most; and two
// people elsewhere go on with what they do, which is timed before and meanwhile.

// The bounds on what others may wait while the guest goes on.
const (
	worstMeMS   = 25  // GET /api/me, p99
	worstMoveMS = 100 // a move, p99
)

// WorstResult is what the others noticed of it.
type WorstResult struct {
	Before   Noticed `json:"before"`  // nobody attacks
	Inflate  Noticed `json:"inflate"` // a table is made long
	Attack   Noticed `json:"attack"`  // everything at once
	MeMark   float64 `json:"me_mark_ms"`
	MoveMark float64 `json:"move_mark_ms"`
	Attacked
	Seconds float64 `json:"seconds"`
	Seed    uint64  `json:"seed"`
	Cores   int     `json:"cores"`
}

// Attacked is what the guest achieved.
type Attacked struct {
	Entries        int               `json:"entries"`         // of the table that was made long
	InflateSeconds float64           `json:"inflate_seconds"` // how long that took
	Kinds          map[string]*Spent `json:"kinds"`           // the requests, by kind
	Words          words             `json:"words,omitempty"`
}

// Noticed is what the others noticed in one part of a run.
type Noticed struct {
	MeP50    float64 `json:"me_p50_ms"`
	MeP95    float64 `json:"me_p95_ms"`
	MeP99    float64 `json:"me_p99_ms"`
	MoveP50  float64 `json:"move_p50_ms"`
	MoveP95  float64 `json:"move_p95_ms"`
	MoveP99  float64 `json:"move_p99_ms"`
	Asked    int     `json:"me_asked"`
	Moves    int     `json:"moves"`
	Failed   int     `json:"failed"` // requests of others that were refused or never answered
	CPU      float64 `json:"server_cpu_seconds"`
	Seconds  float64 `json:"seconds"`
	BytesRSS int64   `json:"server_rss_bytes"`
}

// Spent is the result of one kind of request.
type Spent struct {
	Answered int            `json:"answered"`
	Refused  map[string]int `json:"refused,omitempty"` // by status and problem
	P50      float64        `json:"p50_ms"`
	P99      float64        `json:"p99_ms"`
	Bytes    int64          `json:"bytes"`
	times    Times
}

// busy reports whether the others waited as long before anybody attacked: then the
// machine has other things to do, and the run says nothing.
func (r WorstResult) busy() bool { return r.Before.MeP99 >= r.MeMark || r.Before.MoveP99 >= r.MoveMark }

// Sound reports whether the others got their answers in time.
func (r WorstResult) Sound() bool {
	for _, n := range []Noticed{r.Inflate, r.Attack} {
		if n.Failed > 0 || n.Asked == 0 || n.Moves == 0 || above(n.MeP95, n.MeP99, n.Asked, r.MeMark) || above(n.MoveP95, n.MoveP99, n.Moves, r.MoveMark) {
			return false
		}
	}
	return r.Entries > opening
}

// above compares the 99th percentile with a bound. Of fewer than 200 times that is
// one single time, or two; a run that is so short uses the 95th.
func above(p95, p99 float64, times int, mark float64) bool {
	if times < 200 {
		return p95 >= mark
	}
	return p99 >= mark
}

// The guest and the others use addresses of their own, so that the limits of one are
// not used up by the other.
const (
	guestFrom  = "127.0.0.2"
	othersFrom = "127.0.0.1"
)

// runWorst lets one guest do the worst that the limits allow.
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

// How often the others send requests, inside their own limits.
const (
	meEvery   = 70 * time.Millisecond
	moveEvery = 160 * time.Millisecond
)

// others are the people who must not notice: one requests /api/me again and again,
// and two play a game.
type others struct {
	one     Person
	conn    *Conn
	game    mover
	mu      sync.Mutex // of what they noticed
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

// start lets them go on until they are stopped.
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

// every does something again and again, and notes how long it took if it was done.
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

// move makes a move, or begins a game.
func (o *others) move() (took time.Duration, err error) {
	if o.game.now.Over {
		o.game.now.Over = false
		o.game.table, err = NewTable(o.conn, o.game.people, Wish{})
		return 0, err
	}
	_, took, err = o.game.step()
	return took, err
}
