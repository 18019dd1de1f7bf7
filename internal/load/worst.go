package load

import (
	"context"
	"time"
)

// What one guest may cost the others. A server starts with its default limits; one
// guest, from one address and inside the limits, requests what costs most; and two
// people elsewhere go on with what they do, which is timed before and meanwhile.

// WorstConfig is how long the guest goes on.
type WorstConfig struct {
	Config
	Duration time.Duration
}

// The bounds on what others may wait while the guest goes on.
const (
	WorstMeMS   = 25  // GET /api/me, p99
	WorstMoveMS = 100 // a move, p99
)

// WorstResult is what the others noticed of it.
type WorstResult struct {
	Before   Noticed `json:"before"`  // nobody attacks
	Inflate  Noticed `json:"inflate"` // a table is made long
	Attack   Noticed `json:"attack"`  // everything at once
	MeMark   float64 `json:"me_mark_ms"`
	MoveMark float64 `json:"move_mark_ms"`

	Entries        int               `json:"entries"`         // of the table that was made long
	InflateSeconds float64           `json:"inflate_seconds"` // how long that took
	Kinds          map[string]*Spent `json:"kinds"`           // the requests, by kind
	Seconds        float64           `json:"seconds"`
	Words          []string          `json:"words,omitempty"`
	Seed           uint64            `json:"seed"`
	Cores          int               `json:"cores"`
}

// Noticed is what the others noticed in one part of a run.
type Noticed struct {
	MeP50    float64 `json:"me_p50_ms"`
	MeP95    float64 `json:"me_p95_ms"`
	MeP99    float64 `json:"me_p99_ms"`
	MoveP50  float64 `json:"move_p50_ms"`
	MoveP95  float64 `json:"move_p95_ms"`
	MoveP99  float64 `json:"move_p99_ms"`
	Asked    int     `json:"me_asked"`
	Moves    int     `json:"moves"`
	Failed   int     `json:"failed"` // requests of others that were refused or never answered
	CPU      float64 `json:"server_cpu_seconds"`
	Seconds  float64 `json:"seconds"`
	BytesRSS int64   `json:"server_rss_bytes"`
}

// Spent is the result of one kind of request.
type Spent struct {
	Answered int            `json:"answered"`
	Refused  map[string]int `json:"refused,omitempty"` // by status and problem
	P50      float64        `json:"p50_ms"`
	P99      float64        `json:"p99_ms"`
	Bytes    int64          `json:"bytes"`
	times    Times
}

// busy says whether the others waited as long before anybody attacked: then the
// machine has other things to do, and the run says nothing.
func (r WorstResult) busy() bool { return r.Before.MeP99 >= r.MeMark || r.Before.MoveP99 >= r.MoveMark }

// Sound says whether the others got their answers in time.
func (r WorstResult) Sound() bool {
	for _, n := range []Noticed{r.Inflate, r.Attack} {
		if n.Failed > 0 || n.Asked == 0 || n.Moves == 0 || above(n.MeP95, n.MeP99, n.Asked, r.MeMark) || above(n.MoveP95, n.MoveP99, n.Moves, r.MoveMark) {
			return false
		}
	}
	return r.Entries > opening
}

// above compares the 99th percentile with a bound. Of fewer than 200 times that is
// one single time, or two; a run that is so short uses the 95th.
func above(p95, p99 float64, times int, mark float64) bool {
	if times < 200 {
		return p95 >= mark
	}
	return p99 >= mark
}

// The guest and the others use addresses of their own, so that the limits of one are
// not used up by the other.
const (
	guestFrom  = "127.0.0.2"
	othersFrom = "127.0.0.1"
)

// RunWorst lets one guest do the worst that the limits allow.
func RunWorst(ctx context.Context, c WorstConfig) (WorstResult, error) {
	r := WorstResult{MeMark: WorstMeMS, MoveMark: WorstMoveMS, Seconds: c.Duration.Seconds(), Seed: c.Seed, Cores: cores()}
	c.strict = true
	h, err := c.open(ctx)
	if err != nil {
		return r, err
	}
	defer h.close()
	o, err := newOthers(h.addr)
	if err != nil {
		return r, err
	}
	defer o.close()
	cl, err := startClients(ctx, []Job{{Kind: "worst", Addr: h.addr, Duration: c.Duration, Seed: c.Seed}}, c.Log)
	defer cl.end()
	if err != nil {
		return r, err
	}
	if err := cl.ready(); err != nil {
		return r, err
	}
	part := func(n *Noticed, until func() error) error {
		before, began := h.usage(), time.Now()
		stop := o.start()
		err := until()
		stop()
		*n = o.noticed()
		after := h.usage()
		n.CPU, n.BytesRSS, n.Seconds = round(after.cpu-before.cpu), after.rss, round(time.Since(began).Seconds())
		return err
	}
	c.progress("nobody attacks")
	err = part(&r.Before, func() error {
		time.Sleep(min(max(c.Duration/4, 3*time.Second), 15*time.Second))
		return ctx.Err()
	})
	if err != nil {
		return r, err
	}
	c.progress("a table is made long")
	if err := cl.goOn(); err != nil {
		return r, err
	}
	if err := part(&r.Inflate, cl.ready); err != nil {
		return r, err
	}
	c.progress("everything at once, for %s", c.Duration)
	if err := cl.goOn(); err != nil {
		return r, err
	}
	var got []Attacked
	err = part(&r.Attack, func() (err error) {
		got, err = results[Attacked](cl)
		return err
	})
	for _, a := range got {
		r.Entries, r.InflateSeconds, r.Kinds, r.Words = a.Entries, a.InflateSeconds, a.Kinds, a.Words
	}
	if r.busy() {
		r.Words = append(r.Words, "the others waited too long before anybody attacked: the machine is busy, measure again")
	}
	return r, err
}
