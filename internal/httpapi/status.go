package httpapi

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
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

// statusRoutes registers the health probes, the version and the document.
func (a *API) statusRoutes() {
	if a.client != nil {
		a.clientRoutes()
	} else {
		a.mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) { plain(w, http.StatusOK, noClient) })
	}
	register(a, operation{
		id: "version", method: http.MethodGet, path: "/api/version", tag: tagServer, summary: "Get the version", anyone: true,
		about: "A client that differs from the one named here is out of date: it reloads when that suits the player.",
	}, func(context.Context, *nothing) (*reply[Version], error) {
		v := Version{Version: a.conf.Version}
		if a.client != nil {
			v.Client = a.client.version
		}
		return &reply[Version]{v}, nil
	})
	a.mux.HandleFunc("GET /livez", func(w http.ResponseWriter, _ *http.Request) { plain(w, http.StatusOK, "ok\n") })
	a.mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
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
	a.mux.HandleFunc("GET /openapi.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/openapi+json;version=3.1")
		_, _ = w.Write(a.document)
	})
	list := sync.OnceValue(a.list) // once all operations are known
	a.mux.HandleFunc("GET /docs", func(w http.ResponseWriter, r *http.Request) {
		if a.client.hasDocs() {
			a.client.serveDocs(w, r)
			return
		}
		plain(w, http.StatusOK, list())
	})
	if a.conf.Metrics != nil {
		a.mux.Handle("GET /metrics", a.conf.Metrics)
	}
}

// unready says in a word why the server cannot serve, or nothing. It says no more,
// and does nothing to find out: anybody can ask, as often as they like.
func (a *API) unready() string {
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

func plain(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text))
}

// list is the operations as a plain list, for readers without a tool for the
// document.
func (a *API) list() string {
	var lines []string
	for path, item := range a.huma.OpenAPI().Paths {
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
			if op != nil {
				lines = append(lines, path+"\x00"+op.Method+" "+path+"\n    "+op.Summary+"\n")
			}
		}
	}
	slices.Sort(lines)
	var b strings.Builder
	b.WriteString("Theriac. The document is at /openapi.json.\n\n")
	for _, l := range lines {
		_, shown, _ := strings.Cut(l, "\x00")
		b.WriteString(shown)
	}
	return b.String()
}

// svgContent is how the document describes an image.
func svgContent() map[string]*huma.MediaType {
	return map[string]*huma.MediaType{"image/svg+xml": {Schema: &huma.Schema{Type: huma.TypeString}}}
}
