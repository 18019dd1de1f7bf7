package load

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// ForgeResult is their effect.
type ForgeResult struct {
	Requests int                       `json:"requests"`
	Classes  map[string]map[string]int `json:"classes"` // by class, then by status; "closed" is a cut connection
	Fives    int                       `json:"fives"`
	TryAgain int                       `json:"try_again"` // deliberate 503s and 507s
	Panics   float64                   `json:"panics"`
	Effects  int                       `json:"effects"` // of requests that must have none: entries and changed views
	RSS      [3]int64                  `json:"rss_bytes"`
	Heap     [3]int64                  `json:"heap_bytes"` // live after a collection: before, and afterwards twice
	Growth   float64                   `json:"heap_growth"`
	Slow     int                       `json:"slow_connections"`
	Seconds  float64                   `json:"seconds"`
	PerSec   float64                   `json:"requests_per_second"`
	Words    words                     `json:"words,omitempty"`
	Seed     uint64                    `json:"seed"`
}

// Sound reports whether the server withstood them.
func (r ForgeResult) Sound() bool { return r.Fives == 0 && r.Panics == 0 && r.Effects == 0 }

// victim is a table that must not change.
type victim struct {
	table    string
	people   []Person
	n        int
	question string
	move     string // a move that its first seat could make
	done     Post
	view     [sha256.Size]byte
}

// newVictim makes a table with one move made.
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

// look notes the state of the table.
func (v *victim) look(c *Conn) error {
	l, err := View(c, v.table, v.people[0].Token)
	v.n, v.question, v.view = l.N, l.Question.ID, sha256.Sum256(l.View)
	v.move = "drive paris"
	if list := l.List(0); len(list) > 0 {
		v.move = list[0]
	}
	return err
}

// changed counts what changed at the table since look.
func (v *victim) changed(c *Conn) (n int, err error) {
	was := *v
	err = v.look(c)
	if v.view != was.view {
		n = 1
	}
	return n + v.n - was.n, err
}

// runForge sends requests that no honest client would, and checks their effects.
func (c Config) runForge(ctx context.Context) (ForgeResult, error) {
	h, err := c.open(ctx)
	if err != nil {
		return ForgeResult{}, err
	}
	defer h.close()
	r := ForgeResult{Classes: map[string]map[string]int{}, Seed: c.Seed}
	v, err := newVictim(h.conn)
	if err != nil {
		return r, err
	}
	other, err := newVictim(h.conn)
	if err != nil {
		return r, err
	}
	measure := func(i int) { m := h.memory(); r.RSS[i], r.Heap[i] = m.rss, m.live() }
	measure(0)
	slow := slowPeople(h.addr, v)
	r.Slow = len(slow)
	began := time.Now()
	err = c.send(h.addr, v, other, &r)
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
	sleep(ctx, 3*time.Second)
	measure(2)
	r.Growth = ratio(float64(r.Heap[2]), float64(r.Heap[0]))
	m, err := Metrics(h.Private)
	r.Panics = m["theriac_http_panics_total"]
	return r, err
}

// send sends the requests.
func (c Config) send(addr string, v, other *victim, r *ForgeResult) error {
	var mu sync.Mutex
	const batch = 500
	return Each((c.Forge+batch-1)/batch, 16, func(i int) error {
		f := &forger{rng: rand.New(rand.NewPCG(c.Seed, uint64(i))), addr: addr, v: v, other: other}
		defer f.hangUp()
		for range min(batch, c.Forge-i*batch) {
			class := f.next()
			status, body, err := f.send(class.make(f))
			mu.Lock()
			r.judge(class, status, body, err)
			mu.Unlock()
		}
		return nil
	})
}

// judge checks an answer. A move that was applied long ago is acknowledged again;
// nothing else may succeed.
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

// slowPeople open streams and do not read them, and begin requests that they do not
// end.
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
		go func() { // until the connection is closed
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
