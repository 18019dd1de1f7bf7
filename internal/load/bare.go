package load

import (
	"context"
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

	"golang.org/x/time/rate"

	"theriac/internal/sqlite"
	"theriac/internal/store"
)

// BareJob configures a benchmark that appends directly to the store, without running a game.
type BareJob struct {
	Dir      string
	Writers  int // number of writers; each waits until its append is stored before it makes the next
	Duration time.Duration
	Rate     float64 // appends per second by all writers together; 0 means no limit
}

// BareResult is the result of a BareJob.
type BareResult struct {
	Appends int
	CPU     float64 // processor time in seconds that the process used for the store and the writers
	Times   Times
}

// usualEntry is the size of a typical entry in bytes.
const usualEntry = 240

// run measures bare appends to a store like that of a server on a single node.
func (job BareJob) run() (r BareResult, err error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	st, err := sqlite.Open(sqlite.Config{Dir: job.Dir})
	if err != nil {
		return r, err
	}
	defer st.Close()
	var mu sync.Mutex
	var all sync.WaitGroup
	permits := pace(job.Rate)
	time.AfterFunc(job.Duration, cancel)
	before := use(os.Getpid())
	for w := range job.Writers {
		all.Go(func() {
			times, wrong := job.write(ctx, st.Log(), w, permits)
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

// pace returns a rate limiter. It lets a delayed writer catch up by at most 32 operations, so that a stall does
// not cause a burst.
func pace(perSecond float64) *rate.Limiter {
	if perSecond <= 0 {
		return rate.NewLimiter(rate.Inf, 0)
	}
	return rate.NewLimiter(rate.Limit(perSecond), 32)
}

// write appends to one log until ctx ends. It waits for each append, even if ctx ends in the meantime.
func (job BareJob) write(ctx context.Context, log store.Log, w int, permits *rate.Limiter) (times Times, err error) {
	rng := rand.New(rand.NewPCG(1, uint64(w)))
	data := make([]byte, usualEntry)
	for i := range data {
		data[i] = byte('a' + rng.IntN(26))
	}
	table := "bare" + strconv.Itoa(w)
	for at, n := uint64(0), 0; permits.Wait(ctx) == nil; n++ {
		began := time.Now()
		if at, err = log.Append(context.WithoutCancel(ctx), table, at, strconv.Itoa(n), data); err != nil {
			return times, fmt.Errorf("load: a bare append: %w", err)
		}
		times.add(time.Since(began))
	}
	return times, nil
}

// measureBare runs a BareJob in a separate process. Its folder is next to the measured server's, so that both
// are on the same disk.
func measureBare(ctx context.Context, beside string, job BareJob, log io.Writer) (r BareResult, err error) {
	if job.Dir, err = os.MkdirTemp(beside, "bare-"); err != nil {
		return r, err
	}
	defer func() { _ = os.RemoveAll(job.Dir) }()
	return alone[BareResult](ctx, log, Job{Kind: "bare", Append: job})
}

// serveBare runs an HTTP server that only holds streams open. Its memory shows how much net/http itself needs
// per stream.
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
