package load

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// HooksResult is how long calls to responsive webhook receivers took: on their own, and while two other
// receivers never answered.
type HooksResult struct {
	Alone       HookDelays `json:"without_silent"`
	Beside      HookDelays `json:"with_silent"`
	ExtraP99    float64    `json:"extra_p99_ms"`
	ExtraMax    float64    `json:"extra_max_ms"`
	Silent      int        `json:"silent_receivers"`
	SilentCalls int        `json:"silent_connections"`
	Healthy     int        `json:"healthy_receivers"`
	Tables      int        `json:"tables"`
	Words       words      `json:"words,omitempty"`
	Seconds     float64    `json:"seconds"`
	Seed        uint64     `json:"seed"`
}

// HookDelays is the result of one part of the measurement.
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

// mostExtra is the longest that other receivers may delay a notice.
const mostExtra = 1000.0 // milliseconds

// Sound reports whether no notice was late or lost. There must also have been unresponsive receivers, which
// could have delayed them.
func (r HooksResult) Sound() bool {
	return len(r.Words) == 0 && r.Alone.Lost+r.Beside.Lost+r.Alone.Twice+r.Beside.Twice == 0 && r.ExtraMax <= mostExtra &&
		r.Alone.Expected > 0 && r.Beside.Expected > 0 && r.Beside.Called > 0 && r.SilentCalls > 0
}

const (
	allTables = 8                     // tables whose receivers all answer
	mixed     = 8                     // tables whose first seat, in the second part, has receivers that never answer
	movePause = 50 * time.Millisecond // pause between two moves at a table
)

// hookGrace is how long to wait for notices after the last move.
const hookGrace = 20 * time.Second

// noticeID identifies one notice by the table, the seat and the entry.
type noticeID struct {
	table   string
	seat, n int
}

// receivers are the webhook receivers of one measurement. All run on this machine.
type receivers struct {
	well   []string
	silent []string
	srv    http.Server

	mu      sync.Mutex
	came    map[noticeID]time.Time
	twice   int
	silence int // connections to receivers that never answer
}

// receive starts well receivers that answer, one that accepts calls but never answers, and one that does not
// even accept calls.
func receive(well int) (*receivers, error) {
	r := &receivers{came: map[noticeID]time.Time{}}
	r.srv = http.Server{Handler: http.HandlerFunc(r.take), ReadHeaderTimeout: time.Minute}
	for i := range well + 2 {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return r, err
		}
		url := "http://" + l.Addr().String()
		if i < well {
			r.well = append(r.well, url)
			go func() { _ = r.srv.Serve(l) }()
			continue
		}
		r.silent = append(r.silent, url)
		if i == well {
			go r.hold(l)
		}
		r.srv.RegisterOnShutdown(func() { _ = l.Close() })
	}
	return r, nil
}

// hold accepts connections, reads from them, and sends nothing.
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
			_, _ = io.Copy(io.Discard, c) // reads until the server gives up
			_ = c.Close()
		}()
	}
}

// take records a notice that arrived.
func (r *receivers) take(_ http.ResponseWriter, req *http.Request) {
	now := time.Now()
	var n struct {
		Table   string
		Seat, N int
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

// runHooks measures twice: with only responsive receivers, and with two more that never answer.
func (c Config) runHooks(ctx context.Context) (HooksResult, error) {
	r := HooksResult{Seed: c.Seed, Tables: allTables + mixed, Seconds: c.Duration.Seconds()}
	at, err := receive(4)
	if err != nil {
		return r, err
	}
	defer func() { _ = at.srv.Shutdown(ctx) }()
	r.Healthy, r.Silent = len(at.well), len(at.silent)
	// The receivers are on this machine, and a server calls local addresses only with this option.
	h, err := c.open(ctx, "--private-hooks")
	if err != nil {
		return r, err
	}
	defer h.close()
	for i, out := range []*HookDelays{&r.Alone, &r.Beside} {
		c.progress("playing for %s with %d silent receivers", c.Duration, i*len(at.silent))
		if err := c.part(ctx, h.conn, at, i > 0, out); err != nil {
			r.Words.note("%v", err)
			return r, err
		}
	}
	at.mu.Lock()
	r.SilentCalls = at.silence
	at.mu.Unlock()
	r.ExtraP99, r.ExtraMax = round(max(0, r.Beside.P99-r.Alone.P99)), round(max(0, r.Beside.Max-r.Alone.Max))
	return r, nil
}

// part plays at all tables for some time, and then waits for the notices and counts them.
func (c Config) part(ctx context.Context, conn *Conn, at *receivers, silent bool, out *HookDelays) error {
	games := make([]*hookGame, allTables+mixed)
	err := Each(len(games), 8, func(i int) (err error) {
		games[i], err = newHookGame(c.Seed, conn, at, i, silent)
		return err
	})
	if err != nil {
		return fmt.Errorf("seating: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, c.Duration)
	defer cancel()
	if err := Each(len(games), len(games), func(i int) error { return games[i].play(ctx) }); err != nil {
		return err
	}
	due := map[noticeID]time.Time{}
	for _, g := range games {
		out.Moves += g.moves
		out.Called += g.called
		maps.Copy(due, g.due)
	}
	out.Expected = len(due)
	c.progress("%d moves; waiting for what of %d notices is still under way", out.Moves, len(due))
	for end := time.Now().Add(hookGrace); ; time.Sleep(20 * time.Millisecond) {
		if at.count(due, out); out.Lost == 0 || time.Now().After(end) {
			break
		}
	}
	at.forget()
	return nil
}

// count compares the notices that arrived with those that were due.
func (r *receivers) count(due map[noticeID]time.Time, out *HookDelays) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var times Times
	for key, acked := range due {
		if came, ok := r.came[key]; ok {
			times.add(came.Sub(acked)) // a notice that arrived before the acknowledgement counts as no delay
		}
	}
	out.Delivered, out.Lost, out.Twice = len(times), len(due)-len(times), r.twice
	out.P50, out.P99, out.Max = times.millis(50), times.millis(99), times.millis(100)
}

// forget removes all recorded notices before the next part.
func (r *receivers) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	clear(r.came)
	r.twice = 0
}

// hookGame is a table with two seats that one program plays. The program sees every position, so it knows which
// notices are due.
type hookGame struct {
	mover
	at    *receivers
	i     int
	well  []bool // by seat: whether its receiver answers
	hooks []int  // by seat: number of its webhooks

	due    map[noticeID]time.Time
	moves  int
	called int
}

// newHookGame registers two people for table i. If silent is true, the first seat at the first few tables gets
// three webhooks whose receivers never answer; otherwise it gets none.
func newHookGame(seed uint64, conn *Conn, at *receivers, i int, silent bool) (g *hookGame, err error) {
	g = &hookGame{
		at: at, i: i, due: map[noticeID]time.Time{}, well: []bool{i >= mixed, true}, hooks: []int{1, 1},
		mover: mover{conn: conn, rng: rand.New(rand.NewPCG(seed, uint64(i)))},
	}
	if !g.well[0] {
		g.hooks[0] = 0
		if silent {
			g.hooks[0] = 3
		}
	}
	if g.people, err = newPeople(g.conn, 2); err != nil {
		return nil, err
	}
	return g, g.sitDown()
}

// sitDown makes a table and sets the webhooks of its seats.
func (g *hookGame) sitDown() (err error) {
	if g.table, err = NewTable(g.conn, g.people, Wish{}); err != nil {
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
		if _, err := g.conn.succeed(http.MethodPut, "/api/tables/"+g.table+"/webhooks", who.Token, list); err != nil {
			return err
		}
	}
	return nil
}

// play plays one game after another until ctx ends.
func (g *hookGame) play(ctx context.Context) error {
	for ctx.Err() == nil {
		done, _, err := g.step()
		acked := time.Now()
		switch {
		case err != nil:
			return err
		case g.now.Over:
			err = g.sitDown()
		default:
			err = g.note(done.N, acked)
			sleep(ctx, movePause)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// note records which notices are due after entry n.
func (g *hookGame) note(n int, acked time.Time) error {
	next, err := View(g.conn, g.table, g.people[0].Token)
	if err == nil && next.N != n {
		err = fmt.Errorf("load: table %s was at %d and is at %d, and nobody else plays", g.table, n, next.N)
	}
	if err != nil {
		return err
	}
	g.moves++
	for s := range g.people {
		switch {
		case !next.Over && (g.now.Owes(s) || !next.Owes(s)):
		case g.well[s]:
			g.due[noticeID{g.table, s, next.N}] = acked
		default:
			g.called += g.hooks[s]
		}
	}
	return nil
}
