package httpapi

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"log/slog"
	"maps"
	"net/http"
	"net/netip"
	"runtime/debug"
	"strings"
	"time"

	"theriac/internal/identity"
)

// gateConfig configures a gate.
type gateConfig struct {
	People *identity.People
	Now    func() time.Time
	Logger *slog.Logger
	Origin origin
	// Trusted are addresses that are exempt from limits.
	Trusted []netip.Prefix
	// TrustProxy trusts the last entry of X-Forwarded-For where the peer is a loopback,
	// private or link-local address: a proxy of the server's own.
	TrustProxy bool
	Limits     Limits
	Caps       Caps
	// Large says whether a request may bring a whole game.
	Large func(*http.Request) bool
	// Live is how many tables are in memory.
	Live    func() int
	Observe gateObserver
}

// gateObserver counts what is refused. Its methods must not block.
type gateObserver interface {
	Limited(kind string)
	Shed(what string)
	Panicked()
}

// gate admits requests.
type gate struct {
	conf     gateConfig
	cross    *http.CrossOriginProtection
	limits   *limits
	streams  *streams
	pressure *pressure

	guarded, guardedStream http.Header
}

func newGate(c gateConfig) (*gate, error) {
	g := &gate{
		conf: c, cross: http.NewCrossOriginProtection(), limits: newLimits(c.Limits), streams: newStreams(c.Limits, c.Caps), pressure: newPressure(c.Caps),
	}
	g.guarded, g.guardedStream = c.Origin.guards()
	if c.Origin.base != "" {
		if err := g.cross.AddTrustedOrigin(c.Origin.base); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// page says whether a request is for something that is the same for everybody: pages,
// the client's files, the document. These need no authentication.
func page(r *http.Request) bool {
	return (r.Method == http.MethodGet || r.Method == http.MethodHead) && !strings.HasPrefix(r.URL.Path, "/api/")
}

// navigation says whether a person will read the answer in a browser.
func navigation(r *http.Request) bool {
	return page(r) && r.URL.Path != "/api" && strings.Contains(r.Header.Get("Accept"), "text/html")
}

// identify notes what the connection says of the caller.
func (g *gate) identify(r *http.Request) *caller {
	addr := g.address(r)
	who := &caller{request: requestID(r), lang: r.Header.Get("Accept-Language"), secure: g.conf.Origin.secure || r.TLS != nil}
	for _, p := range g.conf.Trusted {
		if p.Contains(addr.Unmap()) {
			who.trusted = true
		}
	}
	who.addr = network(addr)
	return who
}

// address is where a request comes from.
func (g *gate) address(r *http.Request) netip.Addr {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	addr := peer.Addr().Unmap()
	if err != nil || !g.conf.TrustProxy || !(addr.IsLoopback() || addr.IsPrivate() || addr.IsLinkLocalUnicast()) {
		return addr
	}
	entries := r.Header.Values("X-Forwarded-For")
	if len(entries) == 0 {
		return addr
	}
	last := entries[len(entries)-1]
	if i := strings.LastIndexByte(last, ','); i >= 0 {
		last = last[i+1:]
	}
	if told, err := netip.ParseAddr(strings.TrimSpace(last)); err == nil {
		return told
	}
	return addr
}

// requestID takes the id that a proxy gave, if it is a plain one, or makes one.
func requestID(r *http.Request) string {
	given := r.Header.Get("X-Request-Id")
	if len(given) >= 8 && len(given) <= 64 && strings.IndexFunc(given, func(c rune) bool {
		return (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '-' && c != '_' && c != '.'
	}) < 0 {
		return given
	}
	var raw [8]byte
	_, _ = rand.Read(raw[:]) // never fails
	return hex.EncodeToString(raw[:])
}

// admit authenticates and limits a request.
func (g *gate) admit(w http.ResponseWriter, r *http.Request, who *caller) error {
	if page(r) {
		return g.limit(who, byFiles)
	}
	if err := g.limit(who, byAddress); err != nil {
		return err
	}
	if err := g.sameOrigin(r); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	if err := g.recognise(ctx, r, who); err != nil {
		return err
	}
	g.renew(ctx, w, who)
	if who.token != "" {
		if err := g.limit(who, bySession); err != nil {
			return err
		}
	}
	return g.readBody(w, r, who)
}

// panicked notes a panic.
func (g *gate) panicked(ctx context.Context, fault any) {
	g.conf.Observe.Panicked()
	g.conf.Logger.LogAttrs(ctx, slog.LevelError, "panic", slog.String("request", callerOf(ctx).request), slog.Any("fault", fault),
		slog.String("stack", string(debug.Stack())))
}

// refuse answers with a problem.
func (g *gate) refuse(w http.ResponseWriter, r *http.Request, err error) {
	g.failed(r.Context(), err).write(w)
}

// failed is the problem of an error. It logs what is the server's own fault; the
// client gets only the request's id to ask about.
func (g *gate) failed(ctx context.Context, err error) *Problem {
	p := explain(err)
	switch {
	case p.Status == http.StatusInternalServerError:
		p.Request = callerOf(ctx).request
		g.conf.Logger.LogAttrs(ctx, slog.LevelError, "a request failed", slog.String("request", p.Request), slog.Any("error", err))
	case p.Remark != "":
		g.conf.Logger.LogAttrs(ctx, slog.LevelWarn, p.Remark, slog.String("request", callerOf(ctx).request), slog.Any("error", err))
	case p.Status > http.StatusInternalServerError:
		g.conf.Logger.LogAttrs(ctx, slog.LevelDebug, "the store did not take a request", slog.String("request", callerOf(ctx).request),
			slog.Any("error", err))
	}
	return p
}

// guard adds the headers of every response.
func (g *gate) guard(h http.Header) { maps.Copy(h, g.guarded) }

// guardStream adds those that mean something for a stream.
func (g *gate) guardStream(h http.Header) { maps.Copy(h, g.guardedStream) }

// admitStream authenticates and limits a request for a stream. Its place is given back with
// leave.
func (g *gate) admitStream(r *http.Request) (*caller, error) {
	who := g.identify(r)
	if err := g.limit(who, byAddress); err != nil {
		return nil, err
	}
	if err := g.recognise(r.Context(), r, who); err != nil {
		return nil, err
	}
	if who.token != "" {
		if err := g.limit(who, bySession); err != nil {
			return nil, err
		}
	}
	if !who.trusted && g.streams.full(false) {
		return nil, g.full(shedStreams)
	}
	if !g.streams.enter(who) {
		return nil, g.limited(byStreams, retryStream)
	}
	who.lang = ""
	return who, nil
}

// leave gives the place of a stream back.
func (g *gate) leave(who *caller) { g.streams.leave(who) }

// watchersFull refuses one more spectator where the streams that are left are for those at
// the tables.
func (g *gate) watchersFull(who *caller) error {
	if !who.trusted && g.streams.full(true) {
		return g.full(shedStreams)
	}
	return nil
}

// begin counts a request that is being answered, until end.
func (g *gate) begin() { g.pressure.answering.Add(1) }

func (g *gate) end() { g.pressure.answering.Add(-1) }

// moved notes how long a move took that began then.
func (g *gate) moved(began time.Time) {
	now := g.conf.Now()
	g.pressure.moved(now.Sub(began), now)
}

// check refuses an operation that its own limit, a busy server or a missing person forbids.
func (g *gate) check(ctx context.Context, op operation) error {
	who := callerOf(ctx)
	if op.limit != "" {
		if err := g.limit(who, op.limit); err != nil {
			return err
		}
	}
	if !op.anyone {
		if _, err := requirePerson(ctx); err != nil {
			return err
		}
	}
	// Last: whoever a limit refuses takes no place of others.
	return g.shed(who, op.shed)
}
