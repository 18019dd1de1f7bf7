package admit

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

	"theriac/internal/httpapi/wire"
	"theriac/internal/identity"
)

// Config configures a Gate.
type Config struct {
	People *identity.People
	Now    func() time.Time
	Logger *slog.Logger
	Origin Origin
	// Trusted lists the networks that are exempt from limits.
	Trusted []netip.Prefix
	// TrustProxy trusts the last entry of X-Forwarded-For if the peer has a loopback, private or
	// link-local address. Such a peer is taken to be this server's own proxy.
	TrustProxy bool
	Limits     Limits
	Caps       Caps
	// Large reports whether a request may upload a whole game. If so, MaxLogBytes limits the body
	// instead of MaxBodyBytes.
	Large func(*http.Request) bool
	// Live returns how many tables this node has in memory.
	Live    func() int
	Observe Observer
}

// Observer counts rejected requests for the metrics. Its methods must not block.
type Observer interface {
	Limited(kind string)
	Shed(what string)
	Panicked()
}

// Gate authenticates and limits the requests of one node.
type Gate struct {
	conf     Config
	cross    *http.CrossOriginProtection
	limits   *limits
	streams  *streams
	pressure *pressure

	guarded, guardedStream http.Header
}

// New returns a Gate.
func New(c Config) (*Gate, error) {
	g := &Gate{
		conf: c, cross: http.NewCrossOriginProtection(), limits: newLimits(c.Limits), streams: newStreams(c.Limits, c.Caps), pressure: newPressure(c.Caps),
	}
	g.guarded, g.guardedStream = c.Origin.guards()
	if c.Origin.Base != "" {
		if err := g.cross.AddTrustedOrigin(c.Origin.Base); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// page reports whether a request is for content that is the same for everyone: a page, a file of
// the client, or the OpenAPI document. Such requests need no authentication.
func page(r *http.Request) bool {
	return (r.Method == http.MethodGet || r.Method == http.MethodHead) && !strings.HasPrefix(r.URL.Path, "/api/")
}

// Navigation reports whether the response will be shown to a person in a browser, instead of being
// read by a program.
func Navigation(r *http.Request) bool {
	return page(r) && r.URL.Path != "/api" && strings.Contains(r.Header.Get("Accept"), "text/html")
}

// Identify returns what a request's connection and headers say about its caller. It does not
// authenticate the caller.
func (g *Gate) Identify(r *http.Request) *Caller {
	addr := g.address(r)
	who := &Caller{Request: requestID(r), Lang: r.Header.Get("Accept-Language"), Secure: g.conf.Origin.secure || r.TLS != nil}
	for _, p := range g.conf.Trusted {
		if p.Contains(addr.Unmap()) {
			who.Trusted = true
		}
	}
	who.Addr = network(addr)
	return who
}

// address returns the IP address from which a request comes. If the peer is a trusted proxy, it
// returns the address that the proxy reports.
func (g *Gate) address(r *http.Request) netip.Addr {
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

// requestID returns the request id that a proxy set, if it is well-formed. Otherwise it generates
// one.
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

// Admit authenticates the caller, applies the rate limits and reads the body. If it returns an
// error, the request must not be served.
func (g *Gate) Admit(w http.ResponseWriter, r *http.Request, who *Caller) error {
	if page(r) {
		return g.Limit(who, ByFiles)
	}
	if err := g.Limit(who, ByAddress); err != nil {
		return err
	}
	if err := g.sameOrigin(r); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(r.Context(), wire.Patience)
	defer cancel()
	if err := g.recognise(ctx, r, who); err != nil {
		return err
	}
	g.renew(ctx, w, who)
	if who.Token != "" {
		if err := g.Limit(who, BySession); err != nil {
			return err
		}
	}
	return g.readBody(w, r, who)
}

// Panicked logs a panic of a handler.
func (g *Gate) Panicked(ctx context.Context, fault any) {
	g.conf.Observe.Panicked()
	g.conf.Logger.LogAttrs(ctx, slog.LevelError, "panic", slog.String("request", CallerOf(ctx).Request), slog.Any("fault", fault),
		slog.String("stack", string(debug.Stack())))
}

// Refuse responds with the problem that describes err.
func (g *Gate) Refuse(w http.ResponseWriter, r *http.Request, err error) {
	g.Failed(r.Context(), err).Write(w)
}

// Failed returns the problem to send for an error. It logs an error that is the server's fault, and
// sends the client only the request's id, which the user can report.
func (g *Gate) Failed(ctx context.Context, err error) *wire.Problem {
	p := wire.Explain(err)
	switch {
	case p.Status == http.StatusInternalServerError:
		p.Request = CallerOf(ctx).Request
		g.conf.Logger.LogAttrs(ctx, slog.LevelError, "a request failed", slog.String("request", p.Request), slog.Any("error", err))
	case p.Remark != "":
		g.conf.Logger.LogAttrs(ctx, slog.LevelWarn, p.Remark, slog.String("request", CallerOf(ctx).Request), slog.Any("error", err))
	case p.Status > http.StatusInternalServerError:
		g.conf.Logger.LogAttrs(ctx, slog.LevelDebug, "the store did not take a request", slog.String("request", CallerOf(ctx).Request),
			slog.Any("error", err))
	}
	return p
}

// Guard adds the security headers that every response has.
func (g *Gate) Guard(h http.Header) { maps.Copy(h, g.guarded) }

// GuardStream adds only the security headers that matter for an event stream.
func (g *Gate) GuardStream(h http.Header) { maps.Copy(h, g.guardedStream) }

// AdmitStream authenticates and limits a request for an event stream. It counts the stream as open
// until Leave.
func (g *Gate) AdmitStream(r *http.Request) (*Caller, error) {
	who := g.Identify(r)
	if err := g.Limit(who, ByAddress); err != nil {
		return nil, err
	}
	if err := g.recognise(r.Context(), r, who); err != nil {
		return nil, err
	}
	if who.Token != "" {
		if err := g.Limit(who, BySession); err != nil {
			return nil, err
		}
	}
	if !who.Trusted && g.streams.full(false) {
		return nil, g.full(ShedStreams)
	}
	if !g.streams.enter(who) {
		return nil, g.Limited(ByStreams, retryStream)
	}
	who.Lang = ""
	return who, nil
}

// Leave removes a stream from the count of open streams. It must be called once for each successful
// AdmitStream.
func (g *Gate) Leave(who *Caller) { g.streams.leave(who) }

// Streams returns how many event streams are open at this node.
func (g *Gate) Streams() int { return g.streams.count() }

// WatchersFull returns an error if no further spectator can open a stream, because the remaining
// streams are reserved for people at the tables.
func (g *Gate) WatchersFull(who *Caller) error {
	if !who.Trusted && g.streams.full(true) {
		return g.full(ShedStreams)
	}
	return nil
}

// Begin counts a request as in progress, until End.
func (g *Gate) Begin() { g.pressure.answering.Add(1) }

// End stops counting a request as in progress.
func (g *Gate) End() { g.pressure.answering.Add(-1) }

// Moved records the duration of a move that began at the given time. Slow moves make the node busy.
func (g *Gate) Moved(began time.Time) {
	now := g.conf.Now()
	g.pressure.moved(now.Sub(began), now)
}

// Check returns an error if an operation needs a known person, if its own limit is used up, or if
// the server is too busy for it.
func (g *Gate) Check(ctx context.Context, op wire.Operation) error {
	who := CallerOf(ctx)
	if op.Limit != "" {
		if err := g.Limit(who, op.Limit); err != nil {
			return err
		}
	}
	if !op.Anyone {
		if _, err := RequirePerson(ctx); err != nil {
			return err
		}
	}
	// Shed comes last, so that a request rejected by a rate limit does not count against the caps.
	return g.Shed(who, op.Shed)
}
