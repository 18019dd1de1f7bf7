package httpapi

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"time"
)

func TestLimits(t *testing.T) {
	b := raise(t, func(c *Config) {
		c.Limits = Limits{Address: Rate{1, 6}, Session: Rate{0.5, 2}, Make: Rate{0.1, 3}, Guess: Rate{0.1, 2}}
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
	for range 20 { // health probes are never refused
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
	tight := Limits{Address: Rate{0.001, 1}, Session: Rate{0.001, 1}, Make: Rate{0.001, 1}}
	b := raise(t, func(c *Config) { c.Limits, c.Trusted = tight, []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} })
	for range 5 {
		_, token := b.guest("Ada")
		b.ask(token, http.MethodGet, "/api/me", nil).is(http.StatusOK)
	}
	// By default nobody is trusted, whatever they claim.
	b = raise(t, func(c *Config) { c.Limits = tight })
	b.send(http.MethodGet, "/api/games", nil, "X-Forwarded-For", "192.0.2.1").is(http.StatusOK)
	b.send(http.MethodGet, "/api/games", nil, "X-Forwarded-For", "192.0.2.2").refused(http.StatusTooManyRequests, "slow-down")
}

func TestAddress(t *testing.T) {
	for _, c := range []struct {
		peer, forwarded string
		trust           bool
		want            string
	}{
		{"192.0.2.7:9", "", false, "192.0.2.7"},
		{"[::ffff:192.0.2.7]:9", "", false, "192.0.2.7"},
		{"[2001:db8:1:2:3:4:5:6]:9", "", false, "2001:db8:1:2::"},
		{"[fe80::1%eth0]:9", "", false, "fe80::"},
		{"127.0.0.1:9", "198.51.100.1", false, "127.0.0.1"},
		{"127.0.0.1:9", "203.0.113.5, 198.51.100.1", true, "198.51.100.1"},
		{"10.0.0.1:9", "2001:db8:1:2:3::", true, "2001:db8:1:2::"},
		{"127.0.0.1:9", "nonsense", true, "127.0.0.1"},
		{"192.0.2.7:9", "198.51.100.1", true, "192.0.2.7"}, // not a trusted proxy
	} {
		a := &gate{conf: gateConfig{TrustProxy: c.trust}}
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = c.peer
		if c.forwarded != "" {
			r.Header.Set("X-Forwarded-For", c.forwarded)
		}
		if got := a.identify(r).addr.String(); got != c.want {
			t.Errorf("%s for %q: %s, want %s", c.peer, c.forwarded, got, c.want)
		}
	}
}

func TestBucketsAreBounded(t *testing.T) {
	now := time.Unix(0, 0)
	b := newBuckets[string](Rate{1, 1}, 100)
	for i := range 10_000 {
		if b.take(fmt.Sprint(i), now) != 0 {
			t.Fatal("a new key had to wait")
		}
	}
	if len(b.byKey) != 100 || b.order.Len() != 100 {
		t.Errorf("%d keys, %d in order", len(b.byKey), b.order.Len())
	}
	if b.take("9999", now) == 0 {
		t.Error("the newest key was forgotten")
	}
}
