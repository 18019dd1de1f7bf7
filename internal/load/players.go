package load

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// Job is what a client process has to do.
type Job struct {
	Kind     string // "play", "idle", "worst"
	Addr     string
	Tables   int
	Players  int
	Duration time.Duration
	Rate     float64 // moves by the second, over all tables of the job; 0: as they come
	Seed     uint64
	Settings map[string]string
	Watch    string
	Storm    int  // of an idle client: how many streams are cut at once
	Bare     bool // of an idle client: the server is a bare one
}

// Played is what the players of one process measured.
type Played struct {
	Moves       int            `json:"moves"`
	Seconds     float64        `json:"seconds"`
	Times       Times          `json:"times"`
	Fanout      Times          `json:"fanout"`
	Lost        int            `json:"lost"`
	Duplicated  int            `json:"duplicated"`
	Checked     int            `json:"checked"`
	Wrong       int            `json:"wrong"`
	Refused     map[string]int `json:"refused"`
	Errors      int            `json:"errors"`
	Words       []string       `json:"words"` // the first few errors
	Finished    int            `json:"finished"`
	Tables      int            `json:"tables"`
	Streams     int            `json:"streams"`
	Comparisons int            `json:"comparisons"` // last streamed views that were compared with a read
	EntryBytes  int64          `json:"entry_bytes"` // of all acknowledged moves together, as they are stored
	Entries     int            `json:"entries"`
	Skipped     map[string]int `json:"skipped"` // what was compared with nothing, and why
}

// players are the players of one process.
type players struct {
	job     Job
	stop    chan struct{}
	permits chan struct{}
	open    atomic.Int64 // streams that are open
	opens   atomic.Int64 // streams that were ever opened
	views   atomic.Int64
	gaps    atomic.Int64
	repeats atomic.Int64

	mu     sync.Mutex
	out    Played
	slots  []*slot
	from   time.Time
	to     time.Time
	played []*game
}

func newPlayers(job Job) *players {
	return &players{job: job, stop: make(chan struct{}), out: Played{Refused: map[string]int{}, Skipped: map[string]int{}}}
}

func (p *players) stopped() bool {
	select {
	case <-p.stop:
		return true
	default:
		return false
	}
}

// permit waits for the pace of the whole process.
func (p *players) permit() bool { return permit(p.permits, p.stop) }

func (p *players) moved(at time.Time, took time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if at.Before(p.from) || at.After(p.to) {
		return
	}
	p.out.Moves++
	p.out.Times.add(took)
}

func (p *players) refused(a Answer) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.out.Refused[strconv.Itoa(a.Status)+" "+a.Problem()]++
}

const mostWords = 12

func (p *players) failed(err error) {
	if p.stopped() && errors.Is(err, net.ErrClosed) {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.out.Errors++
	p.noteError(err.Error())
}

func (p *players) wrong(what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.out.Wrong++
	p.noteError(what)
}

// noteError keeps the first errors. It holds mu.
func (p *players) noteError(what string) {
	if len(p.out.Words) < mostWords {
		p.out.Words = append(p.out.Words, what)
	}
}

// skip counts what is compared with nothing. It holds mu.
func (p *players) skip(what string, n int) {
	if n > 0 {
		p.out.Skipped[what] += n
	}
}

// opened counts streams: 1 for one that opens, -1 for one that ends.
func (p *players) opened(n int64) {
	p.open.Add(n)
	p.opens.Add(max(n, 0))
}

func (p *players) checked() { p.views.Add(1) }

// seat makes the people and their first tables.
func (p *players) seat() error {
	p.slots = make([]*slot, p.job.Tables)
	err := each(len(p.slots), 64, func(i int) (err error) {
		p.slots[i], err = p.newSlot(i)
		return err
	})
	if err != nil {
		return fmt.Errorf("seating: %w", err)
	}
	return nil
}

// run seats everybody, reports ready, waits for the others and plays.
func (p *players) run(ready func() error) (Played, error) {
	if err := p.seat(); err != nil {
		return Played{}, err
	}
	if err := ready(); err != nil {
		return Played{}, err
	}
	p.permits = newPermits(p.job.Rate)
	pace(p.permits, p.job.Rate, p.stop)
	p.from = time.Now()
	p.to = p.from.Add(p.job.Duration)
	time.AfterFunc(p.job.Duration, func() { close(p.stop) })
	time.AfterFunc(p.job.Duration/2, func() {
		p.mu.Lock()
		p.out.Streams = int(p.open.Load())
		p.mu.Unlock()
	})
	var all sync.WaitGroup
	for _, s := range p.slots {
		all.Go(s.run)
	}
	all.Wait()
	p.out.Seconds = p.job.Duration.Seconds()
	p.verify()
	return p.out, nil
}

// slot is one place for a table: when a game is over, its people play another.
type slot struct {
	p      *players
	people []Person
	rng    *rand.Rand
	conn   *Conn
	first  *game
}

func (p *players) newSlot(i int) (*slot, error) {
	s := &slot{p: p, rng: rand.New(rand.NewPCG(p.job.Seed, uint64(i))), conn: NewConn(p.job.Addr)}
	for range p.job.Players {
		who, err := NewPerson(s.conn)
		if err != nil {
			return nil, err
		}
		s.people = append(s.people, who)
	}
	var err error
	s.first, err = p.newGame(s.people, s.rng, s.conn)
	return s, err
}

func (s *slot) run() {
	defer s.conn.Close()
	for g := s.first; ; {
		g.play()
		s.p.done(g)
		if s.p.stopped() {
			return
		}
		var err error
		if g, err = s.p.newGame(s.people, s.rng, s.conn); err != nil {
			s.p.failed(err)
			s.p.mu.Lock()
			s.p.skip("a game that did not begin", 1)
			s.p.mu.Unlock()
			return
		}
	}
}

// done puts a game aside until it is read back.
func (p *players) done(g *game) {
	p.mu.Lock()
	defer p.mu.Unlock()
	g.fanout(&p.out.Fanout)
	for _, a := range g.acks {
		p.out.EntryBytes += int64(stored(a))
		p.out.Entries++
	}
	g.seen = nil
	p.played = append(p.played, g)
	p.out.Tables++
	if g.over {
		p.out.Finished++
	}
}

// each calls f for 0 to n-1, some at a time, and returns the first error.
func each(n, atOnce int, f func(i int) error) error {
	var next atomic.Int64
	errs := make(chan error, atOnce)
	for range atOnce {
		go func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= n {
					errs <- nil
					return
				}
				if err := f(i); err != nil {
					errs <- err
					return
				}
			}
		}()
	}
	var first error
	for range atOnce {
		if err := <-errs; err != nil && first == nil {
			first = err
		}
	}
	return first
}
