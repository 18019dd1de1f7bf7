package load

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"
)

// game is one table with a player at each seat: a stream a seat, and one poster for
// all of them, so that a table has one command under way at most.
type game struct {
	p      *players
	id     string
	people []Person
	rng    *rand.Rand
	wake   chan struct{}

	mu   sync.Mutex
	asks []ask
	seen [][]sight
	last []seenLast
	now  []*Stream // the streams that are open
	over bool
	left bool // nobody follows any more

	acks  []ack
	doubt []ack // commands whose answer never came
}

// ask is the last question of a seat that it has not answered.
type ask struct {
	question string
	move     string
	open     bool
}

// sight is when a seat's stream delivered an entry.
type sight struct {
	n  int
	at time.Time
}

// seenLast is how far a seat's stream is.
type seenLast struct {
	n    int
	view [sha256.Size]byte
}

// ack is a command that the server acknowledged as its n-th entry.
type ack struct {
	n, seat  int
	question string
	move     string
	at       time.Time
}

// interject is how many chances to interject a seat lets pass for each that it takes.
const interject = 24

func (s *slot) newGame() (*game, error) {
	id, err := NewTable(s.p.conn, s.people, Wish{})
	if err != nil {
		return nil, err
	}
	n := len(s.people)
	g := &game{
		p: s.p, id: id, people: s.people, rng: s.rng, wake: make(chan struct{}, 1),
		asks: make([]ask, n), seen: make([][]sight, n), last: slices.Repeat([]seenLast{{n: -1}}, n), now: make([]*Stream, n),
	}
	return g, nil
}

// play plays until the game is over or the players stop, and leaves once every stream
// has delivered what was acknowledged.
func (g *game) play() {
	var streams sync.WaitGroup
	quit := make(chan struct{})
	for seat := range g.people {
		streams.Go(func() { g.follow(seat, quit) })
	}
	for !g.p.stopped() {
		a, seat, ok := g.next()
		if ok {
			g.post(seat, a)
			continue
		}
		if g.isOver() {
			break
		}
		select {
		case <-g.wake:
		case <-g.p.ctx.Done():
		}
	}
	g.settle()
	close(quit)
	g.mu.Lock()
	g.left = true
	g.mu.Unlock()
	g.cut()
	streams.Wait()
}

// hold notes an open stream, so that it can be cut.
func (g *game) hold(seat int, s *Stream) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.now[seat] = s; g.left {
		s.Close()
	}
}

// cut closes the open streams.
func (g *game) cut() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	n := 0
	for seat, s := range g.now {
		if s != nil {
			s.Close()
			g.now[seat] = nil
			n++
		}
	}
	return n
}

func (g *game) isOver() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.over
}

// next takes an open question.
func (g *game) next() (ask, int, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for seat := range g.asks {
		if a := g.asks[seat]; a.open {
			g.asks[seat].open = false
			return a, seat, true
		}
	}
	return ask{}, 0, false
}

// post sends an answer and repeats it with the same key while its fate is unknown.
func (g *game) post(seat int, a ask) {
	if !g.p.permit() {
		return
	}
	g.mu.Lock()
	key := strconv.FormatUint(g.rng.Uint64(), 36)
	g.mu.Unlock()
	move := Post{Seat: seat, Question: a.question, Move: a.move, Key: key}
	began := time.Now()
	for try := 0; ; try++ {
		got, answer, err := Move(g.p.conn, g.id, g.people[seat].Token, move)
		now := time.Now()
		switch {
		case err == nil && answer.OK():
			g.p.moved(now, now.Sub(began))
			g.acks = append(g.acks, ack{got.N, seat, a.question, a.move, now})
			return
		case err == nil && answer.Status != http.StatusServiceUnavailable:
			g.p.refused(answer)
			return
		case g.p.stopped() && try > 40:
			g.doubt = append(g.doubt, ack{seat: seat, move: a.move})
			return
		}
		if err == nil {
			err = answer.Err()
		}
		g.p.failed(fmt.Errorf("move: %w", err))
		time.Sleep(time.Duration(20*(try+1)) * time.Millisecond)
	}
}

// follow reads a seat's stream, through reconnects, until quit.
func (g *game) follow(seat int, quit chan struct{}) {
	from, known := From{After: -1}, -1
	for {
		s, err := g.p.conn.Stream(g.id, g.people[seat].Token, from)
		if err == nil {
			g.hold(seat, s)
			g.p.open.Add(1)
			g.p.opens.Add(1)
			known, err = g.read(seat, s, known)
			g.p.open.Add(-1)
			from = From{LastID: s.LastID, After: known}
		}
		select {
		case <-quit:
			return
		default:
		}
		if !errors.Is(err, context.Canceled) {
			g.p.failed(fmt.Errorf("stream: %w", err))
			time.Sleep(50 * time.Millisecond)
		}
	}
}

// read reads a stream's updates and checks them: no entry left out, none repeated.
func (g *game) read(seat int, s *Stream, known int) (int, error) {
	for {
		ev, err := s.Next()
		if err != nil {
			return known, err
		}
		if ev.Name != "update" {
			continue
		}
		l, err := Look(ev.Data)
		if err != nil {
			return known, err
		}
		repeats, whole := l.follows(known)
		g.p.update(func(out *Played) {
			out.ViewsChecked++
			if repeats {
				g.p.repeats++
			} else if !whole {
				g.p.gaps++
			}
		})
		if repeats || !whole {
			g.p.wrong("table %s seat %d knew %d and got %d entries for %d", g.id, seat, known, len(l.Entries), l.N)
		}
		known = l.N
		g.take(seat, &l, ev.At)
	}
}

// take notes an update, and a listed move for the seat's question.
func (g *game) take(seat int, l *Glance, at time.Time) {
	owes := slices.Contains(l.Question.All, seat) || l.First() == seat
	may := slices.Contains(l.Question.May, seat)
	view := sha256.Sum256(l.View)
	g.mu.Lock()
	defer g.mu.Unlock()
	g.seen[seat] = append(g.seen[seat], sight{l.N, at})
	g.last[seat] = seenLast{l.N, view}
	g.over = g.over || l.Over
	g.asks[seat].open = false
	if owes || may && g.rng.IntN(interject) == 0 {
		if list := l.List(seat); len(list) > 0 {
			g.asks[seat] = ask{question: l.Question.ID, move: list[g.rng.IntN(len(list))], open: true}
		}
	}
	if l.Over || g.asks[seat].open {
		select {
		case g.wake <- struct{}{}:
		default:
		}
	}
}

// settle waits until every stream has delivered the last acknowledged entry.
func (g *game) settle() {
	newest := 0
	for _, a := range g.acks {
		newest = max(newest, a.n)
	}
	for range 1000 {
		g.mu.Lock()
		done := true
		for _, l := range g.last {
			done = done && l.n >= newest
		}
		g.mu.Unlock()
		if done {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	g.p.wrong("table %s: a stream did not deliver entry %d within 10 s", g.id, newest)
}

// fanout is how long after each acknowledgement the last of the streams had the entry.
func (g *game) fanout(out *Times) {
	for _, a := range g.acks {
		last := time.Duration(0)
		for _, seen := range g.seen {
			if i := slices.IndexFunc(seen, func(s sight) bool { return s.n >= a.n }); i >= 0 {
				last = max(last, seen[i].at.Sub(a.at))
			}
		}
		out.add(last)
	}
}
