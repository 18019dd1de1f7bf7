package httpapi

import (
	"log/slog"
	"net/http"
	"time"

	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/pages"
	"theriac/internal/httpapi/wire"
)

// serve handles every request: it identifies the caller, checks the limits, the
// origin and the size of the body.
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

// probe says whether a path is a health probe or the metrics, which must be answered
// even when everything else is limited.
func probe(path string) bool { return path == "/livez" || path == "/readyz" || path == "/metrics" }

// finish ends a request: it turns a panic into a plain answer and writes the access
// log. It logs the route as its template, never the path: paths and queries can hold
// secrets.
func (a *API) finish(rec *recorder, began time.Time) {
	r := rec.r
	if fault := recover(); fault != nil {
		if fault == http.ErrAbortHandler { //nolint:errorlint // it is compared as net/http does
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

// known keeps invented methods out of the log.
func known(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return method
	}
	return "other"
}

// recorder notes the status of a response, and turns the mux's plain errors into our
// own form: for people into the client's page, if there is one.
type recorder struct {
	http.ResponseWriter
	r      *http.Request
	client *pages.Client
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

// limitPage shows a rate limit to a person with a browser.
func (a *API) limitPage(rec *recorder, p *wire.Problem) {
	for name, values := range p.GetHeaders() {
		rec.Header()[name] = values
	}
	lang := pages.Language(rec.r.Header.Get("Accept-Language"))
	t := a.words[lang]
	rec.own = true
	pages.Write(rec, p.Status, pages.Page{Lang: lang, Title: t.SlowTitle, Says: t.Slow})
}

// HandlerFor handles the requests by these names. One by another name is refused, and
// counts as a file does.
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
