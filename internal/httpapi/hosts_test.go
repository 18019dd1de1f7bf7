package httpapi

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// S14: a server answers to its own names and to every address, and to no other name:
// a site that points its own name here learns nothing.
func TestHosts(t *testing.T) {
	h := NewHosts("Attic.example.net", "https://play.example.org", "http://192.0.2.7:8080", "garden.example", "cellar.example:9000", "")
	for host, want := range map[string]bool{
		"play.example.org": true, "play.example.org:443": true, "PLAY.example.org.": true, "garden.example:8080": true, "cellar.example": true,
		"localhost": true, "localhost:8080": true, "a.localhost:5173": true, "127.0.0.1:8080": true, "[::1]:8080": true, "[::1]": true,
		"192.168.1.20:8080": true, "203.0.113.9": true, "[fe80::1%25eth0]:8080": true, "[2001:db8::1]:80": true, "": true,
		"attic": true, "attic:8080": true, "attic.local": true, "attic.lan": true, "attic.example.net": true, "attic.home.arpa:80": true,
		"evil.example": false, "evil.example:8080": false, "localhost.evil.example": false, "play.example.org.evil.example": false,
		"127.0.0.1.evil.example": false, "attic.evil.example": false, "local": false, "1.2.3.4.5": false, "0x7f.1": false, "xlocalhost": false,
		"play.example.org@evil.example": false,
	} {
		if h.Allows(host) != want {
			t.Errorf("%q is allowed: %v", host, !want)
		}
	}
}

// S14: the answer to another name says how to allow it, and nothing else.
func TestWrongHost(t *testing.T) {
	house := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("come in")) })
	guarded := NewHosts("", "http://play.example.org").Guard(house)
	ask := func(path, host string, headers ...string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.Host = host
		for i := 0; i+1 < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		w := httptest.NewRecorder()
		guarded.ServeHTTP(w, r)
		return w
	}
	for _, path := range []string{"/", "/api/me", "/metrics", "/debug/pprof/heap"} {
		a := ask(path, "evil.example:8080")
		var p Problem
		if err := json.Unmarshal(a.Body.Bytes(), &p); err != nil || a.Code != http.StatusMisdirectedRequest || p.ID != "wrong-host" || p.What != "evil.example" {
			t.Errorf("%s: %d %s", path, a.Code, a.Body)
		}
		if got := a.Header().Get("Content-Type"); got != "application/problem+json" {
			t.Errorf("%s: %s", path, got)
		}
		if a := ask(path, "play.example.org"); a.Body.String() != "come in" {
			t.Errorf("%s: %d %s", path, a.Code, a.Body)
		}
	}
	for _, path := range []string{"/livez", "/readyz"} {
		if a := ask(path, "balancer.example"); a.Code != http.StatusOK {
			t.Errorf("%s: %d", path, a.Code)
		}
	}
	for lang, want := range map[string]string{"en": "name", "fr": "nom"} {
		a := ask("/", "box.example", "Accept", "text/html", "Accept-Language", lang)
		if text := a.Body.String(); a.Code != http.StatusMisdirectedRequest || !strings.Contains(text, "theriac serve --host box.example") || !strings.Contains(text, want) {
			t.Errorf("%s: %d %s", lang, a.Code, text)
		}
	}
	if a := ask("/", "evil\"<script>.example"); strings.Contains(a.Body.String(), "script") {
		t.Error(a.Body)
	}
}

// A request by another name counts against what an address may have of files.
func TestWrongHostIsLimited(t *testing.T) {
	b := raise(t, func(c *Config) { c.Limits.Files = Rate{0.001, 3} })
	guarded := b.api.HandlerFor(NewHosts(""))
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
	if b.counts.times(byFiles) != 1 {
		t.Error("it was not counted")
	}
	if got := ask("localhost", "/api/games"); got != http.StatusOK {
		t.Errorf("by the right name: %d", got)
	}
	if got := ask("evil.example", "/livez"); got != http.StatusOK {
		t.Errorf("a probe: %d", got)
	}
}

// What a stranger can ask for in words costs little: it reads no catalogue, which takes
// tens of thousands of allocations and some milliseconds.
func TestWordsCostLittle(t *testing.T) {
	const most = 2000
	b := raise(t)
	id, tokens := b.pair()
	guarded := b.api.HandlerFor(NewHosts("", b.url))
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
