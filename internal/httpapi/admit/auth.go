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

// CookieName is the cookie that holds a browser's session token.
const CookieName = "theriac"

// CookieAge is how long a browser keeps it: as long as an unused session lives.
const CookieAge = int(identity.Unseen / 1e9)

// Caller is who sent a request, as far as the request says so.
type Caller struct {
	Person  identity.Person // empty id: nobody
	Token   string          // of the session, where there is a person
	Cookie  bool            // the token came as a cookie, which another site can make a browser send
	Addr    netip.Addr      // for IPv6 a whole network
	Trusted bool            // exempt from limits
	Request string          // the request's id
	Secure  bool
	Lang    string // as the browser accepts it
}

type callerKey struct{}

// WithCaller is the context of a request of a caller.
func WithCaller(ctx context.Context, who *Caller) context.Context {
	return context.WithValue(ctx, callerKey{}, who)
}

// CallerOf is the caller of a request. Outside of a request it is nobody.
func CallerOf(ctx context.Context) *Caller {
	if who, ok := ctx.Value(callerKey{}).(*Caller); ok {
		return who
	}
	return &Caller{}
}

// PersonOf is the person who calls, or nobody.
func PersonOf(ctx context.Context) identity.Person { return CallerOf(ctx).Person }

// RequirePerson is the person who calls, or an error where there is none.
func RequirePerson(ctx context.Context) (identity.Person, error) {
	who := PersonOf(ctx)
	if who.ID == "" {
		return who, identity.ErrUnknown
	}
	return who, nil
}

// bearer is the token that a program sends in a header.
func bearer(r *http.Request) (string, bool) {
	scheme, rest, ok := strings.Cut(r.Header.Get("Authorization"), " ")
	return strings.TrimSpace(rest), ok && strings.EqualFold(scheme, "Bearer")
}

// token finds a session token in a request: in the header of a program, or in the
// cookie of a browser. It ignores a header of another kind, which is for a proxy.
func token(r *http.Request) (text string, cookie bool) {
	if text, ok := bearer(r); ok {
		return text, false
	}
	if c, err := r.Cookie(CookieName); err == nil && c.Value != "" {
		return c.Value, true
	}
	return "", false
}

// recognise authenticates the caller. It refuses an invalid header; an invalid cookie
// is as good as none, because its owner could not even delete it.
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

// renew gives a browser its cookie anew where a good part of its life is over, so
// that a guest who comes back is not forgotten. After a failure, the next request
// tries again.
func (g *Gate) renew(ctx context.Context, w http.ResponseWriter, who *Caller) {
	if !who.Cookie || who.Token == "" {
		return
	}
	if again, err := g.conf.People.Renew(ctx, who.Token); err == nil && again {
		c := who.SessionCookie(who.Token)
		w.Header().Add("Set-Cookie", c.String())
	}
}

// sameOrigin refuses what another site makes a browser send. A request with its token
// in a header needs no such check: no browser adds one by itself.
func (g *Gate) sameOrigin(r *http.Request) error {
	if _, program := bearer(r); program {
		return nil
	}
	if err := g.cross.Check(r); err != nil {
		return wire.NewProblem(http.StatusForbidden, "cross-origin")
	}
	return nil
}

// SessionCookie makes a browser remember a session.
func (who *Caller) SessionCookie(token string) http.Cookie {
	return http.Cookie{
		Name: CookieName, Value: token, Path: "/", MaxAge: CookieAge,
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: who.Secure,
	}
}

// NoCookie makes a browser forget it.
func (who *Caller) NoCookie() http.Cookie {
	c := who.SessionCookie("")
	c.MaxAge = -1
	return c
}
