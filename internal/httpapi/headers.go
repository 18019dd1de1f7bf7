package httpapi

import (
	"maps"
	"net/http"
	"strings"
	"sync"
)

// policy lets a page load from this server and from nowhere else, and nothing inline.
// It may compile WebAssembly, which tables on the visitor's own device run as; text is
// never run as code.
const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'"

// guards are the headers of every response, and those of them that mean something for
// a stream: each header of an open stream stays in memory. Their values are made once
// and shared.
func (o origin) guards() (all, stream http.Header) {
	all = http.Header{
		"Content-Security-Policy":      {policy},
		"Referrer-Policy":              {"no-referrer"},
		"X-Content-Type-Options":       {"nosniff"},
		"X-Frame-Options":              {"DENY"},
		"Permissions-Policy":           {"camera=(), geolocation=(), microphone=(), payment=(), usb=()"},
		"Cross-Origin-Opener-Policy":   {"same-origin"},
		"Cross-Origin-Resource-Policy": {"same-origin"},
		"Cache-Control":                {"no-store"},
	}
	stream = http.Header{
		"Content-Security-Policy": {"default-src 'none'"},
		"X-Content-Type-Options":  all["X-Content-Type-Options"],
		"Cache-Control":           all["Cache-Control"],
	}
	if o.secure {
		all["Strict-Transport-Security"] = []string{"max-age=31536000"}
		stream["Strict-Transport-Security"] = all["Strict-Transport-Security"]
	}
	return all, stream
}

func (a *API) guard(h http.Header) { maps.Copy(h, a.guarded) }

func (a *API) guardStream(h http.Header) { maps.Copy(h, a.guardedStream) }

// eventsOf says which table's stream a request is for.
func eventsOf(r *http.Request) (string, bool) {
	if r.Method != http.MethodGet {
		return "", false
	}
	rest, ok := strings.CutPrefix(r.URL.Path, "/api/tables/")
	if !ok {
		return "", false
	}
	id, ok := strings.CutSuffix(rest, "/events")
	return id, ok && id != "" && !strings.Contains(id, "/")
}

// serveStream serves a stream. Nothing wraps the response, nothing is added to the
// context, and little stays on the stack while the stream is open.
func (a *API) serveStream(w http.ResponseWriter, r *http.Request, table string) {
	who, err := a.admitStream(r)
	if err != nil {
		a.guard(w.Header())
		a.refuse(w, r, err)
		return
	}
	a.conf.Observe.StreamOpened()
	left := sync.OnceFunc(func() {
		a.streams.leave(who)
		a.conf.Observe.StreamClosed()
	})
	defer a.cutAfterPanic(r, left)
	a.guardStream(w.Header())
	a.stream(w, r, who, table, left)
}

// cutAfterPanic cuts the connection of a stream whose handler panicked, because it is too
// late for an error.
func (a *API) cutAfterPanic(r *http.Request, left func()) {
	if fault := recover(); fault != nil {
		left()
		if fault != http.ErrAbortHandler { //nolint:errorlint // it is compared as net/http does
			a.panicked(r.Context(), fault)
		}
		panic(http.ErrAbortHandler)
	}
}

func (a *API) admitStream(r *http.Request) (*caller, error) {
	who := a.identify(r)
	if err := a.limit(who, byAddress); err != nil {
		return nil, err
	}
	if err := a.recognise(r.Context(), r, who); err != nil {
		return nil, err
	}
	if who.token != "" {
		if err := a.limit(who, bySession); err != nil {
			return nil, err
		}
	}
	if !who.trusted && a.streams.full(false) {
		return nil, a.full(shedStreams)
	}
	if !a.streams.enter(who) {
		return nil, a.limited(byStreams, retryStream)
	}
	who.lang = ""
	return who, nil
}
