package load

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"runtime"
	"strconv"
	"sync"
	"time"
)

func cores() int { return runtime.GOMAXPROCS(0) }

// How often the others send requests, inside their own limits.
const (
	meEvery   = 70 * time.Millisecond
	moveEvery = 160 * time.Millisecond
)

// others are the people who must not notice: one requests /api/me again and again,
// and two play a game.
type others struct {
	addr   string
	one    Person
	pair   []Person
	table  string
	rng    *rand.Rand
	me     *Conn
	player *Conn

	mu       sync.Mutex
	asks     Times
	moves    Times
	failures int
	said     error
}

func newOthers(addr string) (*others, error) {
	o := &others{addr: addr, rng: rand.New(rand.NewPCG(1, 2)), me: NewConn(addr), player: NewConn(addr)}
	o.me.From, o.player.From = othersFrom, othersFrom
	people := make([]Person, 3)
	for i := range people {
		var err error
		if people[i], err = NewPerson(o.player); err != nil {
			return nil, err
		}
	}
	o.one, o.pair = people[0], people[1:]
	return o, o.sit()
}

// sit starts a game.
func (o *others) sit() (err error) {
	o.table, err = NewTable(o.player, o.pair, Wish{})
	return err
}

func (o *others) close() {
	o.me.Close()
	o.player.Close()
}

// start lets them go on until they are stopped.
func (o *others) start() (stop func()) {
	o.asks, o.moves, o.failures = nil, nil, 0
	quit := make(chan struct{})
	var all sync.WaitGroup
	every := func(d time.Duration, do func()) {
		all.Go(func() {
			tick := time.NewTicker(d)
			defer tick.Stop()
			for {
				select {
				case <-quit:
					return
				case <-tick.C:
					do()
				}
			}
		})
	}
	every(meEvery, o.ask)
	every(moveEvery, o.move)
	return func() {
		close(quit)
		all.Wait()
	}
}

func (o *others) noticed() Noticed {
	return Noticed{MeP50: o.asks.millis(50), MeP95: o.asks.millis(95), MeP99: o.asks.millis(99), MoveP50: o.moves.millis(50), MoveP95: o.moves.millis(95), MoveP99: o.moves.millis(99),
		Asked: len(o.asks), Moves: len(o.moves), Failed: o.failures}
}

func (o *others) failed(err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.failures++
	o.said = err
}

func (o *others) ask() {
	began := time.Now()
	if _, err := o.me.succeed(http.MethodGet, "/api/me", o.one.Token, nil); err != nil {
		o.failed(err)
		return
	}
	o.mu.Lock()
	o.asks.add(time.Since(began))
	o.mu.Unlock()
}

// move makes a move of a seat that owes one. Finding it is not timed.
func (o *others) move() {
	for seat, who := range o.pair {
		a, err := o.player.succeed(http.MethodGet, "/api/tables/"+o.table+"/view", who.Token, nil)
		if err != nil {
			o.failed(err)
			return
		}
		l, ok := glance(a.Body)
		if !ok {
			o.failed(fmt.Errorf("load: not an update: %s", clip(a.Body)))
			return
		}
		if l.Over {
			if err := o.sit(); err != nil {
				o.failed(err)
			}
			return
		}
		list := l.List(seat)
		if len(list) == 0 || !has(l.All, seat) && firstOf(l.Any) != seat {
			continue
		}
		p := Post{Seat: seat, Question: l.Question, Move: text(list[o.rng.IntN(len(list))]), Key: strconv.FormatUint(o.rng.Uint64(), 36)}
		began := time.Now()
		if _, a, err = Move(o.player, o.table, who.Token, p); err == nil {
			err = a.Err()
		}
		if err != nil {
			o.failed(err)
			return
		}
		o.mu.Lock()
		o.moves.add(time.Since(began))
		o.mu.Unlock()
		return
	}
}
