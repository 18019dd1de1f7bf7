package httpapi

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"
)

// FuzzRequest sends arbitrary requests and checks that none causes a panic or a 5xx response.
func FuzzRequest(f *testing.F) {
	b := raise(f)
	_, token := b.guest("Ada")
	table := b.table(token, func(n *NewTable) { n.Public, n.Links = true, true })
	for _, path := range []string{
		"/api/people", "/api/me", "/api/me/tokens", "/api/links", "/api/links/SECRET", "/api/tables", "/api/games/world/rules?lang=fr", "/api/operator",
		"/api/tables/TABLE", "/api/tables/TABLE/sit", "/api/tables/TABLE/webhooks",
		"/api/tables/TABLE/kick", "/api/tables/TABLE/events", "/api/qr?text=ORIGIN",
		"/j/SECRET", "/openapi.json", "//", "/api/tables?list=mine&page=3",
	} {
		for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE"} {
			if path == "/api/me" && method == "DELETE" {
				continue
			}
			f.Add(method, path, `{"seat":0,"name":"x","game":"world","secret":"SECRET","person":"x","settings":{"players":"2"}}`, "application/json", true)
		}
	}
	f.Add("POST", "/api/tables", "\x00[[[", "application/json; charset=\xff", false)
	// Each fuzz worker has its own server with other ids, so the corpus contains placeholders for
	// them.
	names := strings.NewReplacer("TABLE", table.ID, "SECRET", secretOf(table.Links.Invite), "ORIGIN", url.QueryEscape(b.url))
	handler := b.api.Handler()
	f.Fuzz(func(t *testing.T, method, path, body, kind string, known bool) {
		path, body = names.Replace(path), names.Replace(body)
		u, err := url.ParseRequestURI(path)
		if err != nil || strings.ContainsAny(method, " \r\n") || method == "" {
			t.Skip()
		}
		r := httptest.NewRequest(http.MethodGet, "/", strings.NewReader(body))
		r.Method, r.URL, r.RequestURI = method, u, path
		r.Header.Set("Content-Type", kind)
		if known && !(method == http.MethodDelete && u.Path == "/api/me") {
			r.Header.Set("Authorization", "Bearer "+token)
		}
		if _, stream := eventsOf(r); stream { // skip, since reading a stream would not end
			ctx, cancel := context.WithTimeout(r.Context(), 50*time.Millisecond)
			defer cancel()
			r = r.WithContext(ctx)
		}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if w.Code >= 500 && u.Path != "/readyz" {
			t.Fatalf("%s %q %q: %d %s", method, path, body, w.Code, w.Body)
		}
		if b.counts.panics() > 0 {
			t.Fatalf("%s %q %q panicked: %s", method, path, body, b.log)
		}
	})
}
