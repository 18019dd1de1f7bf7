package load

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"path/filepath"
	"strconv"
	"sync"
	"time"
)

// ForgeResult counts the effects of forged requests.
type ForgeResult struct {
	Requests int                       `json:"requests"`
	Classes  map[string]map[string]int `json:"classes"` // by class, then by status; "closed" means a cut connection
	Fives    int                       `json:"fives"`
	TryAgain int                       `json:"try_again"` // responses with status 503 or 507, which ask the client to try again
	Panics   float64                   `json:"panics"`
	Effects  int                       `json:"effects"` // number of new entries or changed views, although no forged request may cause any
	RSS      [3]int64                  `json:"rss_bytes"`
	Heap     [3]int64                  `json:"heap_bytes"` // live heap after a garbage collection: first measured once before the run, then twice after it
	Growth   float64                   `json:"heap_growth"`
	Slow     int                       `json:"slow_connections"`
	Seconds  float64                   `json:"seconds"`
	PerSec   float64                   `json:"requests_per_second"`
	Words    words                     `json:"words,omitempty"`
	// Operations counts the requests to moderation and to the doors, by operation. OwnCases counts those that were
	// refused because the person who decides is a party.
	Operations map[string]int `json:"operations"`
	OwnCases   int            `json:"own_cases"`
	Codes      *CodesResult   `json:"codes,omitempty"` // nil for a server that was running before
	Seed       uint64         `json:"seed"`
}

// Sound reports whether the server handled all forged requests without harm.
func (r ForgeResult) Sound() bool {
	met := len(r.Operations) == 0 || r.Requests < 1000 || r.OwnCases > 0
	met = met && (r.Codes == nil || r.Codes.Sound())
	return r.Fives == 0 && r.Panics == 0 && r.Effects == 0 && met
}

// victim is a table that forged requests must not change.
type victim struct {
	table    string
	people   []Person
	n        int
	question string
	move     string // a legal move of the table's first seat
	done     Post
	view     [sha256.Size]byte
}

// newVictim makes a table and makes one move at it.
func newVictim(c *Conn) (v *victim, err error) {
	v = &victim{}
	if v.people, err = newPeople(c, 2); err != nil {
		return nil, err
	}
	if v.table, err = NewTable(c, v.people, Wish{}); err != nil {
		return nil, err
	}
	m := mover{conn: c, table: v.table, people: v.people, rng: rand.New(rand.NewPCG(1, 1))}
	if v.done, err = m.next(); err != nil {
		return nil, err
	}
	_, a, err := Move(c, v.table, m.holder(v.done.Seat).Token, v.done)
	if err = errors.Join(err, a.Err()); err != nil {
		return nil, fmt.Errorf("the victim's first move: %w", err)
	}
	return v, v.look(c)
}

// look records the table's current state, for a later comparison by changed.
func (v *victim) look(c *Conn) error {
	l, err := View(c, v.table, v.people[0].Token)
	v.n, v.question, v.view = l.N, l.Question.ID, sha256.Sum256(l.View)
	v.move = "drive paris"
	if list := l.List(0); len(list) > 0 {
		v.move = list[0]
	}
	return err
}

// changed counts changes to the table since the last call of look.
func (v *victim) changed(c *Conn) (n int, err error) {
	was := *v
	err = v.look(c)
	if v.view != was.view {
		n = 1
	}
	return n + v.n - was.n, err
}

// runForge sends requests that no honest client would send, and checks their effects.
func (c Config) runForge(ctx context.Context) (ForgeResult, error) {
	h, err := c.open(ctx)
	if err != nil {
		return ForgeResult{}, err
	}
	defer h.close()
	r := ForgeResult{Classes: map[string]map[string]int{}, Operations: map[string]int{}, Seed: c.Seed}
	v, err := newVictim(h.conn)
	if err != nil {
		return r, err
	}
	other, err := newVictim(h.conn)
	if err != nil {
		return r, err
	}
	hall, err := newStrangersTables(h.conn)
	if err != nil {
		return r, err
	}
	var o *officers
	if c.URL == "" { // the key of another server is not known
		key, err := h.operatorKey()
		if err == nil {
			o, err = newOfficers(h.conn, v, key)
		}
		if err != nil {
			return r, err
		}
	}
	measure := func(i int) { m := h.memory(); r.RSS[i], r.Heap[i] = m.rss, m.live() }
	measure(0)
	slow := slowPeople(h.addr, v)
	r.Slow = len(slow)
	began := time.Now()
	err = c.send(h.addr, v, other, hall, o, &r)
	r.Seconds, r.PerSec = round(time.Since(began).Seconds()), per(r.Requests, time.Since(began))
	for _, nc := range slow {
		_ = nc.Close()
	}
	if err != nil {
		return r, err
	}
	measure(1)
	for _, t := range []*victim{v, other} {
		n, err := t.changed(h.conn)
		if err != nil {
			return r, err
		}
		r.Effects += n
	}
	n, err := hall.changed(h.conn)
	if err != nil {
		return r, err
	}
	r.Effects += n
	if o != nil {
		list, err := o.changed(h.conn)
		if err != nil {
			return r, err
		}
		for _, page := range list {
			r.Effects++
			r.Words.note("%s changed: %s", page, clip(o.pages[page]))
		}
	}
	if c.URL == "" {
		codes, err := guessCodes(ctx, ServerConfig{Dir: filepath.Join(h.top, "codes")})
		if err != nil {
			return r, err
		}
		r.Codes = &codes
	}
	sleep(ctx, 3*time.Second)
	measure(2)
	r.Growth = ratio(float64(r.Heap[2]), float64(r.Heap[0]))
	m, err := Metrics(h.Private)
	r.Panics = m["theriac_http_panics_total"]
	return r, err
}

// send generates and sends the configured number of requests.
func (c Config) send(addr string, v, other *victim, hall *strangersTables, o *officers, r *ForgeResult) error {
	var mu sync.Mutex
	const batch = 500
	return Each((c.Forge+batch-1)/batch, 16, func(i int) error {
		f := &forger{rng: rand.New(rand.NewPCG(c.Seed, uint64(i))), addr: addr, v: v, other: other, hall: hall, officers: o}
		defer f.hangUp()
		for range min(batch, c.Forge-i*batch) {
			class := f.next()
			status, body, err := f.send(class.make(f))
			mu.Lock()
			r.judge(class, status, body, err)
			r.counted(f.op, body)
			mu.Unlock()
		}
		return nil
	})
}

// judge checks the response to a request. A move that was already applied may be acknowledged again. No other
// forged request may succeed.
func (r *ForgeResult) judge(c class, status int, body []byte, err error) {
	if r.Classes[c.name] == nil {
		r.Classes[c.name] = map[string]int{}
	}
	r.Requests++
	if err != nil {
		r.Classes[c.name]["closed"]++
		return
	}
	r.Classes[c.name][strconv.Itoa(status)]++
	switch {
	case status == http.StatusServiceUnavailable || status == http.StatusInsufficientStorage:
		r.TryAgain++
	case status >= 500:
		r.Fives++
		r.Words.note("%s: a %d: %s", c.name, status, clip(body))
	case status/100 == 2 && !c.harmless:
		r.Effects++
		r.Words.note("%s: it was done: %s", c.name, clip(body))
	}
}

// counted counts a request to an operation of moderation.
func (r *ForgeResult) counted(op string, body []byte) {
	if op == "" {
		return
	}
	r.Operations[op]++
	if (Answer{Body: body}).Problem() == "own-case" {
		r.OwnCases++
	}
}

// slowPeople opens streams that it never reads, and begins requests that it never finishes.
func slowPeople(addr string, v *victim) (list []net.Conn) {
	for i := range 40 {
		c, err := net.DialTimeout("tcp", addr, 5*time.Second)
		if err != nil {
			continue
		}
		list = append(list, c)
		if i%2 == 0 {
			_, _ = c.Write(request(addr, http.MethodGet, "/api/tables/"+v.table+"/events?after=-1", v.people[0].Token, nil))
			continue
		}
		slowly := request(addr, http.MethodPost, "/api/tables/"+v.table+"/moves", v.people[0].Token, make([]byte, 4000))
		go func() { // runs until the connection is closed
			for _, b := range slowly {
				if _, err := c.Write([]byte{b}); err != nil {
					return
				}
				time.Sleep(200 * time.Millisecond)
			}
		}()
	}
	return list
}
