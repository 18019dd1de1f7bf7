package httpapi

import (
	"net/http"
	"strings"
	"testing"

	"theriac/internal/httpapi/pages"
)

// The pages of the documentation have addresses without an extension. A missing page results in
// status 404. No such address leads to a file outside the documentation.
func TestDocsPages(t *testing.T) {
	b := raise(t, withClient(t))
	for path, want := range map[string]string{
		"/docs": "<title>docs", "/docs/": "<title>docs", "/docs/api": "<title>api", "/docs/fr": "<title>fr",
		"/docs/fr/": "<title>fr", "/docs/fr/rules/a": "<title>a", "/docs/docs.css": "a{}", "/docs/api.html": "<title>api",
	} {
		got := b.send(http.MethodGet, path, nil).is(http.StatusOK)
		if !strings.HasPrefix(string(got.body), want) {
			t.Errorf("%s: %s", path, got.body)
		}
		if got.header.Get("ETag") == "" || got.header.Get("Cache-Control") != pages.AskAgain {
			t.Errorf("%s: %v", path, got.header)
		}
	}
	for _, path := range []string{"/docs/nowhere", "/docs/fr/rules", "/docs/..%2findex", "/docs/%2e%2e/%2e%2e/go.mod"} {
		if got := b.send(http.MethodGet, path, nil); got.status == http.StatusOK {
			t.Errorf("%s: %s", path, got.body)
		}
	}
}
