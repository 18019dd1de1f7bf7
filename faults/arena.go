package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"theriac/internal/load"
)

// client sends requests to the nodes. If a node does not answer, it tries the next one.
type client struct {
	addrs []string
	conns []*load.Conn
	at    int
	rng   *rand.Rand
}

func newClient(addrs []string, rng *rand.Rand) *client {
	c := &client{addrs: addrs, at: rng.IntN(len(addrs)), rng: rng}
	for _, a := range addrs {
		conn := load.NewConn(a)
		conn.Wait = 25 * time.Second
		c.conns = append(c.conns, conn)
	}
	return c
}

func (c *client) close() {
	for _, conn := range c.conns {
		conn.Close()
	}
}

// isNewer reports whether a node has rejected a request because its program is too old. Other nodes may
// accept it.
func isNewer(a load.Answer) bool { return a.Status == http.StatusLocked && a.Problem() == "newer" }

// do repeats a request until a node gives an answer other than "try again". If ok is false, time ran out or
// every node was too old, and it is unknown what the request did.
func (c *client) do(end time.Time, method, path, token string, body any) (a load.Answer, ok bool) {
	tooOld := make([]bool, len(c.conns))
	for try := 0; ; try++ {
		a, err := c.conns[c.at].Do(method, path, token, body)
		newer := err == nil && isNewer(a)
		if err == nil && !newer && a.Status != http.StatusServiceUnavailable && a.Status != http.StatusInsufficientStorage {
			return a, true
		}
		tooOld[c.at] = newer
		if time.Now().After(end) || !slices.Contains(tooOld, false) {
			return a, false
		}
		c.at = (c.at + 1) % len(c.conns)
		time.Sleep(time.Duration(20+c.rng.IntN(20+20*min(try, 10))) * time.Millisecond)
	}
}

// op is one operation of a client, with the times of its request and its answer.
type op struct {
	client    int
	read      bool
	call, ret int64
	n         int // number of the entry that a submit created, or -1 if it was rejected
	seat      int
	move, key string
	question  string
	unsure    bool
}

// board is one table, with all clients' operations on it.
type board struct {
	id, token string

	mu     sync.Mutex
	ops    []op
	views  map[int][sha256.Size]byte // hash of the view at each entry
	twins  int                       // number of entries for which clients saw different views
	over   bool
	refuse map[string]int
	// held means that every node was too old to continue the table. touched means that the table has an entry
	// of the newer kind.
	held, touched bool
}

// arena holds several tables under load.
type arena struct {
	addrs   []string
	rng     *rand.Rand
	start   time.Time
	stop    chan struct{}
	done    sync.WaitGroup
	patient time.Duration // how long a client waits for an answer

	acked, refused, reads, unsure, fulls atomic.Int64
	newer                                atomic.Int64 // how often every node was too old to continue a table
	longest                              atomic.Int64 // the longest wait for an answer, in nanoseconds

	mu     sync.Mutex
	boards []*board
	errs   []string
	faults []fault
}

// fault is the time and the kind of a fault.
type fault struct {
	at   int64
	kind string
}

// fault records that a fault has just occurred.
func (a *arena) fault(r *Report, kind string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	r.Faults[kind]++
	a.faults = append(a.faults, fault{a.now(), kind})
}

func newArena(addrs []string, seed uint64, patient time.Duration) *arena {
	return &arena{addrs: addrs, rng: rand.New(rand.NewPCG(seed, 1)), start: time.Now(), stop: make(chan struct{}), patient: patient}
}

func (a *arena) stopped() bool {
	select {
	case <-a.stop:
		return true
	default:
		return false
	}
}

func (a *arena) fail(format string, args ...any) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.errs) < 20 {
		a.errs = append(a.errs, fmt.Sprintf(format, args...))
	}
}

// play keeps the given number of tables busy until end is called.
func (a *arena) play(tables int) {
	for i := range tables {
		a.done.Go(func() {
			rng := rand.New(rand.NewPCG(uint64(i), a.rng.Uint64()))
			for !a.stopped() {
				b, err := a.open(rng)
				if err != nil {
					time.Sleep(100 * time.Millisecond)
					continue
				}
				a.mu.Lock()
				a.boards = append(a.boards, b)
				a.mu.Unlock()
				a.busy(b, rng)
			}
		})
	}
}

// end waits until all clients have finished their current operations.
func (a *arena) end() {
	close(a.stop)
	a.done.Wait()
}

// open creates a table at which one person holds all seats.
func (a *arena) open(rng *rand.Rand) (*board, error) {
	c := newClient(a.addrs, rng)
	defer c.close()
	var made struct {
		Token string `json:"token"`
		ID    string `json:"id"`
	}
	for _, ask := range []struct {
		path string
		body map[string]any
	}{
		{"/api/people", map[string]any{"bot": true}},
		{"/api/tables", map[string]any{"game": "world", "settings": map[string]string{"players": "2"}, "sit": "all", "start": true}},
	} {
		got, ok := c.do(time.Now().Add(a.patient), http.MethodPost, ask.path, made.Token, ask.body)
		if !ok || !got.OK() {
			return nil, fmt.Errorf("%s: %d %s", ask.path, got.Status, got.Body)
		}
		if err := json.Unmarshal(got.Body, &made); err != nil {
			return nil, err
		}
	}
	return &board{id: made.ID, token: made.Token, views: map[int][sha256.Size]byte{}, refuse: map[string]int{}}, nil
}

// busy has two rivals answer the same questions while a third client reads. It returns when the game is over
// or no node can continue it.
func (a *arena) busy(b *board, rng *rand.Rand) {
	var all sync.WaitGroup
	for who := range 3 {
		r := rand.New(rand.NewPCG(rng.Uint64(), uint64(who)))
		all.Go(func() {
			c := newClient(a.addrs, r)
			defer c.close()
			for !a.stopped() && !b.isOver() && !b.isHeld() {
				l := a.read(c, b, who)
				if l != nil && who < 2 && !l.Over {
					a.submit(c, b, who, l)
				} else {
					time.Sleep(time.Duration(5+r.IntN(20)) * time.Millisecond)
				}
			}
		})
	}
	all.Wait()
}

func (b *board) isOver() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.over
}

func (b *board) isHeld() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.held
}

// hold marks a table as held, because every node is too old to continue it.
func (a *arena) hold(b *board) {
	a.newer.Add(1)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.held = true
}

func (a *arena) now() int64 { return int64(time.Since(a.start)) }

// read reads the newest acknowledged entry, and records the operation.
func (a *arena) read(c *client, b *board, who int) *load.Glance {
	o := op{client: who, read: true, call: a.now()}
	got, ok := c.do(time.Now().Add(a.patient), http.MethodGet, "/api/tables/"+b.id+"/view?fresh=1", b.token, nil)
	if !ok {
		if isNewer(got) {
			a.hold(b)
		}
		return nil
	}
	if !got.OK() {
		b.count("read " + strconv.Itoa(got.Status) + " " + got.Problem())
		time.Sleep(50 * time.Millisecond)
		return nil
	}
	l, err := load.Look(got.Body)
	if err != nil {
		a.fail("table %s: %v", b.id, err)
		return nil
	}
	o.ret, o.n = a.now(), l.N
	a.reads.Add(1)
	a.took(o)
	hash := sha256.Sum256(l.View)
	b.mu.Lock()
	defer b.mu.Unlock()
	if was, known := b.views[l.N]; known && was != hash {
		b.twins++
	}
	b.views[l.N] = hash
	b.over = b.over || l.Over
	b.ops = append(b.ops, o)
	return &l
}

func (b *board) count(what string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.refuse[what]++
}

func (a *arena) took(o op) {
	for d := o.ret - o.call; ; {
		was := a.longest.Load()
		if d <= was || a.longest.CompareAndSwap(was, d) {
			return
		}
	}
}

// submit answers for a seat that owes an answer. It reports whether a node has acknowledged the move.
func (a *arena) submit(c *client, b *board, who int, l *load.Glance) (acknowledged bool) {
	for seat := range 2 {
		list := l.List(seat)
		if len(list) == 0 || !l.Owes(seat) {
			continue
		}
		move := list[c.rng.IntN(len(list))]
		o := op{client: who, seat: seat, move: move, question: l.Question.ID, key: strconv.FormatUint(c.rng.Uint64(), 36), call: a.now()}
		return a.finish(c, b, o, time.Now().Add(a.patient))
	}
	return false
}

// finish repeats a submit with the same key until it is answered or time runs out.
func (a *arena) finish(c *client, b *board, o op, end time.Time) (acknowledged bool) {
	got, ok := c.do(end, http.MethodPost, "/api/tables/"+b.id+"/moves", b.token, load.Post{Seat: o.seat, Question: o.question, Move: o.move, Key: o.key})
	o.ret, o.n, o.unsure = a.now(), -1, !ok
	switch {
	case !ok:
		a.unsure.Add(1)
		if isNewer(got) {
			a.hold(b)
		}
		if got.Status == http.StatusInsufficientStorage {
			a.fulls.Add(1)
		}
	case got.OK():
		var p load.Posted
		if err := json.Unmarshal(got.Body, &p); err != nil {
			a.fail("table %s: %v", b.id, err)
		}
		o.n = p.N
		a.acked.Add(1)
		a.took(o)
	default:
		a.refused.Add(1)
		b.count(strconv.Itoa(got.Status) + " " + got.Problem())
		if got.Status >= 500 {
			a.fail("table %s: %d %s", b.id, got.Status, got.Body)
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ops = append(b.ops, o)
	return o.n >= 0
}
