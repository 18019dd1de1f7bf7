package load

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"theriac/internal/port"
)

const (
	// heartbeat is the interval between the server's heartbeats on a stream.
	heartbeat = 15 * time.Second
	// calm is how long to wait before measuring memory.
	calm = 5 * time.Second
)

// Idled is what clients with idle streams report. In the storm, they disconnect many of the streams at the same
// time.
type Idled struct {
	Streams      int     `json:"streams"`
	StormStreams int     `json:"storm_streams"`
	StormGaps    int     `json:"storm_gaps"`
	StormRepeats int     `json:"storm_repeats"`
	StormMS      float64 `json:"storm_ms"` // time until the last stream was open again
	StormMoves   int     `json:"storm_moves"`
	Lost         int     `json:"lost"`
	Duplicated   int     `json:"duplicated"`
	ViewsWrong   int     `json:"views_wrong"`
	Errors       int     `json:"errors"`
	Words        words   `json:"words,omitempty"`
}

// IdleResult measures the cost of an idle stream for the server.
type IdleResult struct {
	Tables         int      `json:"tables"`
	BytesPerStream float64  `json:"bytes_per_stream"` // memory of the process
	BarePerStream  float64  `json:"bare_bytes_per_stream"`
	Ratio          float64  `json:"ratio"`
	LivePerStream  float64  `json:"live_bytes_per_stream"` // live heap and stacks after a garbage collection
	BareLive       float64  `json:"bare_live_bytes_per_stream"`
	LiveRatio      float64  `json:"live_ratio"`
	StackPerStream float64  `json:"stack_bytes_per_stream"` // the share of the live bytes that stacks use
	BareStack      float64  `json:"bare_stack_bytes_per_stream"`
	TableBytes     float64  `json:"live_bytes_per_table"` // cost of a table in memory without open streams
	RSS            [3]int64 `json:"rss_bytes"`            // measured on the fresh server, with the tables in memory, and with the streams open
	Beats          int      `json:"beats,omitempty"`
	BeatCPU        float64  `json:"cpu_us_per_stream_beat,omitempty"` // excludes the processor time of a server without clients
	QuietCPU       float64  `json:"cpu_ms_per_quiet_second,omitempty"`
	Idled
	Seed uint64 `json:"seed"`
}

// Sound reports whether the storm lost no move and all streams came back.
func (r IdleResult) Sound() bool {
	return r.StormGaps+r.StormRepeats+r.Lost+r.Duplicated+r.ViewsWrong == 0
}

// runIdle measures idle streams of the server, and of a bare server for comparison.
func (c Config) runIdle(ctx context.Context) (r IdleResult, err error) {
	r = IdleResult{Tables: c.Idle / c.Players, Seed: c.Seed}
	job := Job{Kind: "idle", Tables: r.Tables, Players: c.Players, Storm: min(c.Storm, c.Idle), Rate: 200, Seed: c.Seed}
	bare, err := c.bare(ctx, job)
	if err != nil {
		return r, err
	}
	h, err := c.open(ctx)
	if err != nil {
		return r, err
	}
	defer h.close()
	job.Addr = h.addr
	c.progress("seating %d players", c.Idle)
	m, err := c.idle(ctx, job, func() memory { return h.memory() }, func(step int) error {
		if step == 0 {
			return h.restart(ctx, c.Serve)
		}
		c.measureBeats(ctx, h, step, &r)
		return nil
	}, &r)
	n := float64(c.Idle)
	r.RSS = [3]int64{m[0].rss, m[1].rss, m[2].rss}
	r.BytesPerStream, r.BarePerStream = round(float64(m[2].rss-m[1].rss)/n), round(float64(bare[2].rss-bare[1].rss)/n)
	r.LivePerStream, r.BareLive = round(float64(m[2].live()-m[1].live())/n), round(float64(bare[2].live()-bare[1].live())/n)
	r.StackPerStream, r.BareStack = round(float64(m[2].stack-m[1].stack)/n), round(float64(bare[2].stack-bare[1].stack)/n)
	r.TableBytes = round(float64(m[1].live()-m[0].live()) / float64(r.Tables))
	r.Ratio, r.LiveRatio = ratio(r.BytesPerStream, r.BarePerStream), ratio(r.LivePerStream, r.BareLive)
	return r, err
}

// idle takes clients through their steps and measures the server's memory before each step. It measures the
// fresh server, then the server with its tables in memory, and finally with all streams open.
func (c Config) idle(ctx context.Context, job Job, read func() memory, before func(step int) error, r *IdleResult) (m [3]memory, err error) {
	cl, err := startClient(ctx, c.Log, job)
	defer cl.end()
	for i := range m {
		if err == nil {
			err = cl.ready()
		}
		if err == nil && i == 0 {
			err = before(i)
		}
		if err != nil {
			return m, err
		}
		time.Sleep(calm)
		m[i] = read()
		c.progress("step %d: %d MB, %d MB live", i+1, m[i].rss>>20, m[i].live()>>20)
		if i > 0 {
			err = before(i)
		}
		if err == nil {
			err = cl.goOn()
		}
	}
	if err == nil {
		r.Idled, err = resultOf[Idled](cl)
	}
	return m, err
}

// measureBeats measures the server's processor time during some heartbeats: once with the tables in memory and
// no streams, and once with all streams open.
func (c Config) measureBeats(ctx context.Context, h *testServer, step int, r *IdleResult) {
	if c.Beats == 0 {
		return
	}
	c.progress("%d heartbeats of %s", c.Beats, heartbeat)
	before := h.usage()
	sleep(ctx, time.Duration(c.Beats)*heartbeat)
	used := h.usage().cpu - before.cpu
	span := float64(c.Beats) * heartbeat.Seconds()
	if step == 1 {
		r.QuietCPU = round(used * 1e3 / span)
		return
	}
	r.Beats, r.BeatCPU = c.Beats, round((used-r.QuietCPU/1e3*span)*1e6/float64(c.Beats*c.Idle))
}

// restart restarts the server on the same folder and address, so that it starts with empty memory.
func (h *testServer) restart(ctx context.Context, args []string) (err error) {
	if h.cmd == nil {
		return nil
	}
	if err := h.Stop(); err != nil {
		return err
	}
	h.Server, _, err = startIn(ctx, h.top, ServerConfig{Listen: strings.TrimPrefix(h.URL, "http://"), Private: h.Private, Args: args})
	return err
}

// bare measures the memory of a server that only holds streams open.
func (c Config) bare(ctx context.Context, job Job) (m [3]memory, err error) {
	if job.Addr, err = port.Free(); err != nil {
		return m, err
	}
	job.Bare = true
	c.progress("a bare server")
	srv, err := startClient(ctx, c.Log, Job{Kind: "bare-sse", Addr: job.Addr})
	defer srv.end()
	if err == nil {
		err = srv.ready()
	}
	if err != nil {
		return m, err
	}
	read := func() memory { return memoryOf(srv.cmd.Process.Pid, job.Addr) }
	return c.idle(ctx, job, read, func(int) error { return nil }, &IdleResult{})
}

// runIdle opens streams and leaves them idle. Then it disconnects many of them together while moves continue.
// It waits for the parent process before it opens the streams, before that storm, and before it reads
// everything back.
func runIdle(job Job, ready func() error) (out Idled, err error) {
	out.Streams = job.Tables * job.Players
	if job.Bare {
		return out, idleBare(job, out.Streams, ready)
	}
	p := newPlayers(job)
	if err := p.seat(); err != nil {
		return out, err
	}
	p.conn.Close()
	if err := ready(); err != nil { // the tables exist; the parent restarts the server
		return out, err
	}
	err = Each(len(p.first), 8, func(i int) error {
		_, err := View(p.conn, p.first[i].id, p.first[i].seats[0].Token)
		return err
	})
	if err == nil {
		err = ready() // the tables are in memory, and no stream is open
	}
	if err != nil {
		return out, err
	}
	p.from, p.to = time.Now(), time.Now().Add(time.Hour)
	var all sync.WaitGroup
	for _, g := range p.first { // when a game ends, no new one follows
		all.Go(func() {
			g.play()
			p.done(g)
		})
	}
	for end := time.Now().Add(2 * time.Minute); p.open.Load() < int64(out.Streams); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			return out, fmt.Errorf("load: %d of %d streams opened: %v", p.open.Load(), out.Streams, p.out.Words)
		}
	}
	if err := ready(); err != nil { // all streams are open
		return out, err
	}
	if job.Storm > 0 {
		p.storm(job, &out)
	}
	p.stop()
	all.Wait()
	p.verify()
	out.StormGaps, out.StormRepeats, out.StormMoves, out.ViewsWrong = p.gaps, p.repeats, p.out.Moves, p.out.ViewsWrong
	out.Errors, out.Lost, out.Duplicated, out.Words = p.out.Errors, p.out.Lost, p.out.Duplicated, p.out.Words
	return out, nil
}

// storm makes moves, disconnects streams, and waits until they are open again.
func (p *players) storm(job Job, out *Idled) {
	close(p.begun)
	time.Sleep(time.Second)
	before := p.opens.Load()
	for _, g := range p.first {
		if out.StormStreams < job.Storm {
			out.StormStreams += g.cut()
		}
	}
	began := time.Now()
	for end := began.Add(time.Minute); p.opens.Load() < before+int64(out.StormStreams) && time.Now().Before(end); {
		time.Sleep(2 * time.Millisecond)
	}
	out.StormMS = millis(time.Since(began))
	time.Sleep(2 * time.Second)
}

// idleBare opens streams of the bare server, in the same steps as for tables.
func idleBare(job Job, n int, ready func() error) error {
	for range 2 {
		if err := ready(); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	conn := NewConn(job.Addr)
	err := Each(n, 64, func(int) error {
		resp, err := conn.send(ctx, http.MethodGet, "/events", "", nil, "Accept: text/event-stream")
		if err == nil && resp.StatusCode != http.StatusOK { // the body of a stream never ends
			err = fmt.Errorf("load: the bare server said %s", resp.Status)
		}
		return err
	})
	if err == nil {
		err = ready()
	}
	return err
}
