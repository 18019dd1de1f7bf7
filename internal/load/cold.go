package load

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// ColdConfig is tables that are on disk only.
type ColdConfig struct {
	Config
	Tables int
	Ask    int // how many are requested at once
	Moves  int // of each table
	Shards int
	Ended  bool // finished games: Moves does not matter
	Packed bool // and those packed
}

// ColdResult is how fast they are loaded.
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
	// What one table costs, beyond what an empty server needs.
	DiskPerTable float64  `json:"disk_bytes_per_table"`
	LivePerTable float64  `json:"live_bytes_per_table"`
	Records      int      `json:"records_per_game,omitempty"` // in the buckets, of a finished game
	Shards       int      `json:"shards"`
	Words        []string `json:"words,omitempty"`
	Seed         uint64   `json:"seed"`
}

// cacheTime is longer than the store keeps a block in memory that it has read, as it
// does at the start.
const cacheTime = 12 * time.Second

// repeatTime is longer than the store remembers the keys of writes. A server that starts
// within it reads the newest blocks and remembers them again, which is more than the
// memory of the tables; with fewer than enoughToMeasure there is nothing to measure.
const (
	repeatTime      = 125 * time.Second
	enoughToMeasure = 10_000
)

// RunCold fills a folder, starts a server on it and requests many tables at once.
func RunCold(ctx context.Context, c ColdConfig) (ColdResult, error) {
	r := ColdResult{Tables: c.Tables, Asked: c.Ask, Seed: c.Seed, Shards: max(c.Shards, 1)}
	top, err := os.MkdirTemp(c.Data, "theriac-load-")
	if err != nil {
		return r, err
	}
	defer func() { _ = os.RemoveAll(top) }()
	data := filepath.Join(top, "data")
	empty, err := c.emptyServer(ctx, filepath.Join(top, "empty"))
	if err != nil {
		return r, err
	}
	if c.Ended {
		c.progress("storing %d finished games", c.Tables)
	} else {
		c.progress("storing %d tables of %d moves", c.Tables, c.Moves)
	}
	var f Filled
	job := FillJob{Dir: data, Tables: c.Tables, Moves: c.Moves, Seed: c.Seed, Shards: r.Shards, AtOnce: 128, Ended: c.Ended, Packed: c.Packed}
	if err := ownProcess(ctx, "fill", job, &f, c.Log); err != nil {
		return r, err
	}
	r.FillSeconds, r.DiskBytes, r.Records = round(f.Seconds), size(data), f.Records
	c.progress("stored in %.0f s, %d MB; starting the server", f.Seconds, r.DiskBytes>>20)
	if c.Tables >= enoughToMeasure {
		sleep(ctx, repeatTime)
	}
	s, err := StartServer(ctx, ServerConfig{Dir: data, Log: io.Discard, Args: c.Args})
	if err != nil {
		return r, err
	}
	defer s.Kill()
	r.ReadyMS = round(float64(s.Ready.Microseconds()) / 1000)
	r.DiskPerTable = round(float64(r.DiskBytes) / float64(max(r.Tables, 1)))
	sleep(ctx, cacheTime)
	r.RSSReady = RSS(s.PID())
	r.LivePerTable = round(float64(memoryOf(s.PID(), s.Private).live()-empty) / float64(max(r.Tables, 1)))
	addr, err := Addr(s.URL)
	if err != nil {
		return r, err
	}
	c.ask(addr, &f, &r)
	r.RSSServed = RSS(s.PID())
	return r, nil
}

// emptyServer is the live memory of a server without tables.
func (c ColdConfig) emptyServer(ctx context.Context, dir string) (int64, error) {
	s, err := StartServer(ctx, ServerConfig{Dir: dir, Log: io.Discard, Args: c.Args})
	if err != nil {
		return 0, err
	}
	defer s.Kill()
	return memoryOf(s.PID(), s.Private).live(), nil
}

// ask requests many tables at once, each on a connection of its own.
func (c ColdConfig) ask(addr string, f *Filled, r *ColdResult) {
	raiseFiles()
	rng := rand.New(rand.NewPCG(c.Seed, 7))
	which := rng.Perm(len(f.Tables))[:min(c.Ask, len(f.Tables))]
	var mu sync.Mutex
	var times Times
	var all sync.WaitGroup
	began := time.Now()
	for _, i := range which {
		all.Go(func() {
			conn := NewConn(addr)
			defer conn.Close()
			data, err := View(conn, f.Tables[i], f.Tokens[i])
			took := time.Since(began)
			if err == nil {
				_, err = Look(data)
			}
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				if len(r.Words) < mostWords {
					r.Words = append(r.Words, fmt.Sprintf("table %s: %v", f.Tables[i], err))
				}
				return
			}
			times.add(took)
			r.Served++
		})
	}
	all.Wait()
	r.AllServedMS = round(float64(time.Since(began).Microseconds()) / 1000)
	r.P50, r.P99 = times.millis(50), times.millis(99)
}

// size is how many bytes a folder has.
func size(dir string) (n int64) {
	_ = filepath.Walk(dir, func(_ string, info os.FileInfo, err error) error {
		if err == nil && !info.IsDir() {
			n += info.Size()
		}
		return nil
	})
	return n
}
