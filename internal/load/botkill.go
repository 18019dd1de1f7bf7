package load

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"theriac/internal/jetstream"
	"theriac/internal/port"
	"theriac/internal/table"
)

// KillResult says what became of the questions of bots while their workers were killed.
type KillResult struct {
	Level        string  `json:"level"`
	Tables       int     `json:"tables"`
	Kills        int     `json:"kills"`
	Workers      int     `json:"worker_processes"`
	BotMoves     int     `json:"bot_moves"`
	Questions    int     `json:"questions"`
	Redeliveries int     `json:"redeliveries"`
	Unanswered   int     `json:"unanswered"`     // the default was played instead
	Twice        int     `json:"answered_twice"` // two answers to one question are in a log
	Stuck        int     `json:"stuck"`          // tables where nothing happened after the last kill
	Checked      int     `json:"entries_checked"`
	Errors       int     `json:"errors"`
	Seconds      float64 `json:"seconds"`
}

// Sound says whether every question was answered once.
func (r KillResult) Sound() bool {
	return r.BotMoves > 0 && r.Unanswered+r.Twice+r.Stuck+r.Errors == 0
}

// keys of the users of the server that is measured. It listens on the loopback.
const workerKey, storeKey = "a key of workers under test", "a key of readers under test"

// workerProcess is a process that thinks for bots.
type workerProcess struct{ cmd *exec.Cmd }

// workerSite is a server that worker processes think for.
type workerSite struct {
	dir, nats string
	files     map[string]string // with the keys
	log       *os.File
}

// newSite chooses the address and the keys. Close it.
func (c Config) newSite() (s *workerSite, err error) {
	s = &workerSite{files: map[string]string{"worker": workerKey, "store": storeKey}}
	if s.dir, err = os.MkdirTemp(c.Data, "theriac-workers-"); err != nil {
		return nil, err
	}
	for name, key := range s.files {
		s.files[name] = filepath.Join(s.dir, name+".key")
		if err := os.WriteFile(s.files[name], []byte(key), 0o600); err != nil {
			return nil, err
		}
	}
	if s.nats, err = port.Free(); err != nil {
		return nil, err
	}
	s.log, err = os.Create(filepath.Join(s.dir, "workers.log"))
	return s, err
}

func (s *workerSite) close() {
	_ = s.log.Close()
	_ = os.RemoveAll(s.dir)
}

// args are those of the server: all thinking is done elsewhere.
func (s *workerSite) args() []string {
	return []string{"--bot-workers=-1", "--nats-listen", s.nats, "--worker-key-file", s.files["worker"], "--store-key-file", s.files["store"]}
}

// start starts a worker process, under another program if one is named.
func (s *workerSite) start(ctx context.Context, under ...string) (*workerProcess, error) {
	bin, err := product()
	if err != nil {
		return nil, err
	}
	words := append(slices.Clone(under), bin, "worker", "--nats", "nats://"+s.nats, "--key-file", s.files["worker"], "--workers", "1")
	w := &workerProcess{exec.CommandContext(ctx, words[0], words[1:]...)}
	w.cmd.Stderr = s.log
	return w, w.cmd.Start()
}

// kill kills the process, as the loss of a machine does.
func (w *workerProcess) kill() {
	_ = w.cmd.Process.Kill()
	_ = w.cmd.Wait()
}

// RunBotKills lets two worker processes share the queue of many tables, and kills one of
// them again and again.
func RunBotKills(ctx context.Context, c BotsConfig) (r KillResult, err error) {
	r = KillResult{Tables: c.Tables, Workers: 2}
	if r.Level, err = c.level(); err != nil {
		return r, err
	}
	site, err := c.newSite()
	if err != nil {
		return r, err
	}
	defer site.close()
	h, err := c.open(ctx, append(manyBots(), site.args()...)...)
	if err != nil {
		return r, err
	}
	defer h.close()
	var workers [2]*workerProcess
	for i := range workers {
		if workers[i], err = site.start(ctx); err != nil {
			return r, err
		}
		defer func() { workers[i].kill() }()
	}
	b, err := c.seatBots(ctx, h.addr, r.Level)
	defer b.stop()
	if err != nil {
		return r, err
	}
	began := time.Now()
	pause := max(c.Duration/time.Duration(max(c.Kills, 1)), 100*time.Millisecond)
	for i := range c.Kills {
		sleep(ctx, pause)
		w := &workers[i%2]
		(*w).kill()
		r.Kills++
		if *w, err = site.start(ctx); err != nil {
			return r, err
		}
	}
	c.progress("killed a worker %d times", r.Kills)
	if err := r.goOn(ctx, h, b); err != nil {
		return r, err
	}
	r.Seconds = round(time.Since(began).Seconds())
	n, err := botCounts(h.Private)
	if err != nil {
		return r, err
	}
	r.BotMoves, r.Questions, r.Redeliveries, r.Unanswered = int(n.moves), int(n.questions), int(n.redeliveries), int(n.defaults)
	r.Errors = int(b.errors.Load())
	st, err := jetstream.Open(ctx, jetstream.Config{URL: "nats://" + jetstream.StoreUser + ":" + strings.ReplaceAll(storeKey, " ", "%20") + "@" + site.nats})
	if err != nil {
		return r, err
	}
	defer st.Close()
	for id := range b.made() {
		if err := r.check(ctx, st, id); err != nil {
			return r, err
		}
	}
	return r, nil
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// goOn waits until every table has gone on since the last kill, or is over.
func (r *KillResult) goOn(ctx context.Context, h *testServer, b *botTables) error {
	conn := NewConn(h.addr)
	defer conn.Close()
	hosts := b.made()
	made := func(id string) (int, bool) {
		body, err := View(conn, id, hosts[id].Token)
		var u struct {
			Made int       `json:"made"`
			Over *struct{} `json:"over"`
		}
		if err != nil || json.Unmarshal(body, &u) != nil {
			return -1, false
		}
		return u.Made, u.Over != nil
	}
	before := map[string]int{}
	for id := range hosts {
		before[id], _ = made(id)
	}
	for end := time.Now().Add(time.Minute); len(before) > 0 && time.Now().Before(end) && ctx.Err() == nil; sleep(ctx, 200*time.Millisecond) {
		for id, n := range before {
			if now, over := made(id); over || now > n {
				delete(before, id)
			}
		}
	}
	r.Stuck = len(before)
	return ctx.Err()
}

// check reads a table's log and looks for two answers to one question.
func (r *KillResult) check(ctx context.Context, st *jetstream.Store, id string) error {
	items, err := st.Log().After(ctx, id, 0)
	if err != nil {
		return fmt.Errorf("load: the log of %s: %w", id, err)
	}
	answered := map[string]bool{}
	for _, it := range items {
		_, body, ok := strings.Cut(string(it.Data), " ") // behind the chain
		var e table.Entry
		if !ok || json.Unmarshal([]byte(body), &e) != nil {
			return errors.New("load: an entry that cannot be read")
		}
		if len(e.Plays) > 0 && e.Plays[0].Why == table.WhyBot {
			r.Checked++
			// The key names the question, how many moves stood, and whose bot it was.
			if answered[e.Key] || !strings.HasPrefix(e.Key, fmt.Sprintf("bot-%s-", e.Question)) {
				r.Twice++
			}
			answered[e.Key] = true
		}
	}
	return nil
}
