package serve

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"sync/atomic"
	"syscall"
	"time"
)

// Time limits for slow clients. Streams set their own write deadlines; writing any other response may take up
// to a minute.
const (
	headerTime = 10 * time.Second
	writeTime  = time.Minute
	idleTime   = 2 * time.Minute
	maxHeader  = 16 << 10
)

// listeners holds a server's listening addresses and the HTTP server for each.
type listeners struct {
	gate     gate
	cluster  gate // what an operator asks of a cluster's node; opens before the store is ready
	public   *http.Server
	private  *http.Server // nil if not configured
	redirect *http.Server // nil if not configured

	publicAt, privateAt, redirectAt net.Listener
}

// gate answers requests itself until the server is ready. From then on it passes them to the handler.
type gate struct {
	handler atomic.Pointer[http.Handler]
	problem atomic.Pointer[func() string] // returns a word why the server is not ready yet, or ""; may be nil
}

func (f *gate) open(h http.Handler) { f.handler.Store(&h) }

func (f *gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if h := f.handler.Load(); h != nil {
		(*h).ServeHTTP(w, r)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	if r.URL.Path == "/livez" {
		_, _ = fmt.Fprintln(w, "alive")
		return
	}
	why := "starting"
	if f := f.problem.Load(); f != nil {
		why = cmp.Or((*f)(), why)
	}
	w.Header().Set("Retry-After", "1")
	http.Error(w, why, http.StatusServiceUnavailable)
}

// listen opens all listening addresses. It comes first, so that the server starts nothing if another process
// uses one of the addresses.
func listen(o Options, metrics http.Handler, log *slog.Logger) (_ *listeners, err error) {
	d := &listeners{}
	defer func() {
		if err != nil {
			d.close()
		}
	}()
	certs, err := newCertificates(o)
	if err != nil {
		return nil, err
	}
	if d.publicAt, err = listenOn(o.Listen, "--listen"); err != nil {
		return nil, err
	}
	d.public = newHTTPServer(&d.gate, log)
	if certs != nil {
		d.public.TLSConfig = certs.config
		if o.Redirect != "" {
			if d.redirectAt, err = listenOn(o.Redirect, "--tls-redirect"); err != nil {
				return nil, err
			}
			d.redirect = newHTTPServer(certs.redirect, log)
		}
	}
	if o.Private != "" {
		if d.privateAt, err = listenOn(o.Private, "--private"); err != nil {
			return nil, err
		}
		if openToAll(d.privateAt.Addr()) {
			log.Warn("metrics and profiles are open to everyone who reaches this address: keep it behind a firewall, or name one of this machine with --private", "address", o.Private)
		}
		d.private = newHTTPServer(o.hosts().Guard(privateHandler(&d.gate, &d.cluster, metrics)), log)
		d.private.WriteTimeout = 0 // recording a profile takes as long as the operator requests
	}
	return d, nil
}

func newHTTPServer(h http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler: h, ReadHeaderTimeout: headerTime, WriteTimeout: writeTime, IdleTimeout: idleTime, MaxHeaderBytes: maxHeader,
		// net/http logs here when a client breaks the protocol.
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
}

// listenOn listens on an address. If that fails, the error explains the problem and names the flag.
func listenOn(addr, flag string) (net.Listener, error) {
	l, err := net.Listen("tcp", addr)
	switch {
	case err == nil:
		return l, nil
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("the address %s is in use by another program: stop that one, or choose another with %s", addr, flag)
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("this user may not listen at %s: choose a port above 1023 with %s, or allow it", addr, flag)
	}
	return nil, fmt.Errorf("cannot listen at %s (%s): %w", addr, flag, err)
}

// openToAll reports whether other networks can reach an address.
func openToAll(at net.Addr) bool {
	ip := at.(*net.TCPAddr).IP
	return !ip.IsLoopback() && !ip.IsPrivate() && !ip.IsLinkLocalUnicast()
}

// privateHandler returns the handler for what only the operator may see, such as metrics and profiles.
func privateHandler(api, cluster, metrics http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/metrics", metrics)
	mux.Handle("/cluster", cluster)
	mux.Handle("/cluster/", cluster)
	mux.Handle("/livez", api)
	mux.Handle("/readyz", api)
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	return mux
}

// serve starts the HTTP servers, and calls failed if one of them fails later.
func (d *listeners) serve(failed func(error)) {
	run := func(f func() error) {
		go func() {
			if err := f(); !errors.Is(err, http.ErrServerClosed) {
				failed(err)
			}
		}()
	}
	run(func() error {
		if d.public.TLSConfig != nil {
			return d.public.ServeTLS(d.publicAt, "", "")
		}
		return d.public.Serve(d.publicAt)
	})
	if d.private != nil {
		run(func() error { return d.private.Serve(d.privateAt) })
	}
	if d.redirect != nil {
		run(func() error { return d.redirect.Serve(d.redirectAt) })
	}
}

// close immediately closes all listeners and connections.
func (d *listeners) close() {
	for _, s := range []*http.Server{d.public, d.private, d.redirect} {
		if s != nil {
			_ = s.Close()
		}
	}
	for _, l := range []net.Listener{d.publicAt, d.privateAt, d.redirectAt} {
		if l != nil {
			_ = l.Close() // the HTTP server may have closed it already
		}
	}
}
