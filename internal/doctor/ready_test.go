package doctor

import (
	"crypto/x509"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"theriac/internal/serve"
)

func TestReady(t *testing.T) {
	t.Parallel()
	patient := Remote{Patience: 20 * time.Second, Client: &http.Client{}}
	patient.URL = open(t, serve.Options{}).URL() + "/"
	if err := patient.Ready(t.Context(), 0); err != nil {
		t.Error(err)
	}

	patient.URL = "http://127.0.0.1:1"
	if err := patient.Ready(t.Context(), 0); err == nil {
		t.Error("nobody is there, and ready")
	}

	// The server becomes ready at the third check.
	var asked atomic.Int32
	slow := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if asked.Add(1) < 3 {
			w.WriteHeader(http.StatusServiceUnavailable)
			_, _ = io.WriteString(w, "lists")
			return
		}
		_, _ = io.WriteString(w, "ok")
	}))
	defer slow.Close()
	patient.URL = slow.URL
	if err := patient.Ready(t.Context(), 0); err == nil || !strings.Contains(err.Error(), "lists") {
		t.Errorf("not ready yet: %v", err)
	}
	if err := patient.Ready(t.Context(), 20*time.Second); err != nil {
		t.Error(err)
	}
}

// A certificate is judged relative to its lifetime. A certificate valid for twelve hours is as good
// as one valid for three months, if it is renewed in time.
func TestCertificate(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 17, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		life, left time.Duration
		want       Level
		seen       string
	}{
		{12 * time.Hour, 11 * time.Hour, Fine, "it is good for 11 hours"},
		{12 * time.Hour, 4 * time.Hour, Fine, "it is good for 4 hours"},
		{12 * time.Hour, time.Hour, Problem, "it ends in 1 hours"},
		{90 * day, 30 * day, Fine, "it is good for 30 days"},
		{90 * day, 13 * day, Problem, "it ends in 13 days"},
		{365 * day, 20 * day, Fine, "it is good for 20 days"},
		{365 * day, 10 * day, Problem, "it ends in 10 days"},
	} {
		var r Report
		certificate(&r, &x509.Certificate{NotBefore: now.Add(c.left - c.life), NotAfter: now.Add(c.left)}, now)
		if len(r) != 1 || r[0].Level != c.want || r[0].Seen != c.seen {
			t.Errorf("%s of %s: %v", c.left, c.life, r)
		}
	}
}
