package load

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"theriac/engine"
)

// received is something that a viewer received, byte by byte.
type received struct {
	kind string // "update", "error", "why", "transcript", "table", or another event's name
	n    int    // the newest entry at the time of the request; of an update its own
	over bool   // the game was over at the time of the request
	ask  string // what the viewer had sent itself: its echo reveals nothing
	seat int    // of a move or a why: whose
	data []byte
}

// viewer is a person at a table and all that this person received.
type viewer struct {
	Person
	seats  engine.Seats
	stream *Stream
	events chan received
	known  int
	last   Glance
	log    []received
}

// owes reports whether the viewer has to answer for a seat of its own.
func (v *viewer) owes(seat engine.Seat) bool { return v.seats.Has(seat) && v.last.Owes(int(seat)) }

// leakGame is a game that is played one command at a time, recording everything that
// anybody receives.
type leakGame struct {
	conn    *Conn
	rng     *rand.Rand
	table   string
	viewers []*viewer // the last one has no seat
	n       int
	over    bool
	key     int
	teams   bool
	spoken  []spoken
	counts  map[string]int
}

// secretTable is a table and its seats: hidden hands with announced and with secret
// events, teams, cards that travel face down, and open hands, alone or together, to
// see that the check knows the difference.
func secretTable(rng *rand.Rand) (w Wish, seats int) {
	w.Watch, w.Advice = "hidden", true
	seats = 2 + rng.IntN(3)
	switch rng.IntN(12) {
	case 0:
		w.Settings = map[string]string{"hands": "open"}
	case 1, 2, 3:
		w.Settings = map[string]string{"epidemics": "5", "hands": "hidden", "events": "announced"}
	case 4:
		w.Settings, seats = map[string]string{"box": "lab", "mode": "solo"}, 1
	case 5, 6:
		w.Settings, seats = map[string]string{"box": "lab", "mode": "teams"}, 4
	case 7:
		w.Settings, seats = map[string]string{"box": "all", "mode": "teams", "objectives": "2"}, 6
	case 8, 9:
		return cardTable(rng)
	default:
		w.Settings = map[string]string{"epidemics": "5", "hands": "hidden", "events": "secret"}
	}
	return w, seats
}

// cardTable is a table of the card game, by the other readings of its rules or with
// the group's own cards.
func cardTable(rng *rand.Rand) (w Wish, seats int) {
	w = Wish{Game: "pharmacy", Watch: "hidden", Cards: "sniffles 2 cross 0 1 0"}
	if rng.IntN(2) == 0 {
		w.Cards, w.Settings = "", map[string]string{"doctor": "on", "returns": "pills"}
	}
	return w, 3 + rng.IntN(4)
}

// newLeakGame seats people, sometimes one of them twice, and adds a spectator.
func newLeakGame(conn *Conn, rng *rand.Rand, wish Wish, seats int) (*leakGame, error) {
	g := &leakGame{conn: conn, rng: rng, counts: map[string]int{}}
	g.teams = wish.Settings["mode"] == "teams"
	twice := seats - 1 // the seat that the first person may hold too
	if g.teams {
		twice = 1
	}
	people, err := newPeople(g.conn, seats+1)
	if err != nil {
		return nil, err
	}
	spectator, people := people[seats], people[:seats]
	if seats > 2 && rng.IntN(4) == 0 {
		people[twice] = people[0]
	}
	if g.table, err = NewTable(g.conn, people, wish); err != nil {
		return nil, err
	}
	for i, p := range people {
		at := slices.IndexFunc(g.viewers, func(v *viewer) bool { return v.ID == p.ID })
		if at < 0 {
			g.viewers = append(g.viewers, &viewer{Person: p, known: -1})
			at = len(g.viewers) - 1
		}
		g.viewers[at].seats = g.viewers[at].seats.With(engine.Seat(i))
	}
	g.viewers = append(g.viewers, &viewer{Person: spectator, known: -1})
	for _, v := range g.viewers {
		if err := g.connect(v, From{After: -1}); err != nil {
			return nil, err
		}
	}
	return g, nil
}

func (g *leakGame) close() {
	for _, v := range g.viewers {
		if v.stream != nil {
			v.stream.Close()
		}
	}
}

// connect opens a viewer's stream, and closes the one before.
func (g *leakGame) connect(v *viewer, from From) error {
	if v.stream != nil {
		v.stream.Close()
		for r := range v.events { // what was under way still counts
			if err := g.take(v, r); err != nil {
				return err
			}
		}
	}
	s, err := g.conn.Stream(context.Background(), g.table, v.Token, from)
	if err != nil {
		return fmt.Errorf("stream: %w", err)
	}
	v.stream, v.events = s, make(chan received, 64)
	go func(out chan received) {
		defer close(out)
		for {
			ev, err := s.Next()
			if err != nil {
				return
			}
			out <- received{kind: ev.Name, data: slices.Clone(ev.Data)}
		}
	}(v.events)
	return nil
}

// await reads a viewer's stream until it has delivered the n-th entry.
func (g *leakGame) await(v *viewer, n int) error {
	return g.until(v, func(*received) bool { return v.known >= n })
}

// until reads a viewer's stream until something was delivered.
func (g *leakGame) until(v *viewer, done func(last *received) bool) error {
	late := time.NewTimer(10 * time.Second)
	defer late.Stop()
	for last := (received{}); !done(&last); {
		select {
		case r, ok := <-v.events:
			if !ok {
				return errors.New("load: a stream ended")
			}
			if err := g.take(v, r); err != nil {
				return err
			}
			last = r
		case <-late.C:
			return errors.New("load: a stream did not deliver what was acknowledged within 10 s")
		}
	}
	return nil
}

// take records an event of a stream.
func (g *leakGame) take(v *viewer, r received) error {
	r.n, r.over = g.n, g.over
	if r.kind == "update" {
		l, err := Look(r.data)
		if err != nil {
			return err
		}
		r.n, r.over = l.N, l.Over
		v.known, v.last = l.N, l
		g.over = g.over || l.Over
	}
	v.log = append(v.log, r)
	return nil
}

// ask sends a viewer's request and records the answer.
func (g *leakGame) ask(v *viewer, kind string, seat int, method, path string, body any) (Answer, error) {
	a, err := g.conn.Do(method, "/api/tables/"+g.table+"/"+path, v.Token, body)
	if err != nil {
		return a, err
	}
	if a.Status >= 500 {
		return a, a.Err()
	}
	if !a.OK() {
		kind = "error"
		g.counts["errors"]++
	}
	sent, err := url.PathUnescape(path)
	if text, _ := json.Marshal(body); body != nil {
		sent += " " + string(text)
	}
	v.log = append(v.log, received{kind: kind, n: g.n, over: g.over, ask: sent, seat: seat, data: a.Body})
	return a, err
}

// command posts something that may become an entry.
func (g *leakGame) command(v *viewer, seat int, method, what string, body map[string]any) error {
	g.key++
	body["key"] = "k" + strconv.Itoa(g.key)
	a, err := g.ask(v, "receipt", seat, method, what, body)
	if err != nil || !a.OK() {
		return err
	}
	g.counts[what]++
	return g.settle()
}

// settle brings every viewer to the newest entry there is.
func (g *leakGame) settle() error {
	who := g.viewers[g.rng.IntN(len(g.viewers))]
	a, err := g.conn.succeed(http.MethodGet, "/api/tables/"+g.table+"/view?fresh=1", who.Token, nil)
	if err != nil {
		return err
	}
	l, err := Look(a.Body)
	if err != nil {
		return err
	}
	g.n = max(g.n, l.N)
	who.log = append(who.log, received{kind: "update", n: l.N, over: l.Over, data: a.Body})
	for _, v := range g.viewers {
		if err := g.await(v, g.n); err != nil {
			return err
		}
	}
	return nil
}
