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

// Tally counts what players did, and the errors that they found.
type Tally struct {
	Lost           int            `json:"lost"`
	Duplicated     int            `json:"duplicated"`
	ViewsChecked   int            `json:"views_checked"`
	ViewsCompared  int            `json:"views_compared"` // number of streams whose last view was compared with the view that the server returns on request
	ViewsWrong     int            `json:"views_wrong"`
	Skipped        map[string]int `json:"skipped"` // number of results that were not compared, by reason
	Moves          int            `json:"moves"`
	Errors         int            `json:"errors"`
	Refused        map[string]int `json:"refused"`
	Words          words          `json:"words,omitempty"` // the first few error messages
	Tables         int            `json:"tables"`
	TablesFinished int            `json:"tables_finished"`
	Streams        int            `json:"streams"`
}

// Played is the result of the simulated players of one process.
type Played struct {
	Tally
	Times, Fanout Times
}

// players are all simulated players of one process.
type players struct {
	job     Job
	conn    *Conn
	ctx     context.Context
	stop    context.CancelFunc
	permits *rate.Limiter
	begun   chan struct{} // closed when players may make moves
	open    atomic.Int64  // streams that are open now
	opens   atomic.Int64  // streams that were opened in total

	mu            sync.Mutex
	out           Played
	gaps, repeats int
	from, to      time.Time // only moves made between these two times are measured
	first         []*game   // the first game of each slot
	played        []*game
}

func newPlayers(job Job) *players {
	p := &players{job: job, conn: NewConn(job.Addr), permits: pace(job.Rate), begun: make(chan struct{})}
	p.out.Refused, p.out.Skipped = map[string]int{}, map[string]int{}
	p.ctx, p.stop = context.WithCancel(context.Background())
	return p
}

func (p *players) stopped() bool { return p.ctx.Err() != nil }

// permit waits until the rate allows another move. It returns false if play has ended.
func (p *players) permit() bool {
	select {
	case <-p.begun:
		return p.permits.Wait(p.ctx) == nil
	case <-p.ctx.Done():
		return false
	}
}

// update calls f with the result while it holds the lock.
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

// skip adds n results that cannot be compared to the count for this reason.
func (p *players) skip(what string, n int) {
	if n > 0 {
		p.update(func(out *Played) { out.Skipped[what] += n })
	}
}

// seat creates the people and their first tables.
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

// run seats everyone, waits until all processes are ready, and plays.
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

// slot plays one game after another with the same people. Each slot has one running table.
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

// done records a finished game, which verify reads back later.
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

// Each calls f for 0 to n-1, with up to atOnce calls in parallel. It stops after the first error.
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
