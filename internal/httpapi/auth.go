package httpapi

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"strings"

	"theriac/internal/identity"
)

// cookieName holds a session token in a browser.
const cookieName = "theriac"

// cookieAge is how long a browser keeps it: as long as an unused session lives.
const cookieAge = int(identity.Unseen / 1e9)

// caller is who asks, as far as the request says so.
type caller struct {
	person  identity.Person // nobody where the id is empty
	token   string          // of the session, where there is a person
	cookie  bool            // the token came as a cookie, by which a browser can be made to ask
	addr    netip.Addr      // a whole network of IPv6
	trusted bool            // no limit applies
	request string          // the request's id
	secure  bool
	lang    string // as the browser accepts it
}

type callerKey struct{}

// callerOf is who asks. Outside of a request it is nobody.
func callerOf(ctx context.Context) *caller {
	if who, ok := ctx.Value(callerKey{}).(*caller); ok {
		return who
	}
	return &caller{}
}

// personOf is the person who asks, or nobody.
func personOf(ctx context.Context) identity.Person { return callerOf(ctx).person }

// requirePerson is the person who asks, where there must be one.
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

// token finds a session token in a request: in the header of a program, or in
// the cookie of a browser. A header of another kind is a proxy's business.
func token(r *http.Request) (text string, cookie bool) {
	if text, ok := bearer(r); ok {
		return text, false
	}
	if c, err := r.Cookie(cookieName); err == nil && c.Value != "" {
		return c.Value, true
	}
	return "", false
}

// recognise finds out who asks. A header that proves nothing is refused; a
// cookie that proves nothing is as good as none, because its owner could not
// even take it away.
func (a *API) recognise(ctx context.Context, r *http.Request, who *caller) error {
	text, cookie := token(r)
	who.cookie = cookie
	if text == "" {
		return nil
	}
	person, err := a.conf.Identity.Authenticate(ctx, text)
	if errors.Is(err, identity.ErrUnknown) && cookie {
		return nil
	}
	if err != nil {
		return err
	}
	who.person, who.token = person, text
	return nil
}

// renew gives a browser its cookie anew where a good part of its life is over: who
// comes back is not forgotten. Where that fails, the next request tries again.
func (a *API) renew(ctx context.Context, w http.ResponseWriter, who *caller) {
	if !who.cookie || who.token == "" {
		return
	}
	if again, err := a.conf.Identity.Renew(ctx, who.token); err == nil && again {
		c := who.sessionCookie(who.token)
		w.Header().Add("Set-Cookie", c.String())
	}
}

// sameOrigin refuses what another site makes a browser send. A request that
// carries its token in a header needs no such check: no browser adds one by
// itself.
func (a *API) sameOrigin(r *http.Request) error {
	if _, program := bearer(r); program {
		return nil
	}
	if err := a.cross.Check(r); err != nil {
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
