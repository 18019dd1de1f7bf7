package load

import (
	"context"
	"errors"
	"fmt"
	"maps"
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
	Level    string // "": steady, or the weakest if there is none
	Pace     string
	Duration time.Duration // of each half: without bots, and with them
	Rate     float64       // of people's moves
	Kills    int           // how often a worker process is killed
	// Processes is how many worker processes of the lowest priority think; 0: the
	// server's own workers do.
	Processes int
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

// Sound reports whether the bots played, and every question had an answer.
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
var manyBots = []string{"--bots-per-person", "1000000", "--bots-per-node", "1000000", "--bot-time", "24h"}

// RunBots measures people's moves without bots and beside them, in one run, and what a
// bot's move costs.
func RunBots(ctx context.Context, c BotsConfig) (r BotsResult, err error) {
	r = BotsResult{Tables: c.Tables, Seconds: c.Duration.Seconds()}
	if r.Level, err = c.level(); err != nil {
		return r, err
	}
	if c.URL != "" {
		return r, errors.New("load: bots are measured at a server of one's own")
	}
	site, err := c.newSite()
	if err != nil {
		return r, err
	}
	defer site.close()
	args := manyBots
	if c.Processes > 0 {
		args = slices.Concat(manyBots, site.args())
	}
	h, err := c.open(ctx, args...)
	if err != nil {
		return r, err
	}
	defer h.close()
	job := Job{Addr: h.addr, Tables: peopleTables, Players: c.Players, Duration: c.Duration, Rate: c.Rate, Seed: c.Seed}
	people := func() (Played, float64, error) {
		before := h.usage()
		p, err := c.people(ctx, job, nil)
		r.Errors += p.Errors
		return p, h.usage().cpu - before.cpu, err
	}
	without, alone, err := people()
	if err != nil {
		return r, err
	}
	for range c.Processes {
		if _, err := site.start(ctx, "nice", "-n", "19"); err != nil {
			return r, err
		}
	}
	c.progress("%d tables with bots of the level %s", c.Tables, r.Level)
	b, err := c.seatBots(ctx, h.conn, r.Level)
	defer b.stop()
	if err != nil {
		return r, err
	}
	before, err := Metrics(h.Private)
	if err != nil {
		return r, err
	}
	began := time.Now()
	with, beside, err := people()
	if err != nil {
		return r, err
	}
	took := time.Since(began)
	after, err := Metrics(h.Private)
	counted := func(name string) float64 { return after["theriac_bot_"+name] - before["theriac_bot_"+name] }
	r.BotMoves, r.Questions = int(counted("moves_total")), int(counted("questions_total"))
	r.Defaults, r.Failures = int(counted(`moves_total{how="default"}`)), int(counted("failures_total"))
	r.MovesPerSecond = per(r.BotMoves, took)
	if r.BotMoves > 0 {
		r.SecondsPerMove = counted("seconds_total") / float64(r.BotMoves)
		r.ServerPerMove = (beside - alone) / float64(r.BotMoves)
	}
	r.PeopleMoves = with.Moves
	r.P50Without, r.P99Without = without.Times.millis(50), without.Times.millis(99)
	r.P50With, r.P99With = with.Times.millis(50), with.Times.millis(99)
	r.P99Ratio = ratio(r.P99With, r.P99Without)
	r.Finished = int(b.finished.Load())
	r.Errors += int(b.errors.Load())
	return r, err
}

// botTables are tables with bots on every seat, each watched by its host.
type botTables struct {
	conf     BotsConfig
	conn     *Conn
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
func (c BotsConfig) seatBots(ctx context.Context, conn *Conn, level string) (*botTables, error) {
	ctx, cancel := context.WithCancel(ctx)
	b := &botTables{conf: c, conn: conn, level: level, cancel: cancel, tables: map[string]Person{}}
	return b, each(c.Tables, 16, func(int) error {
		host, err := NewPerson(conn)
		if err != nil {
			return err
		}
		table, err := b.table(host)
		if err == nil {
			b.all.Go(func() { b.follow(ctx, host, table) })
		}
		return err
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
func (b *botTables) table(host Person) (string, error) {
	id, err := newTable(b.conn, host.Token, map[string]any{
		"game": games.Default(), "settings": map[string]string{"players": strconv.Itoa(b.conf.Players)}, "sit": "none", "start": true,
		"botPace": b.conf.Pace, "bots": slices.Repeat([]map[string]any{{"level": b.level}}, b.conf.Players),
	})
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tables[id] = host
	return id, err
}

// follow watches a table, and the next one after its end, until the context ends.
func (b *botTables) follow(ctx context.Context, host Person, table string) {
	for {
		err := b.watch(ctx, host, table)
		if ctx.Err() != nil {
			return
		}
		if err == nil {
			b.finished.Add(1)
			table, err = b.table(host)
		}
		if err != nil {
			b.errors.Add(1)
			b.conf.progress("a table with bots: %v", err)
			return
		}
	}
}

// watch reads the stream of a table until its game is over.
func (b *botTables) watch(ctx context.Context, host Person, table string) error {
	st, err := b.conn.Stream(table, host.Token, From{Now: true})
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, st.Close)()
	defer st.Close()
	for {
		ev, err := st.Next()
		if err != nil {
			return err
		}
		if ev.Name != "update" {
			continue
		}
		if now, err := Look(ev.Data); err != nil || now.Over {
			return err
		}
	}
}
