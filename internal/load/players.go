package load

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"
)

// Tally is what players did, and what they found wrong.
type Tally struct {
	Lost           int            `json:"lost"`
	Duplicated     int            `json:"duplicated"`
	ViewsChecked   int            `json:"views_checked"`
	ViewsCompared  int            `json:"views_compared"` // last streamed views that were compared with a read
	ViewsWrong     int            `json:"views_wrong"`
	Skipped        map[string]int `json:"skipped"` // what was compared with nothing, and why
	Moves          int            `json:"moves"`
	Errors         int            `json:"errors"`
	Refused        map[string]int `json:"refused"`
	Words          words          `json:"words,omitempty"` // the first few errors
	Tables         int            `json:"tables"`
	TablesFinished int            `json:"tables_finished"`
	Streams        int            `json:"streams"`
}

// Played is what the players of one process measured.
type Played struct {
	Tally
	Times, Fanout Times
}

// players are the players of one process.
type players struct {
	job     Job
	conn    *Conn
	ctx     context.Context
	stop    context.CancelFunc
	permits *rate.Limiter
	begun   chan struct{} // closed once moves may be made
	open    atomic.Int64  // streams that are open
	opens   atomic.Int64  // streams that were ever opened

	mu            sync.Mutex
	out           Played
	gaps, repeats int
	from, to      time.Time // which moves count
	first         []*game   // one for each place
	played        []*game
}

func newPlayers(job Job) *players {
	p := &players{job: job, conn: NewConn(job.Addr), permits: pace(job.Rate), begun: make(chan struct{})}
	p.out.Refused, p.out.Skipped = map[string]int{}, map[string]int{}
	p.ctx, p.stop = context.WithCancel(context.Background())
	return p
}

func (p *players) stopped() bool { return p.ctx.Err() != nil }

// permit waits until a move may be made.
func (p *players) permit() bool {
	select {
	case <-p.begun:
		return p.permits.Wait(p.ctx) == nil
	case <-p.ctx.Done():
		return false
	}
}

// update lets f note something.
func (p *players) update(f func(out *Played)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f(&p.out)
}

func (p *players) moved(at time.Time, took time.Duration) {
	p.update(func(out *Played) {
		if !at.Before(p.from) && !at.After(p.to) {
			out.Moves++
			out.Times.add(took)
		}
	})
}

func (p *players) failed(err error) {
	if p.stopped() && errors.Is(err, context.Canceled) {
		return
	}
	p.update(func(out *Played) {
		out.Errors++
		out.Words.note("%v", err)
	})
}

func (p *players) wrong(format string, args ...any) {
	p.update(func(out *Played) {
		out.ViewsWrong++
		out.Words.note(format, args...)
	})
}

// skip counts what is compared with nothing.
func (p *players) skip(what string, n int) {
	if n > 0 {
		p.update(func(out *Played) { out.Skipped[what] += n })
	}
}

// seat makes the people and their first tables.
func (p *players) seat() error {
	p.first = make([]*game, p.job.Tables)
	err := Each(len(p.first), 64, func(i int) error {
		people, err := newPeople(p.conn, p.job.Players)
		if err == nil {
			p.first[i], err = p.newGame(people, rand.New(rand.NewPCG(p.job.Seed, uint64(i))))
		}
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
	close(p.begun)
	p.from = time.Now()
	p.to = p.from.Add(p.job.Duration)
	time.AfterFunc(p.job.Duration, p.stop)
	time.AfterFunc(p.job.Duration/2, func() { p.update(func(out *Played) { out.Streams = int(p.open.Load()) }) })
	var all sync.WaitGroup
	for _, g := range p.first {
		all.Go(func() { p.slot(g) })
	}
	all.Wait()
	p.verify()
	return p.out, nil
}

// slot is one place for a table: when a game is over, its people play another.
func (p *players) slot(g *game) {
	people := make([]Person, len(g.seats))
	for i, s := range g.seats {
		people[i] = s.Person
	}
	for {
		g.play()
		p.done(g)
		if p.stopped() {
			return
		}
		var err error
		if g, err = p.newGame(people, g.rng); err != nil {
			p.failed(err)
			p.skip("a game that did not begin", 1)
			return
		}
	}
}

// done puts a game aside until it is read back.
func (p *players) done(g *game) {
	p.update(func(out *Played) {
		g.fanout(&out.Fanout)
		for i := range g.seats {
			g.seats[i].seen = nil
		}
		p.played = append(p.played, g)
		out.Tables++
		if g.over {
			out.TablesFinished++
		}
	})
}

// Each calls f for 0 to n-1, some at a time, until one fails.
func Each(n, atOnce int, f func(i int) error) error {
	var next atomic.Int64
	var all sync.WaitGroup
	failed := make([]error, atOnce)
	for w := range failed {
		all.Go(func() {
			for i := next.Add(1) - 1; i < int64(n) && failed[w] == nil; i = next.Add(1) - 1 {
				failed[w] = f(int(i))
			}
		})
	}
	all.Wait()
	return cmp.Or(failed...)
}
