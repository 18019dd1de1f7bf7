// Package httpapi is the server's door: JSON over HTTP with an OpenAPI 3.1
// document, one stream of server-sent events per table, and the few plain pages
// that work without a client. Web client, bots and command line come in by it
// alike.
//
// It refuses to decide anything about a game or a table: it finds out who is
// asking, reads what they sent, calls the room that knows, and says in one place
// (errors.go) what a refusal is called. It logs no token, no link and nobody's
// id or address.
package httpapi

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"net/http"
	"net/netip"
	"sync/atomic"
	"time"

	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/store"
	"theriac/internal/table"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// How much and how long a request may take.
const (
	// MaxBodyBytes is the largest body that is read.
	MaxBodyBytes = 64 << 10
	maxHeader    = 16 << 10
	bodyTime     = 10 * time.Second // for a body to arrive
	headerTime   = 10 * time.Second
	writeTime    = 60 * time.Second // for an answer to be taken; a stream sets its own
	idleTime     = 2 * time.Minute
	// patience is how long an operation waits for the store.
	patience = 20 * time.Second
)

// Config is what the door opens on.
type Config struct {
	Identity *identity.People
	Lobby    *lobby.Lobby
	Tables   *table.Registry
	Talk     store.Chat
	Feed     store.Feed
	Health   store.Health // for an operator's questions; /readyz asks Unready
	Now      func() time.Time
	Logger   *slog.Logger
	// Origin is where people reach this server, such as https://example.org. Links
	// are made with it.
	Origin string
	// Trusted are addresses that no limit applies to. None unless an operator
	// says so.
	Trusted []netip.Prefix
	// TrustProxy believes the last entry of X-Forwarded-For where the peer is a
	// loopback, private or link-local address: a proxy of the server's own.
	TrustProxy bool
	Limits     Limits
	Observe    Observer
	Live       Live
	// Unready says in a word why this node cannot serve, as it is known now, or
	// nothing. It is asked by everybody and must not wait. Remark is what is worth
	// knowing although the node serves. Both may be nil.
	Unready, Remark func() string
	// Broken are the tables that this node found to be damaged. May be nil.
	Broken func() []store.Damage
	// Metrics is served at /metrics, if there is one.
	Metrics http.Handler
	// Client is the built web client, if there is one. It is read once.
	Client fs.FS
	// Version is what runs.
	Version string
}

// Observer is told what an operator wants to count. Its methods must not wait.
type Observer interface {
	// Request is told of each answer but those of streams. The route is its
	// template, such as "GET /api/tables/{id}", or empty where nothing matched.
	Request(route string, status int, took time.Duration)
	StreamOpened()
	StreamClosed()
	// Limited is told of each request that a limit turned away, by the limit's
	// name: "address", "session", "make", "guess", "talk", "files", "work" or "streams".
	Limited(kind string)
	Panicked()
	// Hook is told of each notice to a webhook how it ended: "sent", "failed", or
	// "dropped" where too many waited.
	Hook(how string)
}

// API is the door.
type API struct {
	conf     Config
	origin   origin
	mux      *http.ServeMux
	huma     huma.API
	cross    *http.CrossOriginProtection
	limits   *limits
	streams  *streams
	client   *client // nil where none was built
	document []byte
	draining atomic.Bool

	guarded, guardedStream http.Header

	words map[string]pageTexts // of the plain page, by language

	hub   *hub
	hooks *hooks
	// frames are what streams have to send, for those who write it.
	frames chan *frame

	// stream serves the events of a table, past everything that wraps a
	// response. It is called with who asks; the place among the open streams is
	// taken and given back around it.
	stream func(w http.ResponseWriter, r *http.Request, who *caller, table string)
	// drains are called once, when the server closes.
	drains []func(context.Context)
}

// parts are the groups of operations.
func parts() []func(*API) {
	return []func(*API){
		(*API).people, (*API).exports, (*API).links, (*API).pictures, (*API).games, (*API).tables, (*API).seats,
		(*API).moderation, (*API).operator, (*API).statusRoutes, (*API).pages, (*API).playing,
	}
}

// New opens the door.
func New(c Config) (*API, error) {
	o, err := parseOrigin(c.Origin)
	if err != nil {
		return nil, err
	}
	if c.Identity == nil || c.Lobby == nil || c.Now == nil || c.Logger == nil {
		return nil, errors.New("httpapi: identity, lobby, clock and logger are needed")
	}
	if c.Observe == nil {
		c.Observe = noObserver{}
	}
	return build(c, o)
}

// Document is the OpenAPI document, without a server behind it.
func Document() ([]byte, error) {
	a, err := build(Config{Observe: noObserver{}}, origin{})
	if err != nil {
		return nil, err
	}
	return a.document, nil
}

func build(c Config, o origin) (*API, error) {
	a := &API{
		conf: c, origin: o, mux: http.NewServeMux(), cross: http.NewCrossOriginProtection(),
		limits: newLimits(c.Limits), streams: newStreams(c.Limits),
	}
	a.guarded, a.guardedStream = o.guards()
	var err error
	if a.client, err = readClient(c.Client); err != nil {
		return nil, err
	}
	if o.base != "" {
		if err := a.cross.AddTrustedOrigin(o.base); err != nil {
			return nil, err
		}
	}
	a.huma = humago.New(a.mux, a.humaConfig())
	for _, part := range parts() {
		part(a)
	}
	return a, a.describe()
}

// Handler serves everything.
func (a *API) Handler() http.Handler { return http.HandlerFunc(a.serve) }

// Server is an HTTP server for the handler, with bounds on how slowly somebody
// may talk to it. It has no address yet.
func (a *API) Server() *http.Server {
	return &http.Server{
		Handler: a.Handler(), ReadHeaderTimeout: headerTime, WriteTimeout: writeTime, IdleTimeout: idleTime,
		MaxHeaderBytes: maxHeader, ErrorLog: slog.NewLogLogger(a.conf.Logger.Handler(), slog.LevelDebug),
	}
}

// Drain says that the server closes: it is no longer ready, and streams are asked
// to come back elsewhere. It returns when they are gone or the context ends.
func (a *API) Drain(ctx context.Context) {
	if a.draining.Swap(true) {
		return
	}
	for _, f := range a.drains {
		f(ctx)
	}
}

// noObserver observes nothing.
type noObserver struct{}

func (noObserver) Request(string, int, time.Duration) {}
func (noObserver) StreamOpened()                      {}
func (noObserver) StreamClosed()                      {}
func (noObserver) Limited(string)                     {}
func (noObserver) Panicked()                          {}
func (noObserver) Hook(string)                        {}
