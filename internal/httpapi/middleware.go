package httpapi

import (
	"log/slog"
	"net/http"
	"time"

	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/pages"
	"theriac/internal/httpapi/wire"
)

// serve handles every request. It identifies the caller and checks the limits, the origin and the
// size of the body. Then it calls the operation.
func (a *API) serve(w http.ResponseWriter, r *http.Request) {
	if table, ok := eventsOf(r); ok && a.stream != nil {
		a.serveStream(w, r, table)
		return
	}
	began := a.conf.Now()
	who := a.gate.Identify(r)
	header := w.Header()
	a.gate.Guard(header)
	header["X-Request-Id"] = []string{who.Request}
	if !a.listed() {
		header["X-Robots-Tag"] = noRobots
	}
	r = r.WithContext(admit.WithCaller(r.Context(), who))
	rec := &recorder{ResponseWriter: w, r: r, client: a.client}
	defer a.finish(rec, began)
	if probe(r.URL.Path) {
		a.wire.Mux.ServeHTTP(rec, r)
		return
	}
	if err := a.gate.Admit(rec, r, who); err != nil {
		if p := wire.Explain(err); p.Status == http.StatusTooManyRequests && admit.Navigation(r) {
			a.limitPage(rec, p)
			return
		}
		a.gate.Refuse(rec, r, err)
		return
	}
	a.gate.Begin()
	defer a.gate.End()
	a.wire.Mux.ServeHTTP(rec, r)
}

// noRobots is the header that keeps search engines away.
var noRobots = []string{"noindex, nofollow"}

// probe reports whether a path is a health probe or the metrics. The server answers these requests
// even if it rejects everything else.
func probe(path string) bool { return path == "/livez" || path == "/readyz" || path == "/metrics" }

// finish completes a request: it turns a panic into an error response, and writes the access log.
// It logs the route's pattern, never the path, because paths and queries can contain secrets.
func (a *API) finish(rec *recorder, began time.Time) {
	r := rec.r
	if fault := recover(); fault != nil {
		if fault == http.ErrAbortHandler { //nolint:errorlint // compared as net/http compares it
			panic(fault)
		}
		a.gate.Panicked(r.Context(), fault)
		if rec.status == 0 {
			p := wire.NewProblem(http.StatusInternalServerError, wire.Broken)
			p.Request = admit.CallerOf(r.Context()).Request
			p.Write(rec)
		}
	}
	status, took := max(rec.status, http.StatusOK), a.conf.Now().Sub(began)
	a.conf.Observe.Request(r.Pattern, status, took)
	level := slog.LevelInfo
	if status == http.StatusInternalServerError {
		level = slog.LevelError
	}
	if a.conf.Logger.Enabled(r.Context(), level) {
		a.conf.Logger.LogAttrs(r.Context(), level, "request", slog.String("request", admit.CallerOf(r.Context()).Request),
			slog.String("method", known(r.Method)), slog.String("route", r.Pattern), slog.Int("status", status),
			slog.Int("bytes", rec.bytes), slog.Duration("took", took))
	}
}

// known returns the request's method for the access log, or a placeholder for a method that HTTP
// does not define.
func known(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return method
	}
	return "other"
}

// recorder is a ResponseWriter that records the status. It replaces the mux's plain-text errors
// with problems, or with the client's page if a browser asks and there is a client.
type recorder struct {
	http.ResponseWriter
	r      *http.Request
	client *pages.Client
	status int
	bytes  int
	own    bool // the handler has already written a problem or a page
	mute   bool
}

// Unwrap returns the wrapped writer. http.ResponseController calls it.
func (rec *recorder) Unwrap() http.ResponseWriter { return rec.ResponseWriter }

// WriteHeader records and sends the status.
func (rec *recorder) WriteHeader(status int) {
	if rec.status != 0 {
		return
	}
	rec.status = status
	if rec.r.Pattern == "" && status >= http.StatusBadRequest && !rec.own && rec.Header().Get("Content-Type") != (&wire.Problem{}).ContentType("") {
		rec.status, rec.own = 0, true
		if status == http.StatusNotFound && rec.client != nil && admit.Navigation(rec.r) {
			rec.client.ServeUnknown(rec, rec.r)
		} else {
			wire.NewProblem(status, wire.FormID(status)).Write(rec)
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

// limitPage responds to a browser with a page that explains which rate limit was exceeded.
func (a *API) limitPage(rec *recorder, p *wire.Problem) {
	for name, values := range p.GetHeaders() {
		rec.Header()[name] = values
	}
	lang := pages.Language(rec.r.Header.Get("Accept-Language"))
	t := a.words[lang]
	rec.own = true
	pages.Write(rec, p.Status, pages.Page{Lang: lang, Title: t.SlowTitle, Says: t.Slow})
}

// HandlerFor returns the API's handler, limited to requests for these host names. Requests for
// other host names are rejected, and count against the limit for files.
func (a *API) HandlerFor(h admit.Hosts) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if h.Passes(r) {
			a.serve(w, r)
			return
		}
		if err := a.gate.Limit(a.gate.Identify(r), admit.ByFiles); err != nil {
			wire.Explain(err).Write(w)
			return
		}
		admit.WrongHost(w, r)
	})
}
