package load

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"
	"golang.org/x/time/rate"

	"theriac/internal/jetstream"
)

// BareJob says how to measure appends without a game around them.
type BareJob struct {
	Dir      string
	Writers  int // each waits for its append before the next
	Duration time.Duration
	Rate     float64 // appends a second, over all writers; 0: as they come
}

// BareResult is what was measured.
type BareResult struct {
	Appends int
	CPU     float64 // of the process, in seconds: server and writers
	Times   Times
}

// usualEntry is how many bytes a table's usual entry has.
const usualEntry = 240

// run measures bare appends: the same server as the tables', a stream of the same form, and
// writers that send what a table sends with each entry: its key, and the entry before it.
func (job BareJob) run() (r BareResult, err error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	srv, err := jetstream.StartServer(jetstream.ServerConfig{Dir: job.Dir})
	if err != nil {
		return r, err
	}
	defer srv.Shutdown(context.Background())
	nc, err := nats.Connect("", srv.InProcess()...)
	if err != nil {
		return r, err
	}
	defer nc.Close()
	js, err := natsjs.New(nc)
	if err != nil {
		return r, err
	}
	_, err = js.CreateStream(ctx, natsjs.StreamConfig{
		Name: "BARE", Subjects: []string{"b.*"}, Storage: natsjs.FileStorage, AllowDirect: true, Duplicates: 2 * time.Minute,
	})
	if err != nil {
		return r, err
	}
	var mu sync.Mutex
	var all sync.WaitGroup
	permits := pace(job.Rate)
	time.AfterFunc(job.Duration, cancel)
	before := use(os.Getpid())
	for w := range job.Writers {
		all.Go(func() {
			times, wrong := job.write(ctx, nc, w, permits)
			mu.Lock()
			defer mu.Unlock()
			r.Times = append(r.Times, times...)
			err = errors.Join(err, wrong)
		})
	}
	all.Wait()
	r.CPU, r.Appends = use(os.Getpid()).cpu-before.cpu, len(r.Times)
	return r, err
}

// pace permits so many a second. Who is late catches up no more than some, or a stall would
// become a burst.
func pace(perSecond float64) *rate.Limiter {
	if perSecond <= 0 {
		return rate.NewLimiter(rate.Inf, 0)
	}
	return rate.NewLimiter(rate.Limit(perSecond), 32)
}

// write appends to one subject until the end.
func (job BareJob) write(ctx context.Context, nc *nats.Conn, w int, permits *rate.Limiter) (times Times, err error) {
	rng := rand.New(rand.NewPCG(1, uint64(w)))
	data := make([]byte, usualEntry)
	for i := range data {
		data[i] = byte('a' + rng.IntN(26))
	}
	subject := "b." + strconv.Itoa(w)
	for last, n := uint64(0), 0; permits.Wait(ctx) == nil; n++ {
		m := &nats.Msg{Subject: subject, Data: data, Header: nats.Header{
			natsjs.MsgIDHeader:               {strconv.Itoa(w) + "-" + strconv.Itoa(n)},
			natsjs.ExpectedLastSubjSeqHeader: {strconv.FormatUint(last, 10)},
		}}
		began := time.Now()
		reply, err := nc.RequestMsg(m, 10*time.Second)
		if err != nil {
			return times, err
		}
		var ack struct {
			Seq   uint64          `json:"seq"`
			Error json.RawMessage `json:"error"`
		}
		if err := json.Unmarshal(reply.Data, &ack); err != nil || ack.Error != nil {
			return times, fmt.Errorf("load: a bare append: %s %w", reply.Data, err)
		}
		last = ack.Seq
		times.add(time.Since(began))
	}
	return times, nil
}

// measureBare measures in a process of its own, on a folder of its own beside the
// server's, so that both are on the same disk.
func measureBare(ctx context.Context, beside string, job BareJob, log io.Writer) (r BareResult, err error) {
	if job.Dir, err = os.MkdirTemp(beside, "bare-"); err != nil {
		return r, err
	}
	defer func() { _ = os.RemoveAll(job.Dir) }()
	return alone[BareResult](ctx, log, Job{Kind: "bare", Append: job})
}

// serveBare is a server of idle streams until it may end: what net/http itself needs for one.
func serveBare(addr string, ready func() error) error {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /events", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		if http.NewResponseController(w).Flush() == nil {
			<-r.Context().Done()
		}
	})
	mux.HandleFunc("GET /debug/pprof/heap", func(http.ResponseWriter, *http.Request) { runtime.GC() })
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		_, _ = fmt.Fprintf(w, "go_memstats_heap_alloc_bytes %d\ngo_memstats_stack_inuse_bytes %d\n", m.HeapAlloc, m.StackInuse)
	})
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	srv := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = srv.Serve(l) }()
	if err := ready(); err != nil {
		return err
	}
	return srv.Close()
}
