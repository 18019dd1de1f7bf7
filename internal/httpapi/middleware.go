package httpapi

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"runtime/debug"
	"strings"
	"time"
)

// serve handles every request: it identifies the caller, checks the limits, the
// origin and the size of the body.
func (a *API) serve(w http.ResponseWriter, r *http.Request) {
	if table, ok := eventsOf(r); ok && a.stream != nil {
		a.serveStream(w, r, table)
		return
	}
	began := a.conf.Now()
	who := a.identify(r)
	header := w.Header()
	a.guard(header)
	header["X-Request-Id"] = []string{who.request}
	r = r.WithContext(context.WithValue(r.Context(), callerKey{}, who))
	rec := &recorder{ResponseWriter: w, r: r, client: a.client}
	defer a.finish(rec, began)
	if probe(r.URL.Path) {
		a.mux.ServeHTTP(rec, r)
		return
	}
	if err := a.admit(rec, r, who); err != nil {
		if p := explain(err); p.Status == http.StatusTooManyRequests && navigation(r) {
			a.limitPage(rec, p)
			return
		}
		a.refuse(rec, r, err)
		return
	}
	a.pressure.answering.Add(1)
	defer a.pressure.answering.Add(-1)
	a.mux.ServeHTTP(rec, r)
}

// probe says whether a path is a health probe or the metrics, which must be answered
// even when everything else is limited.
func probe(path string) bool { return path == "/livez" || path == "/readyz" || path == "/metrics" }

// page says whether a request is for something that is the same for everybody: pages,
// the client's files, the document. These need no authentication.
func page(r *http.Request) bool {
	return (r.Method == http.MethodGet || r.Method == http.MethodHead) && !strings.HasPrefix(r.URL.Path, "/api/")
}

// navigation says whether a person will read the answer in a browser.
func navigation(r *http.Request) bool {
	return page(r) && r.URL.Path != "/api" && strings.Contains(r.Header.Get("Accept"), "text/html")
}

// identify notes what the connection says of the caller.
func (a *API) identify(r *http.Request) *caller {
	addr := a.address(r)
	who := &caller{request: requestID(r), lang: r.Header.Get("Accept-Language"), secure: a.origin.secure || r.TLS != nil}
	for _, p := range a.conf.Trusted {
		if p.Contains(addr.Unmap()) {
			who.trusted = true
		}
	}
	who.addr = network(addr)
	return who
}

// address is where a request comes from.
func (a *API) address(r *http.Request) netip.Addr {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	addr := peer.Addr().Unmap()
	if err != nil || !a.conf.TrustProxy || !(addr.IsLoopback() || addr.IsPrivate() || addr.IsLinkLocalUnicast()) {
		return addr
	}
	entries := r.Header.Values("X-Forwarded-For")
	if len(entries) == 0 {
		return addr
	}
	last := entries[len(entries)-1]
	if i := strings.LastIndexByte(last, ','); i >= 0 {
		last = last[i+1:]
	}
	if told, err := netip.ParseAddr(strings.TrimSpace(last)); err == nil {
		return told
	}
	return addr
}

// requestID takes the id that a proxy gave, if it is a plain one, or makes one.
func requestID(r *http.Request) string {
	given := r.Header.Get("X-Request-Id")
	if len(given) >= 8 && len(given) <= 64 && strings.IndexFunc(given, func(c rune) bool {
		return (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '-' && c != '_' && c != '.'
	}) < 0 {
		return given
	}
	var raw [8]byte
	_, _ = rand.Read(raw[:]) // never fails
	return hex.EncodeToString(raw[:])
}

// admit authenticates and limits a request.
func (a *API) admit(w http.ResponseWriter, r *http.Request, who *caller) error {
	if page(r) {
		return a.limit(who, byFiles)
	}
	if err := a.limit(who, byAddress); err != nil {
		return err
	}
	if err := a.sameOrigin(r); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	if err := a.recognise(ctx, r, who); err != nil {
		return err
	}
	a.renew(ctx, w, who)
	if who.token != "" {
		if err := a.limit(who, bySession); err != nil {
			return err
		}
	}
	return a.readBody(w, r, bodyLimit(r, who))
}

// readBody reads the whole body, so that no handler waits for a slow sender or meets
// a torn body.
func (a *API) readBody(w http.ResponseWriter, r *http.Request, most int64) error {
	if r.Body == nil || r.Body == http.NoBody {
		return nil
	}
	if r.ContentLength > most {
		return problem(http.StatusRequestEntityTooLarge, formID(http.StatusRequestEntityTooLarge))
	}
	control := http.NewResponseController(w)
	// Not every writer has deadlines; the server that this package makes has.
	_ = control.SetReadDeadline(time.Now().Add(bodyTime))
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, most))
	_ = control.SetReadDeadline(time.Time{})
	var large *http.MaxBytesError
	var slow interface{ Timeout() bool }
	switch {
	case errors.As(err, &large):
		return problem(http.StatusRequestEntityTooLarge, formID(http.StatusRequestEntityTooLarge))
	case errors.As(err, &slow) && slow.Timeout():
		return problem(http.StatusRequestTimeout, formID(http.StatusRequestTimeout))
	case err != nil:
		return problem(http.StatusBadRequest, formID(http.StatusBadRequest))
	}
	r.Body = &bodyReader{data}
	return nil
}

// bodyReader reads a body from memory.
type bodyReader struct{ rest []byte }

// Close does nothing.
func (*bodyReader) Close() error { return nil }

func (b *bodyReader) Read(p []byte) (int, error) {
	if len(b.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(p, b.rest)
	b.rest = b.rest[n:]
	return n, nil
}

// refuse answers with a problem.
func (a *API) refuse(w http.ResponseWriter, r *http.Request, err error) {
	a.failed(r.Context(), err).write(w)
}

func (p *Problem) write(w http.ResponseWriter) {
	data, err := json.Marshal(p)
	if err != nil {
		data = []byte("{}") // its fields are texts and numbers
	}
	header := w.Header()
	header.Set("Content-Type", p.ContentType(""))
	for name, values := range p.GetHeaders() {
		header[name] = values
	}
	w.WriteHeader(p.Status)
	_, _ = w.Write(data) // the client may have gone
}

// finish ends a request: it turns a panic into a plain answer and writes the access
// log. It logs the route as its template, never the path: paths and queries can hold
// secrets.
func (a *API) finish(rec *recorder, began time.Time) {
	r := rec.r
	if fault := recover(); fault != nil {
		if fault == http.ErrAbortHandler { //nolint:errorlint // it is compared as net/http does
			panic(fault)
		}
		a.panicked(r.Context(), fault)
		if rec.status == 0 {
			p := problem(http.StatusInternalServerError, broken)
			p.Request = callerOf(r.Context()).request
			p.write(rec)
		}
	}
	status, took := max(rec.status, http.StatusOK), a.conf.Now().Sub(began)
	a.conf.Observe.Request(r.Pattern, status, took)
	level := slog.LevelInfo
	if status == http.StatusInternalServerError {
		level = slog.LevelError
	}
	if a.conf.Logger.Enabled(r.Context(), level) {
		a.conf.Logger.LogAttrs(r.Context(), level, "request", slog.String("request", callerOf(r.Context()).request),
			slog.String("method", known(r.Method)), slog.String("route", r.Pattern), slog.Int("status", status),
			slog.Int("bytes", rec.bytes), slog.Duration("took", took))
	}
}

// known keeps invented methods out of the log.
func known(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return method
	}
	return "other"
}

func (a *API) panicked(ctx context.Context, fault any) {
	a.conf.Observe.Panicked()
	a.conf.Logger.LogAttrs(ctx, slog.LevelError, "panic", slog.String("request", callerOf(ctx).request), slog.Any("fault", fault),
		slog.String("stack", string(debug.Stack())))
}

// recorder notes the status of a response, and turns the mux's plain errors into our
// own form: for people into the client's page, if there is one.
type recorder struct {
	http.ResponseWriter
	r      *http.Request
	client *client
	status int
	bytes  int
	own    bool // what is written is already in our own form
	mute   bool
}

// Unwrap is for http.ResponseController.
func (rec *recorder) Unwrap() http.ResponseWriter { return rec.ResponseWriter }

// WriteHeader notes the status.
func (rec *recorder) WriteHeader(status int) {
	if rec.status != 0 {
		return
	}
	rec.status = status
	if rec.r.Pattern == "" && status >= http.StatusBadRequest && !rec.own && rec.Header().Get("Content-Type") != (&Problem{}).ContentType("") {
		rec.status, rec.own = 0, true
		if status == http.StatusNotFound && rec.client != nil && navigation(rec.r) {
			rec.client.serveUnknown(rec, rec.r)
		} else {
			problem(status, formID(status)).write(rec)
		}
		rec.mute = true
		return
	}
	rec.ResponseWriter.WriteHeader(status)
}

func (rec *recorder) Write(data []byte) (int, error) {
	if rec.status == 0 {
		rec.WriteHeader(http.StatusOK)
	}
	if rec.mute {
		return len(data), nil
	}
	rec.bytes += len(data)
	return rec.ResponseWriter.Write(data)
}
