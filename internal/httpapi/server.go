// Package httpapi is the HTTP API: JSON with an OpenAPI 3.1 document, one stream of
// server-sent events per table, and the few plain pages that work without a client.
// The web client, bots and the command line all use it.
//
// It refuses to decide anything about a game or a table: it authenticates the caller,
// reads the request and calls the service that knows; a refusal knows its status itself.
// It logs no token, no link and nobody's id or address. Each resource is a type in a file of
// its own; docs/adding-an-operation.md says how to add to one.
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

	"theriac/internal/advice"
	"theriac/internal/daily"
	"theriac/internal/forms"
	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/hooks"
	"theriac/internal/httpapi/live"
	"theriac/internal/httpapi/pages"
	"theriac/internal/httpapi/wire"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/notices"
	"theriac/internal/puzzles"
	"theriac/internal/signin"
	"theriac/internal/store"
	"theriac/internal/stories"
	"theriac/internal/table"
)

// Limits of a request.
const (
	maxHeader  = 16 << 10
	headerTime = 10 * time.Second
	writeTime  = 60 * time.Second // for a response to be read; a stream sets its own
	idleTime   = 2 * time.Minute
)

// Config configures the API.
type Config struct {
	Identity *identity.People
	SignIn   *signin.SignIn
	Lobby    *lobby.Lobby
	Tables   *table.Registry
	Daily    *daily.Daily
	Talk     store.Chat
	// Buckets are all kinds of records, in the order in which people are forgotten; who they
	// are comes last.
	Buckets []store.Bucket
	// Puzzles keeps what people did with the puzzles. May be nil: there are none then.
	Puzzles *puzzles.Store
	// Stories makes the stories of finished games. May be nil: there are none then.
	Stories *stories.Maker
	// Notices tells people who are away that a table waits for them. May be nil.
	Notices *notices.Notifier
	Feed    store.Feed
	Health  store.Health // for operators; /readyz uses Unready
	Now     func() time.Time
	Logger  *slog.Logger
	// Origin is where people reach this server, such as https://example.org. Links are
	// made with it.
	Origin string
	// Trusted are addresses that are exempt from limits. None by default.
	Trusted []netip.Prefix
	// TrustProxy trusts the last entry of X-Forwarded-For where the peer is a loopback,
	// private or link-local address: a proxy of the server's own.
	TrustProxy bool
	Limits     admit.Limits
	Caps       admit.Caps
	Observe    Observer
	// Alone says that no other node serves tables of this store.
	Alone bool
	// PrivateHooks lets webhooks call addresses that only this network reaches. Off by
	// default: otherwise anybody could make the server call its neighbours.
	PrivateHooks bool
	// Bots plays the seats of bots. May be nil.
	Bots live.Bots
	// Advice answers those who ask what to do. May be nil: nobody is told then.
	Advice *advice.Desk
	// Unready says in a word why this node cannot serve now, or nothing. Anybody can
	// call it and it must not block. Remark is what is worth knowing although the node
	// serves. Both may be nil.
	Unready, Remark func() string
	// Nodes are the nodes of the cluster and what they can read. May be nil.
	Nodes *forms.Gate
	// Broken are the tables that this node found damaged. May be nil.
	Broken func() []store.Damage
	// Metrics is served at /metrics, if there is one.
	Metrics http.Handler
	// Client is the built web client, if there is one. It is read once.
	Client fs.FS
	// Version is what runs.
	Version string
}

// Observer counts what an operator wants to know. Its methods must not block.
type Observer interface {
	// Request counts each response but those of streams. The route is its template,
	// such as "GET /api/tables/{id}", or empty where nothing matched.
	Request(route string, status int, took time.Duration)
	StreamOpened()
	StreamClosed()
	// Limited counts each request that a limit refused, by the limit's name: "address",
	// "session", "make", "guess", "recover", "talk", "files", "work" or "streams".
	Limited(kind string)
	// Shed counts each request that was refused because the server is busy or full, by
	// what it was: "tables", "people", "reads", "other", "play" or "streams".
	Shed(what string)
	Panicked()
	// Hook counts how each notice to a webhook ended: "sent", "failed", or "dropped"
	// where too many waited.
	Hook(how string)
}

// API is the HTTP API.
type API struct {
	*core
	// Live is the streams of this node, Hooks its webhooks.
	Live  *live.Hub
	Hooks *hooks.Caller

	// stream serves the events of a table, without anything that wraps the response. It
	// calls left once the stream has ended, which gives its place among the open ones back.
	stream func(w http.ResponseWriter, r *http.Request, who *admit.Caller, table string, left func())
	// drains are called once, when the server closes.
	drains []func(context.Context)
}

// core is what all operations work with.
type core struct {
	conf   Config
	origin admit.Origin
	gate   *admit.Gate
	wire   *wire.Surface
	live   *live.Hub
	names  wire.Names
	client *pages.Client          // nil where none was built
	words  map[string]pages.Texts // of the plain page, by language
	checks chan struct{}          // holds one for each brought game that is being checked

	draining atomic.Bool
}

// register registers all operations, resource by resource.
func (a *core) register() {
	for _, resource := range []interface{ register() }{
		peopleAPI{a}, signInAPI{a}, historyAPI{a}, exportAPI{a}, noticesAPI{a}, linksAPI{a}, gamesAPI{a}, tablesAPI{a}, seatsAPI{a}, todayAPI{a},
		duplicatesAPI{a}, botsAPI{a}, adviceAPI{a}, puzzlesAPI{a}, branchesAPI{a}, carriedAPI{a}, storyAPI{a}, moderationAPI{a}, operatorAPI{a},
		statusAPI{a}, playAPI{a}, replayAPI{a},
	} {
		resource.register()
	}
	describeUpdates(a.wire.Huma.OpenAPI())
}

// New makes the API.
func New(c Config) (*API, error) {
	o, err := admit.ParseOrigin(c.Origin)
	if err != nil {
		return nil, err
	}
	if c.Identity == nil || c.SignIn == nil || c.Lobby == nil || c.Now == nil || c.Logger == nil {
		return nil, errors.New("httpapi: identity, sign-in, lobby, clock and logger are needed")
	}
	if all := forgetting(c.Buckets); len(all) == 0 || all[len(all)-1].Name != identity.BucketPeople {
		return nil, errors.New("httpapi: the buckets have to end with who people are, which is forgotten last")
	}
	if c.Observe == nil {
		c.Observe = noObserver{}
	}
	return build(c, o)
}

// Document is the OpenAPI document, without a running server.
func Document() ([]byte, error) {
	a, err := build(Config{Observe: noObserver{}}, admit.Origin{})
	if err != nil {
		return nil, err
	}
	return a.wire.Document, nil
}

func build(c Config, o admit.Origin) (*API, error) {
	a := &core{conf: c, origin: o, words: pages.AllTexts(), names: wire.Names{People: c.Identity}, checks: make(chan struct{}, checksAtOnce)}
	var err error
	if a.gate, err = admit.New(admit.Config{
		People: c.Identity, Now: c.Now, Logger: c.Logger, Origin: o, Trusted: c.Trusted, TrustProxy: c.TrustProxy, Limits: c.Limits, Caps: c.Caps,
		Live: func() int { return c.Tables.Live() }, Large: func(r *http.Request) bool { return a.wire.IsLarge(r) }, Observe: c.Observe,
	}); err != nil {
		return nil, err
	}
	if a.client, err = pages.Read(c.Client); err != nil {
		return nil, err
	}
	a.wire = wire.New(admit.CookieName, a.gate.Check, a.gate.Failed)
	a.live = live.New(live.Config{
		Feed: c.Feed, Lobby: c.Lobby, Tables: c.Tables, Talk: c.Talk, People: c.Identity, Names: a.names, Gate: a.gate, Bots: c.Bots, Now: c.Now, Alone: c.Alone,
	})
	a.register()
	return &API{
		core: a, Live: a.live, Hooks: hooks.New(c.Lobby, c.Identity, o.Base, c.PrivateHooks, c.Observe.Hook, c.Logger),
		stream: a.live.Events, drains: []func(context.Context){a.live.Drain},
	}, a.wire.Describe()
}

// Handler serves everything.
func (a *API) Handler() http.Handler { return http.HandlerFunc(a.serve) }

// Pressure says how many requests are being answered, and whether the node is busy.
func (a *API) Pressure() (answering int, busy bool) { return a.gate.Pressure() }

// Run runs the background tasks until ctx ends.
func (a *API) Run(ctx context.Context) {
	go a.Hooks.Run(ctx)
	a.live.Run(ctx)
}

// Server is an HTTP server for the handler, with limits on slow clients. It has no
// address yet.
func (a *API) Server() *http.Server {
	return &http.Server{
		Handler: a.Handler(), ReadHeaderTimeout: headerTime, WriteTimeout: writeTime, IdleTimeout: idleTime,
		MaxHeaderBytes: maxHeader, ErrorLog: slog.NewLogLogger(a.conf.Logger.Handler(), slog.LevelDebug),
	}
}

// Drain announces that the server closes: it is no longer ready, and streams are
// asked to reconnect elsewhere. It returns when they are gone or the context ends.
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
func (noObserver) Shed(string)                        {}
func (noObserver) Panicked()                          {}
func (noObserver) Hook(string)                        {}
