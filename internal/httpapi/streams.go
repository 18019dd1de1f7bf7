package httpapi

import (
	"net/http"
	"strings"
	"sync"
)

// eventsOf returns the table whose event stream a request is for, or false for other requests.
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

// serveStream serves an event stream. It does not wrap the response or extend the context, and uses
// little stack, to save memory in every open stream.
func (a *API) serveStream(w http.ResponseWriter, r *http.Request, table string) {
	who, err := a.gate.AdmitStream(r)
	if err != nil {
		a.gate.Guard(w.Header())
		a.gate.Refuse(w, r, err)
		return
	}
	if err := a.permits(who.Person, "follow"); err != nil {
		a.gate.Leave(who)
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

// cutAfterPanic closes the connection of a stream whose handler panicked. It is too late for an
// error response.
func (a *API) cutAfterPanic(r *http.Request, left func()) {
	if fault := recover(); fault != nil {
		left()
		if fault != http.ErrAbortHandler { //nolint:errorlint // compared as net/http compares it
			a.gate.Panicked(r.Context(), fault)
		}
		panic(http.ErrAbortHandler)
	}
}
