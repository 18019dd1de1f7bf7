package httpapi

import (
	"net/http"
	"strings"
	"sync"
)

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
	who, err := a.gate.AdmitStream(r)
	if err != nil {
		a.gate.Guard(w.Header())
		a.gate.Refuse(w, r, err)
		return
	}
	a.conf.Observe.StreamOpened()
	left := sync.OnceFunc(func() {
		a.gate.Leave(who)
		a.conf.Observe.StreamClosed()
	})
	defer a.cutAfterPanic(r, left)
	a.gate.GuardStream(w.Header())
	a.stream(w, r, who, table, left)
}

// cutAfterPanic cuts the connection of a stream whose handler panicked, because it is too
// late for an error.
func (a *API) cutAfterPanic(r *http.Request, left func()) {
	if fault := recover(); fault != nil {
		left()
		if fault != http.ErrAbortHandler { //nolint:errorlint // it is compared as net/http does
			a.gate.Panicked(r.Context(), fault)
		}
		panic(http.ErrAbortHandler)
	}
}
