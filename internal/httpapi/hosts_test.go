package httpapi

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"theriac/internal/httpapi/admit"
)

// A request for an unknown host name counts against the address's limit for files.
func TestWrongHostIsLimited(t *testing.T) {
	b := raise(t, func(c *Config) { c.Limits.Files = admit.Rate{PerSecond: 0.001, Burst: 3} })
	guarded := b.api.HandlerFor(admit.NewHosts(""))
	ask := func(host, path string) int {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.Host = host
		w := httptest.NewRecorder()
		guarded.ServeHTTP(w, r)
		return w.Code
	}
	for _, want := range []int{http.StatusMisdirectedRequest, http.StatusMisdirectedRequest, http.StatusMisdirectedRequest, http.StatusTooManyRequests} {
		if got := ask("evil.example", "/api/me"); got != want {
			t.Errorf("%d, want %d", got, want)
		}
	}
	if b.counts.times(admit.ByFiles) != 1 {
		t.Error("it was not counted")
	}
	if got := ask("localhost", "/api/games"); got != http.StatusOK {
		t.Errorf("by the right name: %d", got)
	}
	if got := ask("evil.example", "/livez"); got != http.StatusOK {
		t.Errorf("a probe: %d", got)
	}
}

// The text response to a request for an unknown host name is cheap. It reads no catalogue of texts,
// because that would cost tens of thousands of allocations and some milliseconds.
func TestWordsCostLittle(t *testing.T) {
	const most = 2000
	b := raise(t)
	id, tokens := b.pair()
	guarded := b.api.HandlerFor(admit.NewHosts("", b.url))
	for _, c := range []struct{ host, path, accept string }{
		{"evil.example", "/", "text/html"}, {"evil.example", "/api/me", ""}, {"localhost", "/mail/stop/x", "text/html"}, {"localhost", "/api/tables/" + id + "/text", ""},
	} {
		r := httptest.NewRequest(http.MethodGet, c.path, nil)
		r.Host = c.host
		r.Header.Set("Accept", c.accept)
		r.Header.Set("Accept-Language", "fr")
		r.Header.Set("Authorization", "Bearer "+tokens[0])
		began := time.Now()
		const times = 20
		made := testing.AllocsPerRun(times, func() {
			w := httptest.NewRecorder()
			guarded.ServeHTTP(w, r)
			if w.Code != http.StatusOK && w.Code != http.StatusMisdirectedRequest {
				t.Fatalf("%s: %d %s", c.path, w.Code, w.Body)
			}
		})
		t.Logf("%s as %s: %v, %.0f allocations", c.path, c.host, time.Since(began)/times, made)
		if made > most {
			t.Errorf("%s as %s takes %.0f allocations", c.path, c.host, made)
		}
	}
}
