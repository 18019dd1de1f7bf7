package load

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// IdleConfig is open and idle streams.
type IdleConfig struct {
	Config
	Streams int
	Players int // streams of one table
	Storm   int
	Settle  time.Duration // before memory is measured
	Beats   int           // over how many heartbeats processor time is measured; 0: it is not
}

// beat is the time between two heartbeats of a stream.
const beat = 15 * time.Second

// IdleResult is what they cost.
type IdleResult struct {
	Streams        int      `json:"streams"`
	Tables         int      `json:"tables"`
	BytesPerStream float64  `json:"bytes_per_stream"` // memory of the process
	BarePerStream  float64  `json:"bare_bytes_per_stream"`
	Ratio          float64  `json:"ratio"`
	LivePerStream  float64  `json:"live_bytes_per_stream"` // live heap and stacks after a collection
	BareLive       float64  `json:"bare_live_bytes_per_stream"`
	LiveRatio      float64  `json:"live_ratio"`
	StackPerStream float64  `json:"stack_bytes_per_stream"` // of the live bytes, those of stacks
	BareStack      float64  `json:"bare_stack_bytes_per_stream"`
	TableBytes     float64  `json:"live_bytes_per_table"` // what a table in memory costs without watchers
	RSS            [3]int64 `json:"rss_bytes"`            // fresh, with the tables in memory, with the streams
	Beats          int      `json:"beats,omitempty"`
	BeatCPU        float64  `json:"cpu_us_per_stream_beat,omitempty"` // without what the server uses when nobody is connected
	QuietCPU       float64  `json:"cpu_ms_per_quiet_second,omitempty"`
	StormStreams   int      `json:"storm_streams"`
	StormGaps      int      `json:"storm_gaps"`
	StormRepeats   int      `json:"storm_repeats"`
	StormMS        float64  `json:"storm_ms"`
	StormMoves     int      `json:"storm_moves"`
	Lost           int      `json:"lost"`
	Duplicated     int      `json:"duplicated"`
	ViewsWrong     int      `json:"views_wrong"`
	Errors         int      `json:"errors"`
	Words          []string `json:"words,omitempty"`
	Clients        int      `json:"clients"`
	Seed           uint64   `json:"seed"`
}

// RunIdle opens streams against the server and against a bare one.
func RunIdle(ctx context.Context, c IdleConfig) (IdleResult, error) {
	r := IdleResult{Tables: c.Streams / c.Players, Seed: c.Seed}
	job := Job{Kind: "idle", Tables: r.Tables, Players: c.Players, Storm: c.Storm, Rate: 200, Seed: c.Seed}
	c.progress("a bare server")
	if err := c.bare(ctx, job, &r); err != nil {
		return r, err
	}
	h, err := c.open(ctx)
	if err != nil {
		return r, err
	}
	defer h.close()
	job.Addr = h.addr
	cl, err := startClients(ctx, split(job, c.Players+1), c.Log)
	defer cl.end()
	if err != nil {
		return r, err
	}
	r.Clients = len(cl)
	c.progress("seating %d players", c.Streams)
	if err := cl.ready(); err != nil {
		return r, err
	}
	if err := h.anew(ctx, c.Args); err != nil {
		return r, err
	}
	var m [3]memory
	for i, what := range []string{"reading each table once", "opening streams", "storm"} {
		time.Sleep(c.Settle)
		m[i] = h.memory()
		r.RSS[i] = m[i].rss
		c.measureBeats(ctx, h, i, &r)
		c.progress("%d MB, %d MB live; %s", m[i].rss>>20, m[i].live()>>20, what)
		if err := cl.goOn(); err != nil {
			return r, err
		}
		if i == len(m)-1 {
			break
		}
		if err := cl.ready(); err != nil {
			return r, err
		}
	}
	n := float64(c.Streams)
	r.BytesPerStream = round(float64(r.RSS[2]-r.RSS[1]) / n)
	r.LivePerStream = round(float64(m[2].live()-m[1].live()) / n)
	r.StackPerStream = round(float64(m[2].stack-m[1].stack) / n)
	r.TableBytes = round(float64(m[1].live()-m[0].live()) / float64(r.Tables))
	r.Ratio, r.LiveRatio = ratio(r.BytesPerStream, r.BarePerStream), ratio(r.LivePerStream, r.BareLive)
	list, err := results[Idled](cl)
	for _, p := range list {
		r.Streams += p.Streams
		r.StormStreams += p.Cut
		r.StormGaps += p.Gaps
		r.StormRepeats += p.Repeats
		r.StormMoves += p.Moves
		r.StormMS = max(r.StormMS, p.BackMS)
		r.Lost += p.Lost
		r.Duplicated += p.Twice
		r.ViewsWrong += p.Wrong
		r.Errors += p.Errors
		r.Words = append(r.Words, p.Words...)
	}
	return r, err
}

// measureBeats measures the processor time of the server over some heartbeats: once the tables
// are in memory and nobody watches, and once all streams are open.
func (c IdleConfig) measureBeats(ctx context.Context, h *testServer, step int, r *IdleResult) {
	if c.Beats == 0 || step == 0 {
		return
	}
	c.progress("%d heartbeats of %s", c.Beats, beat)
	before := h.usage()
	select {
	case <-time.After(time.Duration(c.Beats) * beat):
	case <-ctx.Done():
	}
	used := h.usage().cpu - before.cpu
	if step == 1 {
		r.QuietCPU = round(used * 1e3 / (float64(c.Beats) * beat.Seconds()))
		return
	}
	r.Beats = c.Beats
	used -= r.QuietCPU / 1e3 * float64(c.Beats) * beat.Seconds()
	r.BeatCPU = round(used * 1e6 / float64(c.Beats*c.Streams))
}

// anew restarts the server on the same folder and address, so that its memory holds
// nothing of what was before.
func (h *testServer) anew(ctx context.Context, args []string) error {
	if h.cmd == nil {
		return nil
	}
	if err := h.Stop(); err != nil {
		return err
	}
	log, err := os.Create(filepath.Join(h.top, "server-again.log"))
	if err != nil {
		return err
	}
	h.Server, err = StartServer(ctx, ServerConfig{
		Dir: h.Dir, Listen: strings.TrimPrefix(h.URL, "http://"), Private: h.Private, Log: log, Args: args,
	})
	return err
}

// bare measures the streams of a server that does nothing.
func (c IdleConfig) bare(ctx context.Context, job Job, r *IdleResult) error {
	bare, err := startOwn(ctx, "bare-sse", c.Log)
	if err != nil {
		return err
	}
	defer func() {
		_ = bare.in.Close()
		_ = bare.cmd.Wait()
	}()
	addr, err := bare.out.ReadString('\n')
	if err != nil {
		return err
	}
	job.Addr, job.Bare = strings.TrimSpace(addr), true
	cl, err := startClients(ctx, split(job, c.Players), c.Log)
	defer cl.end()
	if err != nil {
		return err
	}
	var m [2]memory
	for i := range 3 { // twice for nothing but to keep the same steps as with tables
		if err := cl.ready(); err != nil {
			return err
		}
		if i > 0 {
			time.Sleep(c.Settle)
			m[i-1] = memoryOf(bare.cmd.Process.Pid, job.Addr)
		}
		if err := cl.goOn(); err != nil {
			return err
		}
	}
	n := float64(c.Streams)
	r.BarePerStream, r.BareLive = round(float64(m[1].rss-m[0].rss)/n), round(float64(m[1].live()-m[0].live())/n)
	r.BareStack = round(float64(m[1].stack-m[0].stack) / n)
	_, err = results[Idled](cl)
	return err
}
