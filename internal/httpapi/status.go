package httpapi

import (
	"context"
	"net/http"
	"sync"
)

const tagServer = "server"

// noClient is what a browser gets from a program that was built without a client.
const noClient = `This is a Theriac server, and it runs. But this program was built without the web
client, so there is nothing to see here. Build it with the client by: make build
(that needs Node.js), or use a released program.

The API is listed at /docs.
`

// Version is what runs.
type Version struct {
	Version string `json:"version" doc:"Of the program."`
	Client  string `json:"client,omitempty" doc:"The build of the web client that is served here, as its page names it; left out where there is none."`
}

// statusAPI is the operations of the server itself.
type statusAPI struct{ *core }

// register registers the health probes, the version and the document.
func (a statusAPI) register() {
	if a.client != nil {
		a.client.mount(a.wire.mux)
	} else {
		a.wire.mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) { plain(w, http.StatusOK, noClient) })
	}
	register(a.wire, operation{
		id: "version", method: http.MethodGet, path: "/api/version", tag: tagServer, summary: "Get the version", anyone: true,
		about: "A client that differs from the one named here is out of date: it reloads when that suits the player.",
	}, func(context.Context, *nothing) (*reply[Version], error) {
		v := Version{Version: a.conf.Version}
		if a.client != nil {
			v.Client = a.client.version
		}
		return &reply[Version]{v}, nil
	})
	a.wire.mux.HandleFunc("GET /livez", func(w http.ResponseWriter, _ *http.Request) { plain(w, http.StatusOK, "ok\n") })
	a.wire.mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		if why := a.unready(); why != "" {
			plain(w, http.StatusServiceUnavailable, why+"\n")
			return
		}
		said := "ok\n"
		if a.conf.Remark != nil {
			if remark := a.conf.Remark(); remark != "" {
				said += remark + "\n"
			}
		}
		plain(w, http.StatusOK, said)
	})
	a.wire.mux.HandleFunc("GET /openapi.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/openapi+json;version=3.1")
		_, _ = w.Write(a.wire.document)
	})
	list := sync.OnceValue(a.wire.list) // once all operations are known
	a.wire.mux.HandleFunc("GET /docs", func(w http.ResponseWriter, r *http.Request) {
		if a.client.hasDocs() {
			a.client.serveDocs(w, r)
			return
		}
		plain(w, http.StatusOK, list())
	})
	if a.conf.Metrics != nil {
		a.wire.mux.Handle("GET /metrics", a.conf.Metrics)
	}
}

// unready says in a word why the server cannot serve, or nothing. It says no more,
// and does nothing to find out: anybody can ask, as often as they like.
func (a statusAPI) unready() string {
	if a.draining.Load() {
		return "closing"
	}
	if a.conf.Unready != nil {
		if why := a.conf.Unready(); why != "" {
			return why
		}
	}
	if !a.conf.Lobby.Ready() {
		return "lists"
	}
	return ""
}
