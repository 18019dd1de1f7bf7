package load

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// Cost is what one acknowledged move costs the server, beside what one bare append costs.
// It is measured at a fixed number of subscribers and a fixed rate, on a server of its
// own: processor time says more than time on a clock where others use the machine too, and
// a server at its limit batches more than one that people play on.
type Cost struct {
	MoveCPU     float64 `json:"server_cpu_us_per_move,omitempty"`
	BareCPU     float64 `json:"bare_cpu_us_per_append,omitempty"`
	CPURatio    float64 `json:"cpu_ratio,omitempty"`
	Syncs       float64 `json:"syncs_per_move,omitempty"` // Linux only
	AllocBytes  float64 `json:"alloc_bytes_per_move,omitempty"`
	Moves       int     `json:"cost_moves,omitempty"`
	BareAppends int     `json:"cost_bare_appends,omitempty"`
	Rate        float64 `json:"cost_rate,omitempty"`
	Subscribers int     `json:"cost_subscribers,omitempty"` // of one table
}

const (
	// costRate is how many moves a second are made where nobody named a rate: what one
	// processor does with ease.
	costRate = 400
	// costTables is how many tables share them.
	costTables = 40
)

// cost measures at a rate: moves at a server, then appends without one.
func (c PlayConfig) cost(ctx context.Context, top string, bytes int) (Cost, error) {
	r := Cost{Rate: c.Rate, Subscribers: c.Players}
	if r.Rate == 0 {
		r.Rate = costRate
	}
	tables, d := min(c.Tables, costTables), max(c.Duration/2, time.Second)
	moves, used, err := c.costOfMoves(ctx, top, "cost", tables, d, r.Rate, false)
	if err != nil {
		return r, err
	}
	if r.Moves = moves; moves > 0 {
		r.MoveCPU = round(used.cpu * 1e6 / float64(moves))
		r.AllocBytes = round(used.bytes / float64(moves))
	}
	// Counting delays each sync by two switches of context, so it has a server of its own.
	if moves, used, err = c.costOfMoves(ctx, top, "syncs", tables, d, r.Rate, true); err != nil {
		return r, err
	}
	if moves > 0 {
		r.Syncs = round(float64(used.syncs) / float64(moves))
	}
	c.progress("%.0f bare appends a second for %s", r.Rate, d)
	b, err := measureBare(ctx, top, BareJob{Shards: max(c.Shards, 1), Writers: tables, Bytes: bytes, Duration: d, Rate: r.Rate}, c.Log)
	if err != nil {
		return r, err
	}
	r.BareAppends = b.Appends
	if b.Appends > 0 {
		r.BareCPU = round(b.CPU * 1e6 / float64(b.Appends))
	}
	r.CPURatio = ratio(r.BareCPU, r.MoveCPU)
	return r, nil
}

// costOfMoves lets people in another process play at the rate, on a server in a new folder,
// and tells how many moves they made and what the server used meanwhile. Seating them and
// reading their games back lies outside the measured time.
func (c PlayConfig) costOfMoves(ctx context.Context, top, folder string, tables int, d time.Duration, rate float64, count bool) (moves int, used spent, err error) {
	log, err := os.Create(filepath.Join(top, folder+".log"))
	if err != nil {
		return 0, used, err
	}
	defer func() { _ = log.Close() }()
	args := append([]string{}, c.Args...)
	if c.Shards > 0 {
		args = append(args, "--shards", fmt.Sprint(c.Shards))
	}
	s, err := StartServer(ctx, ServerConfig{Dir: filepath.Join(top, folder), Log: log, Args: args, Count: count})
	if err != nil {
		return 0, used, err
	}
	defer func() { _ = s.Stop() }()
	addr, err := Addr(s.URL)
	if err != nil {
		return 0, used, err
	}
	job := Job{Kind: "play", Addr: addr, Tables: tables, Players: c.Players, Duration: d, Rate: rate, Seed: c.Seed, Settings: c.Settings}
	cl, err := startClients(ctx, split(job, c.Players+2), c.Log)
	defer cl.end()
	if err != nil {
		return 0, used, err
	}
	if err := cl.ready(); err != nil {
		return 0, used, err
	}
	c.progress("%.0f moves a second at %d tables with %d subscribers each for %s", rate, tables, c.Players, d)
	before, err := s.spent()
	if err != nil {
		return 0, used, err
	}
	if err := cl.goOn(); err != nil {
		return 0, used, err
	}
	select {
	case <-time.After(d):
	case <-ctx.Done():
		return 0, used, ctx.Err()
	}
	after, err := s.spent()
	if err != nil {
		return 0, used, err
	}
	list, err := results[Played](cl)
	for _, p := range list {
		moves += p.Moves
	}
	return moves, spent{after.cpu - before.cpu, after.syncs - before.syncs, after.bytes - before.bytes}, err
}

// spent is what a server has used.
type spent struct {
	cpu   float64 // seconds
	syncs int64
	bytes float64 // allocated
}

func (s *Server) spent() (spent, error) {
	m, err := Metrics(s.Private)
	return spent{cpu(s.PID()), s.syncs.n.Load(), m["go_memstats_alloc_bytes_total"]}, err
}
