package httpapi

import (
	"net/http"
	"net/netip"
	"testing"
	"time"

	"theriac/internal/httpapi/admit"
)

func TestLimits(t *testing.T) {
	b := raise(t, func(c *Config) {
		c.Limits = admit.Limits{Address: admit.Rate{PerSecond: 1, Burst: 6}, Session: admit.Rate{PerSecond: 0.5, Burst: 2}, Make: admit.Rate{PerSecond: 0.1, Burst: 3}, Guess: admit.Rate{PerSecond: 0.1, Burst: 2}}
	})
	_, token := b.guest("Ada")
	get := func() answer { return b.ask(token, http.MethodGet, "/api/me", nil) }
	get().is(http.StatusOK)
	get().is(http.StatusOK)
	full := get()
	if p := full.refused(http.StatusTooManyRequests, "slow-down"); p.What != "session" || full.header.Get("Retry-After") != "2" {
		t.Errorf("%+v, retry after %s", p, full.header.Get("Retry-After"))
	}
	b.clock.pass(2 * time.Second)
	get().is(http.StatusOK)
	for range 3 {
		b.ask("", http.MethodGet, "/api/games", nil).is(http.StatusOK)
	}
	if p := b.ask("", http.MethodGet, "/api/games", nil).refused(http.StatusTooManyRequests, "slow-down"); p.What != "address" {
		t.Errorf("%+v", p)
	}
	for range 20 { // health probes are always answered
		b.send(http.MethodGet, "/livez", nil).is(http.StatusOK)
	}
	b.clock.pass(6 * time.Second)
	b.guest("Bob")
	b.guest("Eve")
	if p := b.ask("", http.MethodPost, "/api/people", nil).refused(http.StatusTooManyRequests, "slow-down"); p.What != "make" {
		t.Errorf("%+v", p)
	}
	b.clock.pass(time.Minute)
	for range 2 {
		b.ask("", http.MethodPost, "/api/links", Secret{Secret: "aaaaaaaaaaaaaaaaaaaaaa"}).refused(http.StatusNotFound, "link-void")
	}
	if p := b.ask("", http.MethodPost, "/api/links", Secret{Secret: "x"}).refused(http.StatusTooManyRequests, "slow-down"); p.What != "guess" {
		t.Errorf("%+v", p)
	}
	b.send(http.MethodPost, "/j/aaaaaaaaaaaaaaaaaaaaaa", nil).is(http.StatusTooManyRequests)
	for _, kind := range []string{"address", "session", "make", "guess"} {
		if b.counts.times(kind) == 0 {
			t.Errorf("no %s was counted", kind)
		}
	}
}

func TestTrustedAddresses(t *testing.T) {
	tight := admit.Limits{Address: admit.Rate{PerSecond: 0.001, Burst: 1}, Session: admit.Rate{PerSecond: 0.001, Burst: 1}, Make: admit.Rate{PerSecond: 0.001, Burst: 1}}
	b := raise(t, func(c *Config) { c.Limits, c.Trusted = tight, []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} })
	for range 5 {
		_, token := b.guest("Ada")
		b.ask(token, http.MethodGet, "/api/me", nil).is(http.StatusOK)
	}
	// By default, no address is exempt from the limits, and X-Forwarded-For is ignored.
	b = raise(t, func(c *Config) { c.Limits = tight })
	b.send(http.MethodGet, "/api/games", nil, "X-Forwarded-For", "192.0.2.1").is(http.StatusOK)
	b.send(http.MethodGet, "/api/games", nil, "X-Forwarded-For", "192.0.2.2").refused(http.StatusTooManyRequests, "slow-down")
}
