// Package httpapi implements the HTTP API: JSON with an OpenAPI 3.1 document, a stream of
// server-sent events for each table, and a few plain pages for browsers without scripts. The web
// client, bots and the command line all use this API.
//
// By design it refuses to make decisions about games and tables. It authenticates the caller, reads
// the request and calls the responsible service. An error of a service carries the HTTP status with
// which the API responds. It never logs a token, a link, or a person's id or address.
//
// Each resource is a type in a file of its own. To add an operation, see
// docs/contribute/add-an-operation.md.
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
	"theriac/internal/doors"
	"theriac/internal/evenings"
	"theriac/internal/formats"
	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/hooks"
	"theriac/internal/httpapi/live"
	"theriac/internal/httpapi/pages"
	"theriac/internal/httpapi/wire"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/notices"
	"theriac/internal/order"
	"theriac/internal/puzzles"
	"theriac/internal/signin"
	"theriac/internal/store"
	"theriac/internal/stories"
	"theriac/internal/table"
)

// Limits on the size and duration of a request.
const (
	maxHeader  = 16 << 10
	headerTime = 10 * time.Second
	writeTime  = 60 * time.Second // time limit for sending a response; a stream sets its own deadlines
	idleTime   = 2 * time.Minute
)

// Config configures the API.
type Config struct {
	Identity *identity.People
	SignIn   *signin.SignIn
	Order    *order.Order
	Lobby    *lobby.Lobby
	Doors    *doors.Doors
	Tables   *table.Registry
	Daily    *daily.Daily
	Evenings *evenings.Evenings
	Talk     store.Chat
	// Buckets are all buckets with personal data, in the order in which forgetting a person clears
	// them. The identity comes last.
	Buckets []store.Bucket
	// Puzzles stores people's puzzle results. If nil, this server offers no puzzles.
	Puzzles *puzzles.Store
	// Stories generates the stories of finished games. If nil, this server has no stories.
	Stories *stories.Maker
	// Notices notifies people who are away when a table waits for them. It may be nil.
	Notices *notices.Notifier
	Feed    store.Feed
	Health  store.Health // health for operators; /readyz uses Unready instead
	Now     func() time.Time
	Logger  *slog.Logger
	// Origin is the public URL of this server, such as https://example.org. Links to tables begin
	// with it.
	Origin string
	// Trusted lists the networks that are exempt from limits. It is empty by default.
	Trusted []netip.Prefix
	// TrustProxy trusts the last entry of X-Forwarded-For if the peer has a loopback, private or
	// link-local address. Such a peer is taken to be this server's own proxy.
	TrustProxy bool
	Limits     admit.Limits
	Caps       admit.Caps
	Observe    Observer
	// Standalone means that no other node serves tables from this store.
	Standalone bool
	// PrivateHooks allows webhooks to private network addresses. It is off by default: otherwise
	// any user could make the server send requests to machines in its own network.
	PrivateHooks bool
	// Bots plays for the bots. It may be nil.
	Bots live.Bots
	// Advice answers players who ask for advice. If nil, this server offers no advice.
	Advice *advice.Adviser
	// Unready returns a one-word reason why this node cannot serve, or "" if it can. It must not
	// block, because any client can trigger a call. Remark returns a problem that operators should
	// know about even though the node can serve. Both may be nil.
	Unready, Remark func() string
	// Nodes lists the nodes of the cluster, with the stored formats that they can read. It may be
	// nil.
	Nodes *formats.Gate
	// Broken returns the tables that this node found to be damaged. It may be nil.
	Broken func() []store.Damage
	// Metrics is served at /metrics, unless it is nil.
	Metrics http.Handler
	// Client holds the files of the built web client, or nil. New reads it once.
	Client fs.FS
	// Version is the version of this program, as /api/version reports it.
	Version string
}

// Observer receives figures for the metrics. Its methods must not block.
type Observer interface {
	// Request counts a response; streams are not counted. The route is a pattern such as "GET
	// /api/tables/{id}", or empty if no route matched.
	Request(route string, status int, took time.Duration)
	StreamOpened()
	StreamClosed()
	// Limited counts a request that exceeded a rate limit, by the limit's name: "address",
	// "session", "make", "guess", "code", "recover", "talk", "files", "work" or "streams".
	Limited(kind string)
	// Shed counts a request that was rejected because the server is busy or full, by class:
	// "tables", "people", "reads", "other", "play" or "streams".
	Shed(what string)
	Panicked()
	// Hook counts the outcome of a webhook notice: "sent", "failed", or "dropped" if too many
	// notices were waiting.
	Hook(how string)
}

// API is the HTTP API of one node.
type API struct {
	*core
	// Live holds this node's event streams, and Hooks sends its webhook notices.
	Live  *live.Hub
	Hooks *hooks.Caller

	// stream serves the events of a table. It gets the ResponseWriter of net/http, not a wrapper.
	// When the stream has ended, it calls the function left, so that the gate stops counting the
	// stream as open. Tests replace stream.
	stream func(w http.ResponseWriter, r *http.Request, who *admit.Caller, table string, left func())
	// drains are functions to call once when the server shuts down.
	drains []func(context.Context)
}

// core holds what all operations need, such as the configuration. Each resource's type embeds it.
type core struct {
	conf   Config
	origin admit.Origin
	gate   *admit.Gate
	wire   *wire.Surface
	live   *live.Hub
	names  wire.Names
	client *pages.Client          // nil if no client was built
	words  map[string]pages.Texts // texts of the plain pages, by language
	checks chan struct{}          // semaphore; it has one element for each uploaded game that is being checked

	draining atomic.Bool
}

// register registers the operations of all resources.
func (a *core) register() {
	for _, resource := range []interface{ register() }{
		peopleAPI{a}, signInAPI{a}, historyAPI{a}, exportAPI{a}, noticesAPI{a}, linksAPI{a}, gamesAPI{a}, tablesAPI{a}, seatsAPI{a}, hallAPI{a}, eveningsAPI{a}, todayAPI{a},
		duplicatesAPI{a}, botsAPI{a}, adviceAPI{a}, puzzlesAPI{a}, branchesAPI{a}, carriedAPI{a}, storyAPI{a}, moderationAPI{a}, blocksAPI{a}, reportsAPI{a}, decisionsAPI{a}, consoleAPI{a}, proofAPI{a}, operatorAPI{a},
		doorsAPI{a}, hostPagesAPI{a}, statusAPI{a}, playAPI{a}, replayAPI{a},
	} {
		resource.register()
	}
	describeUpdates(a.wire.Huma.OpenAPI())
}

// New creates the API and registers its operations.
func New(c Config) (*API, error) {
	o, err := admit.ParseOrigin(c.Origin)
	if err != nil {
		return nil, err
	}
	if c.Identity == nil || c.SignIn == nil || c.Order == nil || c.Lobby == nil || c.Doors == nil || c.Now == nil || c.Logger == nil {
		return nil, errors.New("httpapi: identity, sign-in, order, lobby, doors, clock and logger are needed")
	}
	if all := forgetting(c.Buckets); len(all) == 0 || all[len(all)-1].Name != identity.BucketPeople {
		return nil, errors.New("httpapi: the buckets have to end with who people are, which is forgotten last")
	}
	if c.Observe == nil {
		c.Observe = noObserver{}
	}
	return build(c, o)
}

// Document returns the OpenAPI document as JSON. It needs no running server.
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
	a.wire = wire.New(admit.CookieName, a.check, a.gate.Failed)
	streams := live.Config{
		Feed: c.Feed, Lobby: c.Lobby, Tables: c.Tables, Talk: c.Talk, People: c.Identity, Names: a.names, Gate: a.gate, Bots: c.Bots, Now: c.Now, Standalone: c.Standalone,
		Recount: a.recount,
	}
	if c.Order != nil {
		streams.Order = c.Order
	}
	a.live = live.New(streams)
	a.register()
	return &API{
		core: a, Live: a.live, Hooks: hooks.New(c.Lobby, c.Identity, o.Base, c.PrivateHooks, c.Observe.Hook, c.Logger),
		stream: a.live.Events, drains: []func(context.Context){a.live.Drain},
	}, a.wire.Describe()
}

// Handler returns the HTTP handler for all requests.
func (a *API) Handler() http.Handler { return http.HandlerFunc(a.serve) }

// Pressure returns how many requests are in progress, and whether the node is busy.
func (a *API) Pressure() (answering int, busy bool) { return a.gate.Pressure() }

// Run runs the background tasks until ctx is done.
func (a *API) Run(ctx context.Context) {
	go a.Hooks.Run(ctx)
	a.live.Run(ctx)
}

// Server returns an HTTP server for the API's handler, with timeouts against slow clients. The
// caller sets its address.
func (a *API) Server() *http.Server {
	return &http.Server{
		Handler: a.Handler(), ReadHeaderTimeout: headerTime, WriteTimeout: writeTime, IdleTimeout: idleTime,
		MaxHeaderBytes: maxHeader, ErrorLog: slog.NewLogLogger(a.conf.Logger.Handler(), slog.LevelDebug),
	}
}

// Drain prepares the node for shutdown. The node reports that it is not ready, and asks the clients
// of streams to reconnect to another node. Drain returns when all streams are closed or the context
// ends.
func (a *API) Drain(ctx context.Context) {
	if a.draining.Swap(true) {
		return
	}
	for _, f := range a.drains {
		f(ctx)
	}
}

// noObserver is an Observer that discards everything.
type noObserver struct{}

func (noObserver) Request(string, int, time.Duration) {}
func (noObserver) StreamOpened()                      {}
func (noObserver) StreamClosed()                      {}
func (noObserver) Limited(string)                     {}
func (noObserver) Shed(string)                        {}
func (noObserver) Panicked()                          {}
func (noObserver) Hook(string)                        {}
