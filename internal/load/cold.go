package load

import (
	"context"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// ColdResult measures how fast a server loads tables that are not in memory.
type ColdResult struct {
	Tables      int     `json:"tables"`
	Asked       int     `json:"asked"`
	Served      int     `json:"served"`
	ReadyMS     float64 `json:"ready_ms"`
	AllServedMS float64 `json:"all_served_ms"`
	P50         float64 `json:"p50_ms"`
	P99         float64 `json:"p99_ms"`
	FillSeconds float64 `json:"fill_seconds"`
	DiskBytes   int64   `json:"disk_bytes"`
	RSSReady    int64   `json:"rss_ready_bytes"`
	RSSServed   int64   `json:"rss_served_bytes"`
	// How much disk and memory each table adds to what an empty server needs.
	DiskPerTable float64 `json:"disk_bytes_per_table"`
	LivePerTable float64 `json:"live_bytes_per_table"`
	Records      int     `json:"records_per_game,omitempty"` // records in the buckets for each finished game
	Words        words   `json:"words,omitempty"`
	Seed         uint64  `json:"seed"`
}

// Sound reports whether the server served every requested table.
func (r ColdResult) Sound() bool { return r.Served == min(r.Asked, r.Tables) }

// cacheTime is longer than the store caches the blocks that it reads at startup. Memory is measured after that
// time.
const cacheTime = 12 * time.Second

// repeatTime is longer than the store remembers the keys of writes. A server that restarts sooner reads the
// newest blocks to recover those keys, which takes more memory than the tables. Memory is only measured if
// there are at least enoughToMeasure tables.
const (
	repeatTime      = 125 * time.Second
	enoughToMeasure = 10_000
)

// runCold fills a data folder, starts a server on it, and requests many tables in parallel.
func (c Config) runCold(ctx context.Context) (r ColdResult, err error) {
	r = ColdResult{Tables: max(c.Cold, c.Archive), Asked: c.Ask, Seed: c.Seed}
	top, err := os.MkdirTemp(c.Data, "theriac-load-")
	if err != nil {
		return r, err
	}
	defer func() { _ = os.RemoveAll(top) }()
	s, err := StartServer(ctx, ServerConfig{Dir: filepath.Join(top, "empty"), Log: io.Discard, Args: c.Serve})
	if err != nil {
		return r, err
	}
	empty := s.memory().live()
	s.Kill()
	c.progress("storing %d tables", r.Tables)
	job := FillJob{Dir: filepath.Join(top, "data"), Tables: r.Tables, Moves: c.Moves, Seed: c.Seed, Ended: c.Archive > 0}
	f, err := alone[Filled](ctx, c.Log, Job{Kind: "fill", Fill: job})
	if err != nil {
		return r, err
	}
	r.FillSeconds, r.DiskBytes, r.Records = round(f.Seconds), size(job.Dir), f.Records
	c.progress("stored in %.0f s, %d MB; starting the server", f.Seconds, r.DiskBytes>>20)
	if r.Tables >= enoughToMeasure {
		sleep(ctx, repeatTime)
	}
	if s, err = StartServer(ctx, ServerConfig{Dir: job.Dir, Log: io.Discard, Args: c.Serve}); err != nil {
		return r, err
	}
	defer s.Kill()
	tables := float64(max(r.Tables, 1))
	r.ReadyMS, r.DiskPerTable = millis(s.Ready), ratio(float64(r.DiskBytes), tables)
	sleep(ctx, cacheTime)
	r.RSSReady = s.usage().rss
	r.LivePerTable = round(float64(s.memory().live()-empty) / tables)
	addr, err := Addr(s.URL)
	if err != nil {
		return r, err
	}
	c.ask(addr, &f, &r)
	r.RSSServed = s.usage().rss
	return r, nil
}

// ask requests many tables in parallel, each on a connection of its own.
func (c Config) ask(addr string, f *Filled, r *ColdResult) {
	rng := rand.New(rand.NewPCG(c.Seed, 7))
	which := rng.Perm(len(f.Tables))[:min(c.Ask, len(f.Tables))]
	var mu sync.Mutex
	var times Times
	var all sync.WaitGroup
	conn := NewConn(addr)
	began := time.Now()
	for _, i := range which {
		all.Go(func() {
			_, err := View(conn, f.Tables[i], f.Tokens[i])
			took := time.Since(began)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				r.Words.note("table %s: %v", f.Tables[i], err)
				return
			}
			times.add(took)
			r.Served++
		})
	}
	all.Wait()
	r.AllServedMS, r.P50, r.P99 = millis(time.Since(began)), times.millis(50), times.millis(99)
}

// size returns the total size of a folder's files in bytes.
func size(dir string) (n int64) {
	_ = filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			if info, err := e.Info(); err == nil {
				n += info.Size()
			}
		}
		return nil
	})
	return n
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
