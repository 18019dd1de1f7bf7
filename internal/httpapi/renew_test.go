package httpapi

import (
	"net/http"
	"testing"
	"time"

	"theriac/internal/httpapi/admit"
	"theriac/internal/identity"
)

// S11: a browser that comes back gets its cookie anew, now and then: a guest who
// plays every day is not forgotten when the first cookie ends.
func TestCookieIsRenewed(t *testing.T) {
	b := raise(t)
	_, token := b.guest("Ada")
	visit := func(headers ...string) []*http.Cookie {
		t.Helper()
		a := b.send(http.MethodGet, "/api/me", nil, headers...)
		a.is(http.StatusOK)
		return a.cookies
	}
	cookie := []string{"Cookie", admit.CookieName + "=" + token}
	if got := visit(cookie...); len(got) != 0 {
		t.Errorf("a new cookie was renewed: %v", got)
	}
	renewed, left := 0, time.Duration(admit.CookieAge)*time.Second
	for range 60 { // every ten days
		b.clock.pass(10 * 24 * time.Hour)
		if left -= 10 * 24 * time.Hour; left <= 0 {
			t.Fatal("the browser has forgotten its cookie")
		}
		for range 2 {
			for _, c := range visit(cookie...) {
				if c.Name != admit.CookieName || c.Value != token || c.MaxAge != admit.CookieAge || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode {
					t.Fatalf("%+v", c)
				}
				renewed, left = renewed+1, time.Duration(c.MaxAge)*time.Second
			}
		}
	}
	if renewed < 5 || renewed > 6 { // each hundred days once, by the day
		t.Errorf("renewed %d times", renewed)
	}
	b.clock.pass(identity.RenewAfter)
	if got := visit("Authorization", "Bearer "+token); len(got) != 0 {
		t.Errorf("a program was given a cookie: %v", got)
	}
}

// S12: an operator sees until when the rights last, and loses them after that;
// another session of the same person never has them.
func TestOperatorEnds(t *testing.T) {
	b := raise(t)
	_, token := b.guest("Ada")
	var other Token
	b.ask(token, http.MethodPost, "/api/me/tokens", NewToken{}).is(http.StatusCreated, &other)
	var me Person
	b.ask(token, http.MethodPost, "/api/operator", OperatorKey{Key: operatorKey}).is(http.StatusOK, &me)
	if until := b.clock.Now().Add(identity.OperatorTime); !me.Operator || me.OperatorUntil.Before(until.Add(-2*time.Second)) || me.OperatorUntil.After(until) {
		t.Errorf("%+v", me)
	}
	name := "Ada L."
	b.ask(token, http.MethodPatch, "/api/me", PersonChange{Name: &name}).is(http.StatusOK, &me)
	if !me.Operator || me.OperatorUntil.IsZero() {
		t.Errorf("after a change of the name: %+v", me)
	}
	b.ask(token, http.MethodGet, "/api/operator/reports", nil).is(http.StatusOK)
	b.ask(other.Token, http.MethodGet, "/api/operator/reports", nil).refused(http.StatusForbidden, "not-operator")
	b.clock.pass(identity.OperatorTime)
	b.ask(token, http.MethodGet, "/api/operator/reports", nil).refused(http.StatusForbidden, "not-operator")
	var after Person
	b.ask(token, http.MethodGet, "/api/me", nil).is(http.StatusOK, &after)
	if after.Operator || !after.OperatorUntil.IsZero() {
		t.Errorf("%+v", after)
	}
}
