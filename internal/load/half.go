package load

import (
	"context"
	"time"
)

// Half is how long a move takes, and a bare append, at the same rate: half of the moves that
// the server made at its limit. At the limit both mostly wait for others of their kind.
type Half struct {
	HalfRate    float64 `json:"half_rate,omitempty"`
	HalfP50     float64 `json:"half_p50_ms,omitempty"`
	HalfP99     float64 `json:"half_p99_ms,omitempty"`
	HalfBareP50 float64 `json:"half_bare_p50_ms,omitempty"`
	HalfBareP99 float64 `json:"half_bare_p99_ms,omitempty"`
	HalfRatio   float64 `json:"half_p99_ratio,omitempty"` // p99 of a move by that of an append
	HalfMoves   int     `json:"half_moves,omitempty"`
}

// half measures both, with other people at other tables of the same server. What is lost
// or wrong there counts like everywhere else.
func (c PlayConfig) half(ctx context.Context, h *testServer, bytes int, r *PlayResult) error {
	rate, d := r.MovesPerSecond/2, max(c.Duration/2, time.Second)
	job := Job{Kind: "play", Addr: h.addr, Tables: c.Tables, Players: c.Players, Duration: d, Rate: rate, Seed: c.Seed + 1<<48, Settings: c.Settings}
	cl, err := startClients(ctx, split(job, c.Players+2), c.Log)
	defer cl.end()
	if err != nil {
		return err
	}
	if err := cl.ready(); err != nil {
		return err
	}
	c.progress("%.0f moves a second for %s", rate, d)
	if err := cl.goOn(); err != nil {
		return err
	}
	list, err := results[Played](cl)
	if err != nil {
		return err
	}
	var times Times
	for _, p := range list {
		times = append(times, p.Times...)
		r.HalfMoves += p.Moves
		r.Lost += p.Lost
		r.Duplicated += p.Duplicated
		r.ViewsWrong += p.Wrong
		r.Errors += p.Errors
		r.Words = append(r.Words, p.Words...)
	}
	c.progress("%.0f bare appends a second for %s", rate, d)
	b, err := measureBare(ctx, h.top, BareJob{Shards: r.Shards, Writers: c.Tables, Bytes: bytes, Duration: d, Rate: rate}, c.Log)
	if err != nil {
		return err
	}
	r.HalfRate = round(rate)
	r.HalfP50, r.HalfP99 = times.millis(50), times.millis(99)
	r.HalfBareP50, r.HalfBareP99 = b.Times.millis(50), b.Times.millis(99)
	r.HalfRatio = ratio(r.HalfP99, r.HalfBareP99)
	return nil
}
