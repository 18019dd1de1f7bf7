package httpapi

import (
	"context"
	"net/http"
	"sync"

	"theriac/internal/httpapi/wire"
)

const tagServer = "server"

// noClient is what a browser shows if the program was built without the web client.
const noClient = `This is a Theriac server, and it runs. But this program was built without the web
client, so there is nothing to see here. Build it with the client by: make build
(that needs Node.js), or use a released program.

The API is listed at /docs.
`

// Version is the response with the version of this program.
type Version struct {
	Version string `json:"version" doc:"Of the program."`
	Client  string `json:"client,omitempty" doc:"The build of the web client that is served here, as its page names it; left out where there is none."`
}

// statusAPI holds the operations that concern the server itself.
type statusAPI struct{ *core }

// register registers the health probes, the version and the OpenAPI document.
func (a statusAPI) register() {
	if a.client != nil {
		a.client.Mount(a.wire.Mux, cards(a).page)
	} else {
		a.wire.Mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) { wire.Plain(w, http.StatusOK, noClient) })
	}
	wire.Register(a.wire, wire.Operation{
		ID: "version", Method: http.MethodGet, Path: "/api/version", Tag: tagServer, Summary: "Get the version", Anyone: true,
		About: "A client that differs from the one named here is out of date: it reloads when that suits the player.",
	}, func(context.Context, *nothing) (*reply[Version], error) {
		v := Version{Version: a.conf.Version}
		if a.client != nil {
			v.Client = a.client.Version
		}
		return &reply[Version]{v}, nil
	})
	a.wire.Mux.HandleFunc("GET /livez", func(w http.ResponseWriter, _ *http.Request) { wire.Plain(w, http.StatusOK, "ok\n") })
	a.wire.Mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		if why := a.unready(); why != "" {
			wire.Plain(w, http.StatusServiceUnavailable, why+"\n")
			return
		}
		said := "ok\n"
		if a.conf.Remark != nil {
			if remark := a.conf.Remark(); remark != "" {
				said += remark + "\n"
			}
		}
		wire.Plain(w, http.StatusOK, said)
	})
	a.wire.Mux.HandleFunc("GET /openapi.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/openapi+json;version=3.1")
		_, _ = w.Write(a.wire.Document)
	})
	list := sync.OnceValue(a.wire.List) // the list is built once, after all operations are registered
	a.wire.Mux.HandleFunc("GET /docs", func(w http.ResponseWriter, r *http.Request) {
		if a.client.HasDocs() {
			a.client.ServeDocs(w, r)
			return
		}
		wire.Plain(w, http.StatusOK, list())
	})
	if a.conf.Metrics != nil {
		a.wire.Mux.Handle("GET /metrics", a.conf.Metrics)
	}
}

// unready returns a one-word reason why the server cannot serve, or "" if it can. It reveals
// nothing else and is cheap, because anyone can call it at any rate.
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
