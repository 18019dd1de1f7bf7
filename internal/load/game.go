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

// game is one table with a simulated player in each seat. Each seat has its own stream, but a single goroutine
// sends all commands, so that only one command is in flight at a time.
type game struct {
	p     *players
	id    string
	rng   *rand.Rand
	wake  chan struct{}
	acks  []ack
	doubt []ack // commands that got no response

	mu    sync.Mutex // guards the following fields
	seats []seat
	over  bool
}

// seat is one seat of a game, with its person, its stream and what the stream delivered.
type seat struct {
	Person
	ask    *Post     // the move that the seat will make next
	stream *Stream   // the open stream
	seen   []sight   // the entries that the seat's streams delivered
	last   lastSight // its entry number is -1 before the first entry
}

// sight records when a seat's stream delivered an entry.
type sight struct {
	n  int
	at time.Time
}

// lastSight is the newest entry that a seat's stream has delivered, with its view.
type lastSight struct {
	n    int
	view [sha256.Size]byte
}

// ack is a command that the server acknowledged as entry n.
type ack struct {
	n, seat int
	move    string
	at      time.Time
}

// interject is how many chances to move out of turn a seat gets, on average, for each one that it takes.
const interject = 24

func (p *players) newGame(people []Person, rng *rand.Rand) (*game, error) {
	id, err := NewTable(p.conn, people, Wish{})
	g := &game{p: p, id: id, rng: rng, wake: make(chan struct{}, 1)}
	for _, who := range people {
		g.seats = append(g.seats, seat{Person: who, last: lastSight{n: -1}})
	}
	return g, err
}

// locked calls f while it holds the game's lock.
func (g *game) locked(f func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	f()
}

// play runs until the game is over or play has been stopped. It returns once every stream has delivered all
// acknowledged entries.
func (g *game) play() {
	var streams sync.WaitGroup
	ctx, leave := context.WithCancel(context.Background())
	for i := range g.seats {
		streams.Go(func() { g.follow(ctx, i) })
	}
	for over := false; !over && !g.p.stopped(); {
		var p *Post
		if p, over = g.next(); p != nil {
			over = false
			g.post(*p)
		} else if !over {
			select {
			case <-g.wake:
			case <-g.p.ctx.Done():
			}
		}
	}
	g.settle()
	leave()
	streams.Wait()
}

// cut closes all open streams, and returns how many there were.
func (g *game) cut() (n int) {
	g.locked(func() {
		for i := range g.seats {
			if s := g.seats[i].stream; s != nil {
				s.Close()
				g.seats[i].stream = nil
				n++
			}
		}
	})
	return n
}

// next returns a move that one of the seats wants to make, or nil if there is none.
func (g *game) next() (p *Post, over bool) {
	g.locked(func() {
		over = g.over
		for i := range g.seats {
			if p = g.seats[i].ask; p != nil {
				g.seats[i].ask = nil
				p.Key = strconv.FormatUint(g.rng.Uint64(), 36)
				return
			}
		}
	})
	return p, over
}

// post sends a move. It repeats the request with the same key while the outcome is unknown.
func (g *game) post(p Post) {
	if !g.p.permit() {
		return
	}
	began := time.Now()
	for try := 0; ; try++ {
		got, answer, err := Move(g.p.conn, g.id, g.seats[p.Seat].Token, p)
		now := time.Now()
		switch {
		case err == nil && answer.OK():
			g.p.moved(now, now.Sub(began))
			g.acks = append(g.acks, ack{got.N, p.Seat, p.Move, now})
			return
		case err == nil && answer.Status != http.StatusServiceUnavailable:
			g.p.update(func(out *Played) { out.Refused[strconv.Itoa(answer.Status)+" "+answer.Problem()]++ })
			return
		case g.p.stopped() && try > 40:
			g.doubt = append(g.doubt, ack{seat: p.Seat, move: p.Move})
			return
		case err == nil:
			err = answer.Err()
		}
		g.p.failed(fmt.Errorf("move: %w", err))
		time.Sleep(time.Duration(20*(try+1)) * time.Millisecond)
	}
}

// follow reads a seat's stream until ctx ends, and reconnects if needed.
func (g *game) follow(ctx context.Context, i int) {
	for from := (From{After: -1}); ctx.Err() == nil; {
		s, err := g.p.conn.Stream(ctx, g.id, g.seats[i].Token, from)
		if err == nil {
			g.locked(func() { g.seats[i].stream = s })
			g.p.open.Add(1)
			g.p.opens.Add(1)
			from.After, err = g.read(i, s, from.After)
			from.LastID = s.LastID
			g.p.open.Add(-1)
		}
		if !errors.Is(err, context.Canceled) {
			g.p.failed(fmt.Errorf("stream: %w", err))
			time.Sleep(50 * time.Millisecond)
		}
	}
}

// read reads a stream's updates, and checks that no entry is missing or repeated.
func (g *game) read(i int, s *Stream, known int) (int, error) {
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
			g.p.wrong("table %s seat %d knew %d and got %d entries for %d", g.id, i, known, len(l.Entries), l.N)
		}
		known = l.N
		g.take(i, &l, ev.At)
	}
}

// take records an update, and may choose one of the legal moves in it as the seat's next move.
func (g *game) take(i int, l *Glance, at time.Time) {
	owes := slices.Contains(l.Question.All, i) || l.First() == i
	may := slices.Contains(l.Question.May, i)
	view := sha256.Sum256(l.View)
	g.mu.Lock()
	defer g.mu.Unlock()
	s := &g.seats[i]
	s.seen, s.last, s.ask = append(s.seen, sight{l.N, at}), lastSight{l.N, view}, nil
	g.over = g.over || l.Over
	if owes || may && g.rng.IntN(interject) == 0 {
		if list := l.List(i); len(list) > 0 {
			s.ask = &Post{Seat: i, Question: l.Question.ID, Move: list[g.rng.IntN(len(list))]}
		}
	}
	if l.Over || s.ask != nil {
		select {
		case g.wake <- struct{}{}:
		default:
		}
	}
}

// settle waits until every stream has delivered the newest acknowledged entry.
func (g *game) settle() {
	newest := 0
	for _, a := range g.acks {
		newest = max(newest, a.n)
	}
	for range 1000 {
		done := false
		g.locked(func() { done = !slices.ContainsFunc(g.seats, func(s seat) bool { return s.last.n < newest }) })
		if done {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	g.p.wrong("table %s: a stream did not deliver entry %d within 10 s", g.id, newest)
}

// fanout adds to out, for each entry, the time from its acknowledgement until the last stream delivered it.
func (g *game) fanout(out *Times) {
	for _, a := range g.acks {
		last := time.Duration(0)
		for _, s := range g.seats {
			if i := slices.IndexFunc(s.seen, func(s sight) bool { return s.n >= a.n }); i >= 0 {
				last = max(last, s.seen[i].at.Sub(a.at))
			}
		}
		out.add(last)
	}
}
