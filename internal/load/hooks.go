package load

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// HooksConfig is games whose players have webhooks.
type HooksConfig struct {
	Config
	Tables   int           // where every receiver answers
	Mixed    int           // where the first seat's receivers never answer, in the second part
	Duration time.Duration // of each of the two parts
	Pause    time.Duration // between two moves of a table
}

// HooksResult is how long the notices to responsive receivers took: without and with
// two others that never answer.
type HooksResult struct {
	Alone       HookDelays `json:"without_silent"`
	Beside      HookDelays `json:"with_silent"`
	ExtraP99    float64    `json:"extra_p99_ms"`
	ExtraMax    float64    `json:"extra_max_ms"`
	Silent      int        `json:"silent_receivers"`
	SilentCalls int        `json:"silent_connections"`
	Healthy     int        `json:"healthy_receivers"`
	Tables      int        `json:"tables"`
	Words       []string   `json:"words,omitempty"`
	Seconds     float64    `json:"seconds"`
	Seed        uint64     `json:"seed"`
}

// HookDelays is one part of it.
type HookDelays struct {
	Moves     int     `json:"moves"`
	Expected  int     `json:"expected"`
	Delivered int     `json:"delivered"`
	Lost      int     `json:"lost"`
	Twice     int     `json:"twice"`
	P50       float64 `json:"p50_ms"`
	P99       float64 `json:"p99_ms"`
	Max       float64 `json:"max_ms"`
	// Called is how many notices were due to receivers that never answer.
	Called int `json:"called_silent"`
}

// mostExtra is how much later a notice may come because of somebody else's receiver.
const mostExtra = 1000.0 // milliseconds

// Sound says whether nobody was delayed, nothing got lost, and there was anything to
// cause a delay.
func (r HooksResult) Sound() bool {
	return len(r.Words) == 0 && r.Alone.Lost+r.Beside.Lost+r.Alone.Twice+r.Beside.Twice == 0 && r.ExtraMax <= mostExtra &&
		r.Alone.Expected > 0 && r.Beside.Expected > 0 && r.Beside.Called > 0 && r.SilentCalls > 0
}

// hookGrace is how long to wait for a notice after the last move.
const hookGrace = 20 * time.Second

// noticeID names one notice.
type noticeID struct {
	table   string
	seat, n int
}

// receivers are those of one measurement, all on this machine.
type receivers struct {
	well   []string
	silent []string
	close  []func()

	mu      sync.Mutex
	came    map[noticeID]time.Time
	twice   int
	silence int // connections to those that never answer
}

// receive opens receivers: responsive ones, one that accepts a call and never
// answers, and one that does not even accept it.
func receive(well int) (*receivers, error) {
	r := &receivers{came: map[noticeID]time.Time{}}
	for range well {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return r, err
		}
		s := &http.Server{Handler: http.HandlerFunc(r.take), ReadHeaderTimeout: time.Minute}
		go func() { _ = s.Serve(l) }()
		r.well, r.close = append(r.well, "http://"+l.Addr().String()), append(r.close, func() { _ = s.Close() })
	}
	for i := range 2 {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return r, err
		}
		r.silent, r.close = append(r.silent, "http://"+l.Addr().String()), append(r.close, func() { _ = l.Close() })
		if i == 0 {
			go r.hold(l)
		}
	}
	return r, nil
}

// hold accepts connections and sends nothing.
func (r *receivers) hold(l net.Listener) {
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		r.mu.Lock()
		r.silence++
		r.mu.Unlock()
		go func() {
			_, _ = io.Copy(io.Discard, c) // until the other side gives up
			_ = c.Close()
		}()
	}
}

// take notes a notice.
func (r *receivers) take(_ http.ResponseWriter, req *http.Request) {
	now := time.Now()
	var n struct {
		Table string `json:"table"`
		Seat  int    `json:"seat"`
		N     int    `json:"n"`
	}
	if json.NewDecoder(req.Body).Decode(&n) != nil {
		return
	}
	key := noticeID{n.Table, n.Seat, n.N}
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, again := r.came[key]; again {
		r.twice++
		return
	}
	r.came[key] = now
}

func (r *receivers) end() {
	for _, f := range r.close {
		f()
	}
}

// RunHooks plays twice: with responsive receivers, and beside two that never answer.
func RunHooks(ctx context.Context, c HooksConfig) (HooksResult, error) {
	r := HooksResult{Seed: c.Seed, Tables: c.Tables + c.Mixed, Seconds: c.Duration.Seconds()}
	at, err := receive(4)
	defer at.end()
	if err != nil {
		return r, err
	}
	r.Healthy, r.Silent = len(at.well), len(at.silent)
	// The receivers are on this machine, which a server calls only if allowed.
	h, err := c.open(ctx, "--private-hooks")
	if err != nil {
		return r, err
	}
	defer h.close()
	for i, out := range []*HookDelays{&r.Alone, &r.Beside} {
		c.progress("playing for %s with %d silent receivers", c.Duration, i*len(at.silent))
		if err := c.part(ctx, h.addr, at, i > 0, out); err != nil {
			r.Words = append(r.Words, err.Error())
			return r, err
		}
	}
	at.mu.Lock()
	r.SilentCalls = at.silence
	at.mu.Unlock()
	r.ExtraP99, r.ExtraMax = round(max(0, r.Beside.P99-r.Alone.P99)), round(max(0, r.Beside.Max-r.Alone.Max))
	return r, nil
}

// part plays at all tables for a while, waits for the notices and counts them.
func (c HooksConfig) part(ctx context.Context, addr string, at *receivers, silent bool, out *HookDelays) error {
	games := make([]*hookGame, c.Tables+c.Mixed)
	err := each(len(games), 8, func(i int) (err error) {
		games[i], err = c.newHookGame(addr, at, i, silent)
		return err
	})
	if err != nil {
		return fmt.Errorf("seating: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, c.Duration)
	defer cancel()
	if err := each(len(games), len(games), func(i int) error { return games[i].play(ctx) }); err != nil {
		return err
	}
	due := map[noticeID]time.Time{}
	for _, g := range games {
		g.conn.Close()
		out.Moves += g.moves
		out.Called += g.called
		for key, at := range g.due {
			due[key] = at
		}
	}
	out.Expected = len(due)
	c.progress("%d moves; waiting for what of %d notices is still under way", out.Moves, len(due))
	for end := time.Now().Add(hookGrace); at.missing(due) > 0 && time.Now().Before(end); {
		time.Sleep(20 * time.Millisecond)
	}
	at.count(due, out)
	return nil
}

func (r *receivers) missing(due map[noticeID]time.Time) (n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for key := range due {
		if _, ok := r.came[key]; !ok {
			n++
		}
	}
	return n
}

// count fills in a part and makes room for the next.
func (r *receivers) count(due map[noticeID]time.Time, out *HookDelays) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var times Times
	for key, acked := range due {
		came, ok := r.came[key]
		if !ok {
			out.Lost++
			continue
		}
		out.Delivered++
		times.add(came.Sub(acked)) // one that overtook its acknowledgement was not late at all
	}
	out.P50, out.P99, out.Max, out.Twice = times.millis(50), times.millis(99), times.millis(100), r.twice
	clear(r.came)
	r.twice = 0
}

// hookGame is a table whose two seats one program plays in turns, so that it sees
// every position and knows every notice that is due.
type hookGame struct {
	c      HooksConfig
	at     *receivers
	i      int
	conn   *Conn
	rng    *rand.Rand
	people []Person
	id     string
	well   []bool // by seat: its receiver is one that answers
	hooks  []int  // by seat: how many hooks it has

	due    map[noticeID]time.Time
	moves  int
	called int
	key    int
}

func (c HooksConfig) newHookGame(addr string, at *receivers, i int, silent bool) (*hookGame, error) {
	g := &hookGame{
		c: c, at: at, i: i, conn: NewConn(addr), rng: rand.New(rand.NewPCG(c.Seed, uint64(i))), due: map[noticeID]time.Time{},
		well: []bool{i >= c.Mixed, true}, hooks: []int{1, 1},
	}
	if !g.well[0] {
		g.hooks[0] = 0
		if silent {
			g.hooks[0] = 3
		}
	}
	for range 2 {
		who, err := NewPerson(g.conn)
		if err != nil {
			return nil, err
		}
		g.people = append(g.people, who)
	}
	return g, g.sitDown()
}

// sitDown makes a table and gives its seats their hooks. At the mixed ones the first
// seat has three, to receivers that never answer, or none.
func (g *hookGame) sitDown() error {
	var err error
	if g.id, err = NewTable(g.conn, g.people, Wish{}); err != nil {
		return err
	}
	for seat, who := range g.people {
		list := []map[string]any{}
		for n := range g.hooks[seat] {
			to := g.at.well[(2*g.i+seat)%len(g.at.well)]
			if !g.well[seat] {
				to = g.at.silent[(g.i+n)%len(g.at.silent)]
			}
			list = append(list, map[string]any{"seat": seat, "url": to + "/" + strconv.Itoa(n), "form": "json", "on": "owed"})
		}
		if _, err := g.conn.succeed(http.MethodPut, "/api/tables/"+g.id+"/webhooks", who.Token, list); err != nil {
			return fmt.Errorf("webhooks: %w", err)
		}
	}
	return nil
}

// play plays one game after another until the time is up.
func (g *hookGame) play(ctx context.Context) error {
	for {
		if err := g.one(ctx); err != nil || ctx.Err() != nil {
			return err
		}
		if err := g.sitDown(); err != nil {
			return err
		}
	}
}

// one makes moves until the time is up or the game is over.
func (g *hookGame) one(ctx context.Context) error {
	data, err := View(g.conn, g.id, g.people[0].Token)
	if err != nil {
		return err
	}
	now, err := Look(data)
	for err == nil && ctx.Err() == nil && !now.Over {
		now, err = g.step(now)
		select {
		case <-ctx.Done():
		case <-time.After(g.c.Pause):
		}
	}
	return err
}

// step makes a move of a seat that owes one, and notes which notices are due.
func (g *hookGame) step(now Glance) (Glance, error) {
	seat := 0
	if !owing(now, 0) {
		seat = 1
	}
	data, err := View(g.conn, g.id, g.people[seat].Token)
	if err != nil {
		return now, err
	}
	own, err := Look(data)
	if err != nil {
		return now, err
	}
	list := own.List(seat)
	if len(list) == 0 {
		return now, fmt.Errorf("load: table %s waits for seat %d, who has no move", g.id, seat)
	}
	g.key++
	move := Post{Seat: seat, Question: own.Question, Move: text(list[g.rng.IntN(len(list))]), Key: strconv.Itoa(g.key)}
	done, answer, err := Move(g.conn, g.id, g.people[seat].Token, move)
	if err == nil {
		err = answer.Err()
	}
	acked := time.Now()
	if err != nil {
		return now, fmt.Errorf("move: %w", err)
	}
	g.moves++
	if data, err = View(g.conn, g.id, g.people[0].Token); err != nil {
		return now, err
	}
	next, err := Look(data)
	if err != nil {
		return now, err
	}
	if next.N != done.N {
		return next, fmt.Errorf("load: table %s was at %d and is at %d, and nobody else plays", g.id, done.N, next.N)
	}
	for s := range g.people {
		if !next.Over && (owing(now, s) || !owing(next, s)) {
			continue
		}
		if g.well[s] {
			g.due[noticeID{g.id, s, next.N}] = acked
		} else {
			g.called += g.hooks[s]
		}
	}
	return next, nil
}

// owing says whether a seat owes an answer.
func owing(g Glance, seat int) bool { return has(g.All, seat) || has(g.Any, seat) }
