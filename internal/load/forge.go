package load

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// ForgeConfig says how many forged requests to send.
type ForgeConfig struct {
	Config
	Requests int
	AtOnce   int
}

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
	Words    []string                  `json:"words,omitempty"`
	Seed     uint64                    `json:"seed"`
}

// Sound says whether the server withstood them.
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
func newVictim(c *Conn) (*victim, error) {
	v := &victim{}
	for range 2 {
		p, err := NewPerson(c)
		if err != nil {
			return nil, err
		}
		v.people = append(v.people, p)
	}
	var err error
	if v.table, err = NewTable(c, v.people, Wish{}); err != nil {
		return nil, err
	}
	for seat := range v.people {
		data, err := View(c, v.table, v.people[seat].Token)
		if err != nil {
			return nil, err
		}
		l, err := Look(data)
		if err != nil {
			return nil, err
		}
		if list := l.List(seat); len(list) > 0 && (has(l.All, seat) || has(l.Any, seat)) {
			v.done = Post{Seat: seat, Question: l.Question, Move: text(list[0]), Key: "first"}
			got, a, err := Move(c, v.table, v.people[seat].Token, v.done)
			if err != nil || !a.OK() {
				return nil, fmt.Errorf("the victim's first move: %d %s %w", a.Status, a.Body, err)
			}
			v.n = got.N
			break
		}
	}
	return v, v.look(c)
}

// look notes the state of the table.
func (v *victim) look(c *Conn) error {
	data, err := View(c, v.table, v.people[0].Token)
	if err != nil {
		return err
	}
	l, err := Look(data)
	if err != nil {
		return err
	}
	v.n, v.question, v.view = l.N, l.Question, sha256.Sum256(l.View)
	v.move = "drive paris"
	if list := l.List(0); len(list) > 0 {
		v.move = text(list[0])
	}
	return nil
}

// changed counts what changed at the table since look.
func (v *victim) changed(c *Conn) (int, error) {
	was := *v
	if err := v.look(c); err != nil {
		return 0, err
	}
	n := v.n - was.n
	if v.view != was.view {
		n++
	}
	return n, nil
}

// RunForge sends requests that no honest client would, and checks their effects.
func RunForge(ctx context.Context, c ForgeConfig) (ForgeResult, error) {
	h, err := c.open(ctx)
	if err != nil {
		return ForgeResult{}, err
	}
	defer h.close()
	conn := NewConn(h.addr)
	defer conn.Close()
	r := ForgeResult{Classes: map[string]map[string]int{}, Seed: c.Seed}
	v, err := newVictim(conn)
	if err != nil {
		return r, err
	}
	other, err := newVictim(conn)
	if err != nil {
		return r, err
	}
	r.RSS[0], r.Heap[0] = h.memory().both()
	slow := slowPeople(ctx, h.addr, v)
	r.Slow = slow.count
	began := time.Now()
	err = c.send(h.addr, v, other, &r)
	r.Seconds = round(time.Since(began).Seconds())
	r.PerSec = per(r.Requests, time.Since(began))
	slow.end()
	if err != nil {
		return r, err
	}
	r.RSS[1], r.Heap[1] = h.memory().both()
	conn.Close() // it has been idle for longer than a server waits
	conn = NewConn(h.addr)
	for _, t := range []*victim{v, other} {
		n, err := t.changed(conn)
		if err != nil {
			return r, err
		}
		r.Effects += n
	}
	time.Sleep(3 * time.Second)
	r.RSS[2], r.Heap[2] = h.memory().both()
	r.Growth = ratio(float64(r.Heap[2]), float64(r.Heap[0]))
	if m, err := Metrics(h.Private); err == nil {
		r.Panics = m["theriac_http_panics_total"]
	}
	return r, nil
}

// send sends the requests.
func (c ForgeConfig) send(addr string, v, other *victim, r *ForgeResult) error {
	var mu sync.Mutex
	var sent atomic.Int64
	const batch = 500
	return each((c.Requests+batch-1)/batch, max(c.AtOnce, 1), func(i int) error {
		f := &forger{rng: rand.New(rand.NewPCG(c.Seed, uint64(i))), addr: addr, v: v, other: other, conn: NewConn(addr)}
		defer f.conn.Close()
		part := map[string]map[string]int{}
		for range min(batch, c.Requests-i*batch) {
			class, request := f.next()
			a, err := f.conn.Send(request)
			status := "closed"
			if err == nil {
				status = strconv.Itoa(a.Status)
			}
			if part[class] == nil {
				part[class] = map[string]int{}
			}
			part[class][status]++
			f.judge(r, &mu, class, a, err)
		}
		mu.Lock()
		defer mu.Unlock()
		for class, by := range part {
			if r.Classes[class] == nil {
				r.Classes[class] = map[string]int{}
			}
			for status, n := range by {
				r.Classes[class][status] += n
				r.Requests += n
			}
		}
		if n := sent.Add(batch); n%100_000 == 0 {
			c.progress("%d requests", n)
		}
		return nil
	})
}

// judge checks an answer. A move that was applied long ago is acknowledged again;
// nothing else may succeed.
func (f *forger) judge(r *ForgeResult, mu *sync.Mutex, class string, a Answer, err error) {
	bad := ""
	mu.Lock()
	defer mu.Unlock()
	switch {
	case err != nil:
		return
	case a.Status == http.StatusServiceUnavailable || a.Status == http.StatusInsufficientStorage:
		r.TryAgain++
		return
	case a.Status >= 500:
		r.Fives++
		bad = "a " + strconv.Itoa(a.Status)
	case a.OK() && !harmless(class):
		r.Effects++
		bad = "it was done"
	}
	if bad != "" && len(r.Words) < mostWords {
		r.Words = append(r.Words, fmt.Sprintf("%s: %s: %s", class, bad, clip(a.Body)))
	}
}

// slow are connections that stall.
type slow struct {
	conns []net.Conn
	count int
	stop  context.CancelFunc
}

// slowPeople open streams and do not read them, and begin requests that they do not
// end.
func slowPeople(ctx context.Context, addr string, v *victim) *slow {
	ctx, stop := context.WithCancel(ctx)
	s := &slow{stop: stop}
	for i := range 40 {
		c, err := net.DialTimeout("tcp", addr, 5*time.Second)
		if err != nil {
			continue
		}
		s.conns = append(s.conns, c)
		s.count++
		if i%2 == 0 {
			_, _ = c.Write(request(addr, http.MethodGet, "/api/tables/"+v.table+"/events?after=-1", v.people[0].Token, nil))
			continue
		}
		slowly := request(addr, http.MethodPost, "/api/tables/"+v.table+"/moves", v.people[0].Token, make([]byte, 4000))
		go func() {
			for _, b := range slowly {
				if _, err := c.Write([]byte{b}); err != nil {
					return
				}
				select {
				case <-ctx.Done():
					return
				case <-time.After(200 * time.Millisecond):
				}
			}
		}()
	}
	return s
}

func (s *slow) end() {
	s.stop()
	for _, c := range s.conns {
		_ = c.Close()
	}
}
