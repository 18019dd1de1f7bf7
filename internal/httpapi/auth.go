package httpapi

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"strings"

	"theriac/internal/identity"
)

// cookieName is the cookie that holds a browser's session token.
const cookieName = "theriac"

// cookieAge is how long a browser keeps it: as long as an unused session lives.
const cookieAge = int(identity.Unseen / 1e9)

// caller is who sent a request, as far as the request says so.
type caller struct {
	person  identity.Person // empty id: nobody
	token   string          // of the session, where there is a person
	cookie  bool            // the token came as a cookie, which another site can make a browser send
	addr    netip.Addr      // for IPv6 a whole network
	trusted bool            // exempt from limits
	request string          // the request's id
	secure  bool
	lang    string // as the browser accepts it
}

type callerKey struct{}

// callerOf is the caller of a request. Outside of a request it is nobody.
func callerOf(ctx context.Context) *caller {
	if who, ok := ctx.Value(callerKey{}).(*caller); ok {
		return who
	}
	return &caller{}
}

// personOf is the person who calls, or nobody.
func personOf(ctx context.Context) identity.Person { return callerOf(ctx).person }

// requirePerson is the person who calls, or an error where there is none.
func requirePerson(ctx context.Context) (identity.Person, error) {
	who := personOf(ctx)
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
	if c, err := r.Cookie(cookieName); err == nil && c.Value != "" {
		return c.Value, true
	}
	return "", false
}

// recognise authenticates the caller. It refuses an invalid header; an invalid cookie
// is as good as none, because its owner could not even delete it.
func (g *gate) recognise(ctx context.Context, r *http.Request, who *caller) error {
	text, cookie := token(r)
	who.cookie = cookie
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
	who.person, who.token = person, text
	return nil
}

// renew gives a browser its cookie anew where a good part of its life is over, so
// that a guest who comes back is not forgotten. After a failure, the next request
// tries again.
func (g *gate) renew(ctx context.Context, w http.ResponseWriter, who *caller) {
	if !who.cookie || who.token == "" {
		return
	}
	if again, err := g.conf.People.Renew(ctx, who.token); err == nil && again {
		c := who.sessionCookie(who.token)
		w.Header().Add("Set-Cookie", c.String())
	}
}

// sameOrigin refuses what another site makes a browser send. A request with its token
// in a header needs no such check: no browser adds one by itself.
func (g *gate) sameOrigin(r *http.Request) error {
	if _, program := bearer(r); program {
		return nil
	}
	if err := g.cross.Check(r); err != nil {
		return problem(http.StatusForbidden, "cross-origin")
	}
	return nil
}

// sessionCookie makes a browser remember a session.
func (who *caller) sessionCookie(token string) http.Cookie {
	return http.Cookie{
		Name: cookieName, Value: token, Path: "/", MaxAge: cookieAge,
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: who.secure,
	}
}

// noCookie makes a browser forget it.
func (who *caller) noCookie() http.Cookie {
	c := who.sessionCookie("")
	c.MaxAge = -1
	return c
}
