package load

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"time"
)

// RunBareSSE is a server of idle streams: what net/http itself needs for one. It
// prints its address and ends when its input does.
func RunBareSSE(in io.Reader, out io.Writer) error {
	raiseFiles()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /events", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		if _, err := io.WriteString(w, ": hello\n\n"); err != nil {
			return
		}
		if err := http.NewResponseController(w).Flush(); err != nil {
			return
		}
		<-r.Context().Done()
	})
	mux.HandleFunc("GET /debug/pprof/heap", func(http.ResponseWriter, *http.Request) { runtime.GC() })
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		_, _ = fmt.Fprintf(w, "go_memstats_heap_alloc_bytes %d\ngo_memstats_heap_inuse_bytes %d\ngo_memstats_stack_inuse_bytes %d\n", m.HeapAlloc, m.HeapInuse, m.StackInuse)
	})
	srv := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = srv.Serve(l) }()
	if _, err := fmt.Fprintln(out, l.Addr()); err != nil {
		return err
	}
	_, _ = io.Copy(io.Discard, in)
	return srv.Close()
}
