package admit

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"strings"

	"theriac/internal/httpapi/wire"
	"theriac/internal/identity"
)

// CookieName is the name of the cookie that holds a browser's session token.
const CookieName = "theriac"

// CookieAge is the lifetime of the session cookie in seconds. It equals the lifetime of an unused
// session.
const CookieAge = int(identity.Unseen / 1e9)

// Caller describes the sender of a request.
type Caller struct {
	Person  identity.Person // the person who sent the request; the ID is empty if unknown
	Token   string          // session token, if there is a person
	Cookie  bool            // the token came in a cookie, so another site may have caused the request
	Addr    netip.Addr      // the caller's address; for IPv6, its /64 network
	Trusted bool            // exempt from limits
	Request string          // id of this request, for logs
	Secure  bool
	Lang    string // the browser's Accept-Language header
}

type callerKey struct{}

// WithCaller returns a context with the caller of a request.
func WithCaller(ctx context.Context, who *Caller) context.Context {
	return context.WithValue(ctx, callerKey{}, who)
}

// CallerOf returns the caller of the request that this context belongs to. For other contexts it
// returns an empty Caller.
func CallerOf(ctx context.Context) *Caller {
	if who, ok := ctx.Value(callerKey{}).(*Caller); ok {
		return who
	}
	return &Caller{}
}

// PersonOf returns the calling person. If the caller is unknown, the person's ID is empty.
func PersonOf(ctx context.Context) identity.Person { return CallerOf(ctx).Person }

// RequirePerson returns the calling person, or an error if the caller is unknown.
func RequirePerson(ctx context.Context) (identity.Person, error) {
	who := PersonOf(ctx)
	if who.ID == "" {
		return who, identity.ErrUnknown
	}
	return who, nil
}

// bearer returns the token that a program sends in the Authorization header.
func bearer(r *http.Request) (string, bool) {
	scheme, rest, ok := strings.Cut(r.Header.Get("Authorization"), " ")
	return strings.TrimSpace(rest), ok && strings.EqualFold(scheme, "Bearer")
}

// token returns the session token of a request, from a program's Authorization header or a
// browser's cookie. It ignores other authorization schemes, which are meant for a proxy.
func token(r *http.Request) (text string, cookie bool) {
	if text, ok := bearer(r); ok {
		return text, false
	}
	if c, err := r.Cookie(CookieName); err == nil && c.Value != "" {
		return c.Value, true
	}
	return "", false
}

// recognise authenticates the caller. It rejects an invalid Authorization header. It ignores an
// invalid cookie, because the browser's owner must still be able to delete that cookie.
func (g *Gate) recognise(ctx context.Context, r *http.Request, who *Caller) error {
	text, cookie := token(r)
	who.Cookie = cookie
	if text == "" {
		return nil
	}
	person, err := g.conf.People.Authenticate(ctx, text)
	if errors.Is(err, identity.ErrUnknown) && cookie {
		return nil
	}
	if err != nil {
		return err
	}
	who.Person, who.Token = person, text
	return nil
}

// renew renews a browser's cookie long before the cookie expires, so that a returning guest is not
// forgotten. If that fails, the next request tries again.
func (g *Gate) renew(ctx context.Context, w http.ResponseWriter, who *Caller) {
	if !who.Cookie || who.Token == "" {
		return
	}
	if again, err := g.conf.People.Renew(ctx, who.Token); err == nil && again {
		c := who.SessionCookie(who.Token)
		w.Header().Add("Set-Cookie", c.String())
	}
}

// sameOrigin rejects requests that another site made the browser send. It does not check requests
// with a token in a header, because browsers never add that header on their own.
func (g *Gate) sameOrigin(r *http.Request) error {
	if _, program := bearer(r); program {
		return nil
	}
	if err := g.cross.Check(r); err != nil {
		return wire.NewProblem(http.StatusForbidden, "cross-origin")
	}
	return nil
}

// SessionCookie returns the cookie that stores a session in a browser.
func (who *Caller) SessionCookie(token string) http.Cookie {
	return http.Cookie{
		Name: CookieName, Value: token, Path: "/", MaxAge: CookieAge,
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: who.Secure,
	}
}

// NoCookie returns a cookie that makes the browser delete its session cookie.
func (who *Caller) NoCookie() http.Cookie {
	c := who.SessionCookie("")
	c.MaxAge = -1
	return c
}
