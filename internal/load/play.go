package load

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"theriac/internal/sqlite"
)

// PlayResult is the result of a measurement of moves.
type PlayResult struct {
	MovesPerSecond float64   `json:"moves_per_second"`
	P50            float64   `json:"p50_ms"`
	P99            float64   `json:"p99_ms"`
	Longest        float64   `json:"longest_ms"` // reveals slow tables, whose few moves hardly affect the percentiles
	FanoutP50      float64   `json:"fanout_p50_ms"`
	FanoutP99      float64   `json:"fanout_p99_ms"`
	BarePerSecond  float64   `json:"bare_appends_per_second"`
	BareP50        float64   `json:"bare_p50_ms"`
	BareP99        float64   `json:"bare_p99_ms"`
	Ratio          float64   `json:"ratio"`
	BareRuns       []float64 `json:"bare_runs,omitempty"` // the rate before the moves, and the rate after them
	Tally
	RatePerSecond float64 `json:"rate,omitempty"`
	Seconds       float64 `json:"seconds"`
	Seed          uint64  `json:"seed"`
	ServerReadyMS float64 `json:"server_ready_ms"`
	ServerRSS     int64   `json:"server_rss_bytes"`
	ServerCPU     float64 `json:"server_cpu_seconds"`
	Half
	Cost
}

// Sound reports whether no move was lost or made twice, and no view was wrong.
func (r PlayResult) Sound() bool { return r.Lost+r.Duplicated+r.ViewsWrong == 0 }

// Half compares the duration of a move with that of a bare append, both at half of the highest rate of moves.
// At the highest rate, they would mostly wait for each other.
type Half struct {
	HalfRate    float64 `json:"half_rate,omitempty"`
	HalfP50     float64 `json:"half_p50_ms,omitempty"`
	HalfP99     float64 `json:"half_p99_ms,omitempty"`
	HalfBareP50 float64 `json:"half_bare_p50_ms,omitempty"`
	HalfBareP99 float64 `json:"half_bare_p99_ms,omitempty"`
	HalfRatio   float64 `json:"half_p99_ratio,omitempty"` // p99 of moves divided by p99 of appends
	HalfMoves   int     `json:"half_moves,omitempty"`
}

// Cost is what one acknowledged move and one bare append cost the server. It is measured on a separate server,
// with a fixed number of subscribers and at a fixed rate, because a server at its limit batches more. It uses
// processor time, which other programs on the machine affect less than elapsed time.
type Cost struct {
	MoveCPU     float64 `json:"server_cpu_us_per_move,omitempty"`
	BareCPU     float64 `json:"bare_cpu_us_per_append,omitempty"`
	CPURatio    float64 `json:"cpu_ratio,omitempty"`
	Syncs       float64 `json:"syncs_per_move,omitempty"`
	AllocBytes  float64 `json:"alloc_bytes_per_move,omitempty"`
	CostMoves   int     `json:"cost_moves,omitempty"`
	BareAppends int     `json:"cost_bare_appends,omitempty"`
	CostRate    float64 `json:"cost_rate,omitempty"`
	Subscribers int     `json:"cost_subscribers,omitempty"` // streams per table
}

const (
	// costRate is how many moves per second a Cost measurement makes unless a rate is configured. One processor
	// handles that easily.
	costRate = 400
	// costTables is the number of tables among which a Cost measurement divides its moves.
	costTables = 40
)

// runPlay measures bare appends, moves, and bare appends again. Then it measures how long a move takes at half
// the rate, and what a move costs.
func (c Config) runPlay(ctx context.Context) (r PlayResult, err error) {
	h, err := c.open(ctx)
	if err != nil {
		return r, err
	}
	defer h.close()
	r = PlayResult{Seed: c.Seed, RatePerSecond: c.Rate, ServerReadyMS: millis(h.Ready), Seconds: c.Duration.Seconds()}
	job := Job{Addr: h.addr, Tables: c.Tables, Players: c.Players, Duration: c.Duration, Rate: c.Rate, Seed: c.Seed}
	m := bareMeter{c: c, beside: h.top, job: BareJob{Writers: c.Tables, Duration: max(c.Duration/2, time.Second)}}
	var before usage
	played, err := c.people(ctx, job, func() error {
		defer func() { before = h.usage() }()
		return m.limit(ctx, &r)
	})
	if err != nil {
		return r, err
	}
	after := h.usage()
	r.ServerRSS, r.ServerCPU = after.rss, round(after.cpu-before.cpu)
	r.take(played)
	if err := m.limit(ctx, &r); err != nil || !c.Bare {
		return r, err
	}
	r.BareP50, r.BareP99 = m.times.millis(50), m.times.millis(99)
	r.BarePerSecond = round((r.BareRuns[0] + r.BareRuns[1]) / 2)
	r.Ratio = ratio(r.MovesPerSecond, r.BarePerSecond)
	if c.Rate == 0 { // if a rate is configured, the highest rate was not measured
		if err := c.half(ctx, job, &m, &r); err != nil {
			return r, err
		}
	}
	if h.cmd != nil {
		r.Cost, err = c.cost(ctx, job, &m)
	}
	return r, err
}

// people runs simulated players in a separate process. It calls begin once they are seated, and then lets them
// play.
func (c Config) people(ctx context.Context, job Job, begin func() error) (p Played, err error) {
	job.Kind = "play"
	c.progress("seating %d players at %d tables", job.Tables*job.Players, job.Tables)
	cl, err := startClient(ctx, c.Log, job)
	defer cl.end()
	for _, next := range []func() error{cl.ready, begin, cl.goOn} {
		if err == nil && next != nil {
			err = next()
		}
	}
	if err != nil {
		return p, err
	}
	c.progress("playing for %s", job.Duration)
	return resultOf[Played](cl)
}

func (r *PlayResult) take(p Played) {
	r.Tally = p.Tally
	r.MovesPerSecond = ratio(float64(r.Moves), r.Seconds)
	r.P50, r.P99, r.Longest = p.Times.millis(50), p.Times.millis(99), p.Times.millis(100)
	r.FanoutP50, r.FanoutP99 = p.Fanout.millis(50), p.Fanout.millis(99)
}

// bareMeter measures bare appends as part of a run.
type bareMeter struct {
	c      Config
	beside string
	job    BareJob
	times  Times // times of the runs without a limited rate
}

// limit measures the highest rate of bare appends, if the configuration asks for that.
func (m *bareMeter) limit(ctx context.Context, r *PlayResult) error {
	if !m.c.Bare {
		return nil
	}
	b, err := m.at(ctx, 0)
	m.times = append(m.times, b.Times...)
	r.BareRuns = append(r.BareRuns, per(b.Appends, m.job.Duration))
	return err
}

// at measures appends at the given rate.
func (m *bareMeter) at(ctx context.Context, rate float64) (BareResult, error) {
	job := m.job
	job.Rate = rate
	m.c.progress("bare appends for %s, %.0f a second (0: as they come)", job.Duration, rate)
	return measureBare(ctx, m.beside, job, m.c.Log)
}

// half measures moves and appends at half the rate, with other people at new tables of the same server. Lost
// moves and wrong views at those tables also fail the whole run.
func (c Config) half(ctx context.Context, job Job, m *bareMeter, r *PlayResult) error {
	job.Rate, job.Duration, job.Seed = r.MovesPerSecond/2, m.job.Duration, c.Seed+1<<48
	p, err := c.people(ctx, job, nil)
	if err != nil {
		return err
	}
	b, err := m.at(ctx, job.Rate)
	if err != nil {
		return err
	}
	r.Lost += p.Lost
	r.Duplicated += p.Duplicated
	r.ViewsWrong += p.ViewsWrong
	r.Errors += p.Errors
	r.Words = append(r.Words, p.Words...)
	r.Half = Half{
		HalfRate: round(job.Rate), HalfMoves: p.Moves, HalfP50: p.Times.millis(50), HalfP99: p.Times.millis(99),
		HalfBareP50: b.Times.millis(50), HalfBareP99: b.Times.millis(99),
	}
	r.HalfRatio = ratio(r.HalfP99, r.HalfBareP99)
	return nil
}

// cost measures first moves and then appends at a fixed rate, on a separate server. The measured time excludes
// seating people and reading their games back.
func (c Config) cost(ctx context.Context, job Job, m *bareMeter) (r Cost, err error) {
	r = Cost{CostRate: c.Rate, Subscribers: c.Players}
	if r.CostRate == 0 {
		r.CostRate = costRate
	}
	c.Data = m.beside
	h, err := c.open(ctx)
	if err != nil {
		return r, err
	}
	defer h.close()
	job.Addr, job.Tables, job.Rate, job.Duration = h.addr, min(c.Tables, costTables), r.CostRate, m.job.Duration
	var before spent
	after := make(chan spent, 1)
	p, err := c.people(ctx, job, func() error {
		before = h.spent()
		time.AfterFunc(job.Duration, func() { after <- h.spent() })
		return before.err
	})
	if err != nil {
		return r, err
	}
	used := <-after
	m.job.Writers = job.Tables
	b, err := m.at(ctx, r.CostRate)
	if err := errors.Join(err, used.err); err != nil {
		return r, err
	}
	r.CostMoves, r.BareAppends = p.Moves, b.Appends
	moves := float64(p.Moves)
	r.MoveCPU = ratio((used.cpu-before.cpu)*1e6, moves)
	r.AllocBytes = ratio(used.bytes-before.bytes, moves)
	r.Syncs = ratio(float64(used.syncs-before.syncs), moves)
	r.BareCPU = ratio(b.CPU*1e6, float64(b.Appends))
	r.CPURatio = ratio(r.BareCPU, r.MoveCPU)
	return r, nil
}

// spent is a server process's usage so far.
type spent struct {
	cpu   float64 // seconds
	syncs uint64
	bytes float64 // allocated in total
	err   error
}

func (h *testServer) spent() (s spent) {
	if s.syncs, s.err = sqlite.Frames(filepath.Join(h.top, "data", "store")); s.err != nil {
		return s
	}
	m, err := Metrics(h.Private)
	return spent{h.usage().cpu, s.syncs, m["go_memstats_alloc_bytes_total"], err}
}
