package load

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// Config is common to all measurements.
type Config struct {
	URL  string // a running server; "": start one
	Data string // where to put folders; "" for the system's place
	Seed uint64
	Log  io.Writer // progress
	Args []string  // more arguments for the server

	strict bool // the limits apply to this machine too
}

// testServer is a server to measure and its folder.
type testServer struct {
	*Server
	addr string
	top  string // removed at the end
}

// open starts a server in a new folder, or takes the running one.
func (c Config) open(ctx context.Context, args ...string) (*testServer, error) {
	top, err := os.MkdirTemp(c.Data, "theriac-load-")
	if err != nil {
		return nil, err
	}
	h := &testServer{top: top}
	if c.URL != "" {
		h.Server = &Server{URL: c.URL}
	} else {
		log, err := os.Create(filepath.Join(top, "server.log"))
		if err != nil {
			return nil, err
		}
		c.progress("starting a server")
		h.Server, err = StartServer(ctx, ServerConfig{Dir: filepath.Join(top, "data"), Log: log, Args: append(args, c.Args...), Strict: c.strict})
		if err != nil {
			said, _ := os.ReadFile(log.Name())
			_ = os.RemoveAll(top)
			return nil, fmt.Errorf("%w\n%s", err, clip(said))
		}
	}
	h.addr, err = Addr(h.URL)
	return h, err
}

// close stops a server that open started, and removes its folder.
func (h *testServer) close() {
	if h.cmd != nil {
		_ = h.Stop()
	}
	_ = os.RemoveAll(h.top)
}

func (c Config) progress(format string, args ...any) {
	if c.Log != nil {
		_, _ = fmt.Fprintf(c.Log, format+"\n", args...)
	}
}

// PlayConfig is tables to play.
type PlayConfig struct {
	Config
	Tables, Players int
	Duration        time.Duration
	Rate            float64
	Compare         bool // with bare appends
	Shards          int
	Settings        map[string]string
}

// PlayResult is what was measured.
type PlayResult struct {
	MovesPerSecond float64        `json:"moves_per_second"`
	P50            float64        `json:"p50_ms"`
	P99            float64        `json:"p99_ms"`
	Longest        float64        `json:"longest_ms"` // tables that wait send few moves, so percentiles hide them
	FanoutP50      float64        `json:"fanout_p50_ms"`
	FanoutP99      float64        `json:"fanout_p99_ms"`
	BarePerSecond  float64        `json:"bare_appends_per_second"`
	BareP50        float64        `json:"bare_p50_ms"`
	BareP99        float64        `json:"bare_p99_ms"`
	Ratio          float64        `json:"ratio"`
	BareRuns       []float64      `json:"bare_runs,omitempty"` // before and after the play
	Lost           int            `json:"lost"`
	Duplicated     int            `json:"duplicated"`
	ViewsChecked   int            `json:"views_checked"`
	ViewsCompared  int            `json:"views_compared"`
	ViewsWrong     int            `json:"views_wrong"`
	Skipped        map[string]int `json:"skipped"` // what was compared with nothing, and why
	Moves          int            `json:"moves"`
	Errors         int            `json:"errors"`
	Refused        map[string]int `json:"refused"`
	Words          []string       `json:"words,omitempty"`
	Tables         int            `json:"tables"`
	TablesFinished int            `json:"tables_finished"`
	Streams        int            `json:"streams"`
	Clients        int            `json:"clients"`
	EntryBytes     int            `json:"entry_bytes"`
	Shards         int            `json:"shards"`
	RatePerSecond  float64        `json:"rate,omitempty"`
	Seconds        float64        `json:"seconds"`
	Seed           uint64         `json:"seed"`
	ServerReadyMS  float64        `json:"server_ready_ms"`
	ServerRSS      int64          `json:"server_rss_bytes"`
	ServerCPU      float64        `json:"server_cpu_seconds"`
	Half
	Cost
}

// RunPlay measures moves: bare, played, bare again; then how long one takes at half of
// the rate, and what one costs.
func RunPlay(ctx context.Context, c PlayConfig) (PlayResult, error) {
	args := []string{}
	if c.Shards > 0 {
		args = append(args, "--shards", fmt.Sprint(c.Shards))
	}
	h, err := c.open(ctx, args...)
	if err != nil {
		return PlayResult{}, err
	}
	defer h.close()
	r := PlayResult{Seed: c.Seed, Shards: max(c.Shards, 1), RatePerSecond: c.Rate, ServerReadyMS: round(float64(h.Ready.Microseconds()) / 1000)}
	job := Job{Kind: "play", Addr: h.addr, Tables: c.Tables, Players: c.Players, Duration: c.Duration, Rate: c.Rate, Seed: c.Seed, Settings: c.Settings}
	cl, err := startClients(ctx, split(job, c.Players+2), c.Log)
	defer cl.end()
	if err != nil {
		return r, err
	}
	c.progress("seating %d players at %d tables", c.Tables*c.Players, c.Tables)
	if err := cl.ready(); err != nil {
		return r, err
	}
	bare := BareJob{Shards: r.Shards, Writers: c.Tables, Bytes: usualEntry, Duration: max(c.Duration/2, time.Second)}
	var bares []BareResult
	measure := func() error {
		if !c.Compare {
			return nil
		}
		c.progress("bare appends of %d bytes for %s", bare.Bytes, bare.Duration)
		b, err := measureBare(ctx, h.top, bare, c.Log)
		bares = append(bares, b)
		return err
	}
	if err := measure(); err != nil {
		return r, err
	}
	before := h.usage()
	c.progress("playing for %s", c.Duration)
	if err := cl.goOn(); err != nil {
		return r, err
	}
	list, err := results[Played](cl)
	if err != nil {
		return r, err
	}
	after := h.usage()
	r.take(list, c.Duration)
	r.ServerRSS, r.ServerCPU = after.rss, round(after.cpu-before.cpu)
	if r.EntryBytes > 0 {
		bare.Bytes = r.EntryBytes
	}
	if err := measure(); err != nil {
		return r, err
	}
	r.compare(bares)
	if c.Compare && c.Rate == 0 { // at a given rate, the highest is not known
		if err := c.half(ctx, h, bare.Bytes, &r); err != nil {
			return r, err
		}
	}
	if c.Compare && h.cmd != nil {
		r.Cost, err = c.cost(ctx, h.top, bare.Bytes)
	}
	return r, err
}

// usualEntry is the size of a table's usual entry, for the measurement before
// anything was played.
const usualEntry = 270

func (r *PlayResult) take(list []Played, d time.Duration) {
	var times, fanout Times
	var bytes int64
	entries := 0
	r.Refused, r.Skipped = map[string]int{}, map[string]int{}
	for _, p := range list {
		times, fanout = append(times, p.Times...), append(fanout, p.Fanout...)
		r.Moves += p.Moves
		bytes, entries = bytes+p.EntryBytes, entries+p.Entries
		r.Lost += p.Lost
		r.Duplicated += p.Duplicated
		r.ViewsChecked += p.Checked
		r.ViewsCompared += p.Comparisons
		r.ViewsWrong += p.Wrong
		r.Errors += p.Errors
		r.Words = append(r.Words, p.Words...)
		r.Tables += p.Tables
		r.TablesFinished += p.Finished
		r.Streams += p.Streams
		for k, n := range p.Refused {
			r.Refused[k] += n
		}
		for k, n := range p.Skipped {
			r.Skipped[k] += n
		}
	}
	if entries > 0 {
		r.EntryBytes = int(bytes / int64(entries))
	}
	r.Clients = len(list)
	r.Seconds = d.Seconds()
	r.MovesPerSecond = per(r.Moves, d)
	r.P50, r.P99, r.Longest = times.millis(50), times.millis(99), times.millis(100)
	r.FanoutP50, r.FanoutP99 = fanout.millis(50), fanout.millis(99)
}

func (r *PlayResult) compare(bares []BareResult) {
	if len(bares) == 0 {
		return
	}
	var times Times
	sum := 0.0
	for _, b := range bares {
		times = append(times, b.Times...)
		rate := round(float64(b.Appends) / b.Seconds)
		r.BareRuns = append(r.BareRuns, rate)
		sum += rate
	}
	r.BarePerSecond = round(sum / float64(len(bares)))
	r.BareP50, r.BareP99 = times.millis(50), times.millis(99)
	r.Ratio = ratio(r.MovesPerSecond, r.BarePerSecond)
}
