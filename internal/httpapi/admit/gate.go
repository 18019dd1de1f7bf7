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

// Config configures a gate.
type Config struct {
	People *identity.People
	Now    func() time.Time
	Logger *slog.Logger
	Origin Origin
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
	Observe Observer
}

// Observer counts what is refused. Its methods must not block.
type Observer interface {
	Limited(kind string)
	Shed(what string)
	Panicked()
}

// Gate admits requests.
type Gate struct {
	conf     Config
	cross    *http.CrossOriginProtection
	limits   *limits
	streams  *streams
	pressure *pressure

	guarded, guardedStream http.Header
}

// New makes a gate.
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

// page says whether a request is for something that is the same for everybody: pages,
// the client's files, the document. These need no authentication.
func page(r *http.Request) bool {
	return (r.Method == http.MethodGet || r.Method == http.MethodHead) && !strings.HasPrefix(r.URL.Path, "/api/")
}

// Navigation says whether a person will read the answer in a browser.
func Navigation(r *http.Request) bool {
	return page(r) && r.URL.Path != "/api" && strings.Contains(r.Header.Get("Accept"), "text/html")
}

// Identify notes what the connection says of the caller.
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

// address is where a request comes from.
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

// Admit authenticates and limits a request.
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

// Panicked notes a panic.
func (g *Gate) Panicked(ctx context.Context, fault any) {
	g.conf.Observe.Panicked()
	g.conf.Logger.LogAttrs(ctx, slog.LevelError, "panic", slog.String("request", CallerOf(ctx).Request), slog.Any("fault", fault),
		slog.String("stack", string(debug.Stack())))
}

// Refuse answers with a problem.
func (g *Gate) Refuse(w http.ResponseWriter, r *http.Request, err error) {
	g.Failed(r.Context(), err).Write(w)
}

// Failed is the problem of an error. It logs what is the server's own fault; the
// client gets only the request's id to ask about.
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

// Guard adds the headers of every response.
func (g *Gate) Guard(h http.Header) { maps.Copy(h, g.guarded) }

// GuardStream adds those that mean something for a stream.
func (g *Gate) GuardStream(h http.Header) { maps.Copy(h, g.guardedStream) }

// AdmitStream authenticates and limits a request for a stream. Its place is given back with
// leave.
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

// Leave gives the place of a stream back.
func (g *Gate) Leave(who *Caller) { g.streams.leave(who) }

// WatchersFull refuses one more spectator where the streams that are left are for those at
// the tables.
func (g *Gate) WatchersFull(who *Caller) error {
	if !who.Trusted && g.streams.full(true) {
		return g.full(ShedStreams)
	}
	return nil
}

// Begin counts a request that is being answered, until end.
func (g *Gate) Begin() { g.pressure.answering.Add(1) }

// End counts it as answered.
func (g *Gate) End() { g.pressure.answering.Add(-1) }

// Moved notes how long a move took that began then.
func (g *Gate) Moved(began time.Time) {
	now := g.conf.Now()
	g.pressure.moved(now.Sub(began), now)
}

// Check refuses an operation that its own limit, a busy server or a missing person forbids.
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
	// Last: whoever a limit refuses takes no place of others.
	return g.Shed(who, op.Shed)
}
