package load

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"theriac/games"
	"theriac/internal/port"
)

// BotsResult is the result of a measurement of bots.
type BotsResult struct {
	Level          string  `json:"level"`
	Tables         int     `json:"tables"`
	BotMoves       int     `json:"bot_moves"`
	MovesPerSecond float64 `json:"bot_moves_per_second"`
	SecondsPerMove float64 `json:"processor_seconds_per_bot_move"` // only the time that bots spend thinking
	ServerPerMove  float64 `json:"server_seconds_per_bot_move"`    // the server's processor time with bots, minus its processor time without bots
	Questions      int     `json:"questions"`
	Defaults       int     `json:"defaults"` // moves that the server played because no worker answered
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

// Sound reports whether bots played, and every one of their questions was answered.
func (r BotsResult) Sound() bool { return r.BotMoves > 0 && r.Defaults == 0 && r.Errors == 0 }

// How many tables people play at while the bots are measured, and how fast.
const (
	peopleTables = 10
	peopleRate   = 40 // moves per second over all tables, unless the configuration sets a rate
)

// manyBots raises the server's limits, so that one machine can run all bots of a measurement.
var manyBots = []string{"--bots-per-person", "1000000", "--bots-per-node", "1000000", "--bot-time", "24h"}

// runBots measures people's moves without bots and then with bots. It also measures the cost of a bot's move.
func (c Config) runBots(ctx context.Context) (r BotsResult, err error) {
	r = BotsResult{Level: c.BotLevel, Tables: c.Bots, Seconds: c.Duration.Seconds()}
	if c.URL != "" {
		return r, errors.New("load: bots are measured at a server of one's own")
	}
	site, err := c.newSite()
	if err != nil {
		return r, err
	}
	defer site.close()
	args := manyBots
	if c.WorkerProcs > 0 {
		args = slices.Concat(manyBots, site.args())
	}
	h, err := c.open(ctx, args...)
	if err != nil {
		return r, err
	}
	defer h.close()
	job := Job{Addr: h.addr, Tables: peopleTables, Players: c.Players, Duration: c.Duration, Rate: cmp.Or(c.Rate, peopleRate), Seed: c.Seed}
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
	for range c.WorkerProcs {
		if _, err := site.start(ctx, "nice", "-n", "19"); err != nil {
			return r, err
		}
	}
	c.progress("%d tables with bots of the level %s", c.Bots, c.BotLevel)
	b, err := c.seatBots(ctx, h.conn)
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

// botTables are tables with bots on all seats. Each table's host follows its stream.
type botTables struct {
	conf     Config
	conn     *Conn
	cancel   context.CancelFunc
	all      sync.WaitGroup
	finished atomic.Int64
	errors   atomic.Int64

	mu     sync.Mutex
	tables map[string]Person // every table made so far, with the person who hosts it
}

// seatBots makes the tables and follows their streams. When a game ends, its host makes another table.
func (c Config) seatBots(ctx context.Context, conn *Conn) (*botTables, error) {
	ctx, cancel := context.WithCancel(ctx)
	b := &botTables{conf: c, conn: conn, cancel: cancel, tables: map[string]Person{}}
	return b, Each(c.Bots, 16, func(int) error {
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

// stop closes the hosts' streams.
func (b *botTables) stop() {
	b.cancel()
	b.all.Wait()
}

// made returns every table made so far, with the person who hosts it.
func (b *botTables) made() map[string]Person {
	b.mu.Lock()
	defer b.mu.Unlock()
	return maps.Clone(b.tables)
}

// table makes a table with bots and starts it, in one request.
func (b *botTables) table(host Person) (string, error) {
	id, err := newTable(b.conn, host.Token, map[string]any{
		"game": games.Default(), "settings": map[string]string{"players": strconv.Itoa(b.conf.Players)}, "sit": "none", "start": true,
		"botPace": b.conf.BotPace, "bots": slices.Repeat([]map[string]any{{"level": b.conf.BotLevel}}, b.conf.Players),
	})
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tables[id] = host
	return id, err
}

// follow reads a table's stream until ctx ends. Whenever a game ends, it makes a new table and follows that
// one.
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
	st, err := b.conn.Stream(ctx, table, host.Token, From{Now: true})
	if err != nil {
		return err
	}
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

// workerKey is the key with which workers connect to the measured server, which listens only on the loopback
// interface.
const workerKey = "a key of workers under test"

// workerSite is a server whose queue of bots' questions is open to worker processes.
type workerSite struct {
	dir, nats string
	log       *os.File
	started   []*exec.Cmd
}

// newSite chooses the server's address and keys. The caller must close the site.
func (c Config) newSite() (s *workerSite, err error) {
	s = &workerSite{}
	if s.dir, err = os.MkdirTemp(c.Data, "theriac-workers-"); err != nil {
		return nil, err
	}
	if err := os.WriteFile(s.key("worker"), []byte(workerKey), 0o600); err != nil {
		return nil, err
	}
	if s.nats, err = port.Free(); err != nil {
		return nil, err
	}
	s.log, err = os.Create(filepath.Join(s.dir, "workers.log"))
	return s, err
}

func (s *workerSite) key(name string) string { return filepath.Join(s.dir, name+".key") }

func (s *workerSite) close() {
	for _, w := range s.started {
		end(w)
	}
	_ = s.log.Close()
	_ = os.RemoveAll(s.dir)
}

// args returns the arguments for a server that has no workers in its own process.
func (s *workerSite) args() []string {
	return []string{"--nats-listen", s.nats, "--bot-workers=-1", "--worker-key-file", s.key("worker")}
}

// start starts a worker process, through a wrapper program if one is given.
func (s *workerSite) start(ctx context.Context, under ...string) (*exec.Cmd, error) {
	bin, err := product()
	if err != nil {
		return nil, err
	}
	line := append(slices.Clone(under), bin, "worker", "--nats", "nats://"+s.nats, "--key-file", s.key("worker"), "--workers", "1")
	w := exec.CommandContext(ctx, line[0], line[1:]...)
	w.Stderr = s.log
	s.started = append(s.started, w)
	return w, w.Start()
}

// end kills a process without warning, as the loss of a machine would.
func end(w *exec.Cmd) {
	if w.Process != nil && w.ProcessState == nil {
		_ = w.Process.Kill()
		_ = w.Wait()
	}
}
