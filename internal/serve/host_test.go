package serve

import (
	"net/http"
	"testing"
)

// Both the public and the private listener reject host names other than the server's own. IP addresses and
// configured names work. This guards against audit finding S14.
func TestHostIsChecked(t *testing.T) {
	s := open(t, Options{Data: t.TempDir(), Private: "127.0.0.1:0", Hosts: []string{"attic.example"}})
	ask := func(url, host string) int {
		t.Helper()
		r, err := http.NewRequest(http.MethodGet, url, nil)
		if err != nil {
			t.Fatal(err)
		}
		if host != "" {
			r.Host = host
		}
		a, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = a.Body.Close()
		return a.StatusCode
	}
	for _, url := range []string{s.URL() + "/api/version", s.PrivateURL() + "/metrics", s.PrivateURL() + "/debug/pprof/cmdline"} {
		for host, want := range map[string]int{
			"evil.example": http.StatusMisdirectedRequest, "": http.StatusOK, "localhost": http.StatusOK, "192.168.1.20:8080": http.StatusOK,
			"attic.example": http.StatusOK,
		} {
			if got := ask(url, host); got != want {
				t.Errorf("%s by the name %q: %d", url, host, got)
			}
		}
	}
}
