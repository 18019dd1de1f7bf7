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

// received is a message that a viewer received, byte by byte.
type received struct {
	kind string // "update", "error", "why", "transcript", "table", or the name of a different event
	n    int    // the newest entry at the time of the request; for an update, the update's own entry
	over bool   // whether the game was over at the time of the request
	ask  string // the text of the viewer's request; a response that repeats it reveals nothing
	seat int    // the seat of a move or of a why request
	data []byte
	// seats are those of the viewer at the time of the request.
	seats engine.Seats
	// apart is whom the viewer blocked at the time of the request, or nil.
	apart *apart
}

// viewer is a person at a table, with everything that the person has received.
type viewer struct {
	Person
	seats  engine.Seats
	stream *Stream
	events chan received
	known  int
	last   Glance
	log    []received
	apart  *apart // whom the viewer blocks, or nil
}

// owes reports whether the viewer holds the seat and the seat owes an answer.
func (v *viewer) owes(seat engine.Seat) bool { return v.seats.Has(seat) && v.last.Owes(int(seat)) }

// leakGame is a game that is played one command at a time, with a record of everything that any viewer
// receives.
type leakGame struct {
	conn    *Conn
	rng     *rand.Rand
	table   string
	viewers []*viewer // the last viewer has no seat at first
	n       int
	over    bool
	key     int
	teams   bool
	hidden  bool // hands are hidden
	mayHop  bool // a bot's seat is to change hands
	wrong   findings
	spoken  []spoken
	blocker *viewer // the viewer who blocks another one, or nil
	counts  map[string]int
}

// secretTable returns random settings for a table with secrets, and its number of seats. Secrets are hidden
// hands, teams' objectives, or cards passed face down. A few tables have open hands, to test that the check
// notices the difference.
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

// cardTable returns random settings for a table of the card game: either variants of its rules, or a group's
// own cards.
func cardTable(rng *rand.Rand) (w Wish, seats int) {
	w = Wish{Game: "pharmacy", Watch: "hidden", Cards: "sniffles 2 cross 0 1 0"}
	if rng.IntN(2) == 0 {
		w.Cards, w.Settings = "", map[string]string{"doctor": "on", "returns": "pills"}
	}
	return w, 3 + rng.IntN(4)
}

// newLeakGame makes a table, seats people at it and adds a spectator. Sometimes one person gets two seats.
func newLeakGame(conn *Conn, rng *rand.Rand, wish Wish, seats int) (*leakGame, error) {
	g := &leakGame{conn: conn, rng: rng, counts: map[string]int{}}
	g.teams, g.hidden = wish.Settings["mode"] == "teams", wish.Settings["hands"] == "hidden"
	// With hidden hands it takes a quarter of a minute, so it happens in few games.
	g.mayHop = !g.teams && wish.Game == "" && rng.IntN(4) == 0
	twice := seats - 1 // a second seat that the first person sometimes gets
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

// connect opens a viewer's stream, and closes the viewer's previous one.
func (g *leakGame) connect(v *viewer, from From) error {
	if v.stream != nil {
		v.stream.Close()
		for r := range v.events { // events that were already in transit still count
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

// await reads a viewer's stream until the stream has delivered entry n.
func (g *leakGame) await(v *viewer, n int) error {
	return g.until(v, func(*received) bool { return v.known >= n })
}

// until reads a viewer's stream until done returns true.
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

// take records an event of a viewer's stream.
func (g *leakGame) take(v *viewer, r received) error {
	r.n, r.over, r.seats, r.apart = g.n, g.over, v.seats, v.apart
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

// ask sends a request for a viewer and records the response.
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
	v.log = append(v.log, received{kind: kind, n: g.n, over: g.over, ask: sent, seat: seat, data: a.Body, seats: v.seats, apart: v.apart})
	return a, err
}

// command sends a command that may become an entry.
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

// settle waits until every viewer has received the newest entry.
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
	who.log = append(who.log, received{kind: "update", n: l.N, over: l.Over, data: a.Body, seats: who.seats, apart: who.apart})
	for _, v := range g.viewers {
		if err := g.await(v, g.n); err != nil {
			return err
		}
	}
	return nil
}
