package httpapi

import (
	"net/http"
	"testing"
	"time"

	"theriac/internal/httpapi/admit"
	"theriac/internal/identity"
)

// S11: the server renews a returning browser's cookie from time to time. So a guest who plays
// regularly keeps their session after the first cookie would have expired.
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
	for range 60 { // one visit every ten days
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
	if renewed < 5 || renewed > 6 { // a renewal is due every hundred days, counted in whole days
		t.Errorf("renewed %d times", renewed)
	}
	b.clock.pass(identity.RenewAfter)
	if got := visit("Authorization", "Bearer "+token); len(got) != 0 {
		t.Errorf("a program was given a cookie: %v", got)
	}
}

// S12: operators see when their rights will end, and lose them at that time. Other sessions of the
// same person never have these rights.
func TestOperatorEnds(t *testing.T) {
	b := raise(t)
	_, token := b.guest("Ada")
	var other Token
	b.ask(token, http.MethodPost, "/api/me/tokens", NewToken{}).is(http.StatusCreated, &other)
	var me Person
	b.ask(token, http.MethodPost, "/api/operator", OperatorKey{Key: operatorKey}).is(http.StatusOK, &me)
	if until := b.clock.Now().Add(identity.ProofTime); me.Role != identity.RoleOperator || me.ProvedUntil.Before(until.Add(-2*time.Second)) || me.ProvedUntil.After(until) {
		t.Errorf("%+v", me)
	}
	name := "Ada L."
	b.ask(token, http.MethodPatch, "/api/me", PersonChange{Name: &name}).is(http.StatusOK, &me)
	if me.Role == "" || me.ProvedUntil.IsZero() {
		t.Errorf("after a change of the name: %+v", me)
	}
	b.ask(token, http.MethodGet, "/api/console", nil).is(http.StatusOK)
	b.ask(other.Token, http.MethodGet, "/api/console", nil).refused(http.StatusForbidden, "needs-role")
	b.clock.pass(identity.ProofTime)
	b.ask(token, http.MethodGet, "/api/console", nil).refused(http.StatusForbidden, "needs-role")
	var after Person
	b.ask(token, http.MethodGet, "/api/me", nil).is(http.StatusOK, &after)
	if after.Role != "" || !after.ProvedUntil.IsZero() {
		t.Errorf("%+v", after)
	}
}
