package load

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"theriac/games"
)

// BotsConfig is tables with bots, beside which people play.
type BotsConfig struct {
	Config
	Tables   int    // with bots on every seat; their host watches
	Players  int    // a table, people's and bots' alike
	Level    string // "": steady, or the weakest where there is none
	Pace     string
	Duration time.Duration // of each half: without bots, and with them
	Rate     float64       // of people's moves
	Kills    int           // how often a worker process is killed
	// Processes is how many worker processes of the lowest priority think; 0: the
	// server's own workers do.
	Processes int
	Settings  map[string]string
}

// BotsResult is what was measured.
type BotsResult struct {
	Level          string  `json:"level"`
	Tables         int     `json:"tables"`
	BotMoves       int     `json:"bot_moves"`
	MovesPerSecond float64 `json:"bot_moves_per_second"`
	SecondsPerMove float64 `json:"processor_seconds_per_bot_move"` // thinking alone
	ServerPerMove  float64 `json:"server_seconds_per_bot_move"`    // all that the server did, less what it did without bots
	Questions      int     `json:"questions"`
	Defaults       int     `json:"defaults"` // no worker answered
	Failures       int     `json:"failures"`
	PeopleMoves    int     `json:"people_moves"`
	P50Without     float64 `json:"people_p50_ms_without_bots"`
	P99Without     float64 `json:"people_p99_ms_without_bots"`
	P50With        float64 `json:"people_p50_ms_with_bots"`
	P99With        float64 `json:"people_p99_ms_with_bots"`
	P99Ratio       float64 `json:"people_p99_ratio"`
	Finished       int     `json:"tables_finished"`
	Errors         int     `json:"errors"`
	Seconds        float64 `json:"seconds"`
}

// Sound says whether the bots played, and every question had an answer.
func (r BotsResult) Sound() bool { return r.BotMoves > 0 && r.Defaults == 0 && r.Errors == 0 }

// peopleTables is how many tables people play at beside the bots.
const peopleTables = 10

// level is the level to measure: the one that was named, steady, or the weakest.
func (c *BotsConfig) level() (string, error) {
	e, _ := games.FindEntry(games.Default())
	var names []string
	for _, l := range e.Bots {
		names = append(names, l.Name)
	}
	switch {
	case c.Level != "" && !slices.Contains(names, c.Level):
		return "", fmt.Errorf("load: no level %q among %s", c.Level, strings.Join(names, ", "))
	case c.Level != "":
		return c.Level, nil
	case slices.Contains(names, "steady"):
		return "steady", nil
	}
	return names[0], nil
}

// manyBots lets one machine host all the bots of a measurement.
func manyBots() []string {
	return []string{"--bots-per-person", "1000000", "--bots-per-node", "1000000", "--bot-time", "24h"}
}

// RunBots measures people's moves without bots and beside them, in one run, and what a
// bot's move costs.
func RunBots(ctx context.Context, c BotsConfig) (BotsResult, error) {
	r := BotsResult{Tables: c.Tables, Seconds: c.Duration.Seconds()}
	var err error
	if r.Level, err = c.level(); err != nil {
		return r, err
	}
	var workers []*workerProcess
	args, start := manyBots(), func() error { return nil }
	if c.Processes > 0 {
		site, err := c.newSite()
		if err != nil {
			return r, err
		}
		defer site.close()
		args = append(args, site.args()...)
		start = func() error {
			for range c.Processes {
				w, err := site.start(ctx, "nice", "-n", "19")
				if err != nil {
					return err
				}
				workers = append(workers, w)
			}
			return nil
		}
		defer func() {
			for _, w := range workers {
				w.kill()
			}
		}()
	}
	h, err := c.open(ctx, args...)
	if err != nil {
		return r, err
	}
	defer h.close()
	if h.cmd == nil {
		return r, errors.New("load: bots are measured at a server of one's own")
	}
	people := func() ([]Played, float64, error) {
		before := h.usage()
		list, err := c.people(ctx, h)
		return list, h.usage().cpu - before.cpu, err
	}
	c.progress("people play for %s without bots", c.Duration)
	list, alone, err := people()
	if err != nil {
		return r, err
	}
	times := Times{}
	for _, p := range list {
		times = append(times, p.Times...)
		r.Errors += p.Errors
	}
	r.P50Without, r.P99Without = times.millis(50), times.millis(99)
	c.progress("%d tables with bots of the level %s", c.Tables, r.Level)
	if err := start(); err != nil {
		return r, err
	}
	b, err := c.seatBots(ctx, h.addr, r.Level)
	defer b.stop()
	if err != nil {
		return r, err
	}
	before, err := botCounts(h.Private)
	if err != nil {
		return r, err
	}
	c.progress("people play for %s beside the bots", c.Duration)
	began := time.Now()
	list, beside, err := people()
	if err != nil {
		return r, err
	}
	took := time.Since(began)
	after, err := botCounts(h.Private)
	if err != nil {
		return r, err
	}
	times = Times{}
	for _, p := range list {
		times = append(times, p.Times...)
		r.PeopleMoves += p.Moves
		r.Errors += p.Errors
	}
	r.P50With, r.P99With = times.millis(50), times.millis(99)
	r.P99Ratio = ratio(r.P99With, r.P99Without)
	r.take(after.minus(before), took)
	if r.BotMoves > 0 {
		r.ServerPerMove = (beside - alone) / float64(r.BotMoves)
	}
	r.Finished = int(b.finished.Load())
	r.Errors += int(b.errors.Load())
	return r, nil
}

// people plays people's moves at the wanted rate.
func (c BotsConfig) people(ctx context.Context, h *testServer) ([]Played, error) {
	job := Job{Kind: "play", Addr: h.addr, Tables: peopleTables, Players: c.Players, Duration: c.Duration, Rate: c.Rate, Seed: c.Seed, Settings: c.Settings}
	cl, err := startClients(ctx, split(job, c.Players+2), c.Log)
	defer cl.end()
	if err == nil {
		err = errors.Join(cl.ready(), cl.goOn())
	}
	if err != nil {
		return nil, err
	}
	return results[Played](cl)
}

// take notes what the server counted.
func (r *BotsResult) take(n botCount, took time.Duration) {
	r.BotMoves, r.Questions, r.Defaults, r.Failures = int(n.moves), int(n.questions), int(n.defaults), int(n.failures)
	r.MovesPerSecond = per(r.BotMoves, took)
	if r.BotMoves > 0 {
		r.SecondsPerMove = n.seconds / n.moves
	}
}

// botCount is what a server counts of bots.
type botCount struct{ moves, defaults, questions, seconds, redeliveries, failures float64 }

func (a botCount) minus(b botCount) botCount {
	return botCount{
		a.moves - b.moves, a.defaults - b.defaults, a.questions - b.questions, a.seconds - b.seconds, a.redeliveries - b.redeliveries,
		a.failures - b.failures,
	}
}

// botCounts reads the metrics of bots.
func botCounts(private string) (botCount, error) {
	m, err := Metrics(private)
	return botCount{
		m["theriac_bot_moves_total"], m[`theriac_bot_moves_total{how="default"}`], m["theriac_bot_questions_total"], m["theriac_bot_seconds_total"],
		m["theriac_bot_redeliveries_total"], m["theriac_bot_failures_total"],
	}, err
}

// botTables are tables with bots on every seat, each watched by its host.
type botTables struct {
	conf     BotsConfig
	addr     string
	level    string
	cancel   context.CancelFunc
	all      sync.WaitGroup
	finished atomic.Int64
	errors   atomic.Int64

	mu     sync.Mutex
	tables map[string]Person // those that were made, and their hosts
}

// seatBots makes the tables and follows them. When a game is over, the host makes
// another.
func (c BotsConfig) seatBots(ctx context.Context, addr, level string) (*botTables, error) {
	ctx, cancel := context.WithCancel(ctx)
	b := &botTables{conf: c, addr: addr, level: level, cancel: cancel, tables: map[string]Person{}}
	return b, each(c.Tables, 16, func(int) error {
		conn := NewConn(addr)
		defer conn.Close()
		host, err := NewPerson(conn)
		if err != nil {
			return err
		}
		table, err := b.table(conn, host)
		if err != nil {
			return err
		}
		b.all.Go(func() { b.follow(ctx, host, table) })
		return nil
	})
}

// stop leaves the tables.
func (b *botTables) stop() {
	b.cancel()
	b.all.Wait()
}

// made is the tables so far, and their hosts.
func (b *botTables) made() map[string]Person {
	b.mu.Lock()
	defer b.mu.Unlock()
	return maps.Clone(b.tables)
}

// table makes a table and starts it, in one call.
func (b *botTables) table(conn *Conn, host Person) (string, error) {
	settings := map[string]string{"players": strconv.Itoa(b.conf.Players)}
	for k, v := range b.conf.Settings {
		settings[k] = v
	}
	a, err := conn.succeed(http.MethodPost, "/api/tables", host.Token, map[string]any{
		"game": games.Default(), "settings": settings, "sit": "none", "start": true, "botPace": b.conf.Pace,
		"bots": slices.Repeat([]map[string]any{{"level": b.level}}, b.conf.Players),
	})
	if err != nil {
		return "", err
	}
	var made struct {
		ID string `json:"id"`
	}
	err = json.Unmarshal(a.Body, &made)
	b.mu.Lock()
	b.tables[made.ID] = host
	b.mu.Unlock()
	return made.ID, err
}

// follow watches a table, and the next one after its end, until the context ends.
func (b *botTables) follow(ctx context.Context, host Person, table string) {
	conn := NewConn(b.addr)
	defer conn.Close()
	for ctx.Err() == nil {
		over, err := b.watch(ctx, host, table)
		if ctx.Err() != nil {
			return
		}
		if err == nil && over {
			b.finished.Add(1)
			table, err = b.table(conn, host)
		}
		if err != nil {
			b.errors.Add(1)
			b.conf.progress("a table with bots: %v", err)
			return
		}
	}
}

// watch reads the stream of a table until its game is over.
func (b *botTables) watch(ctx context.Context, host Person, table string) (over bool, err error) {
	st, err := OpenStream(b.addr, table, host.Token, From{Now: true}, 4096)
	if err != nil {
		return false, err
	}
	defer context.AfterFunc(ctx, st.Close)()
	defer st.Close()
	for {
		ev, err := st.Next()
		if err != nil {
			return false, err
		}
		if now, ok := glance(ev.Data); ok && ev.Name == "update" && now.Over {
			return true, nil
		}
	}
}
