package serve

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/acme"
)

// These tests have no ACME server, so they do not request a certificate. They check that the server would
// request one only for its own name, keeps certificates private, and configures TLS properly.
func TestACME(t *testing.T) {
	o := Options{Data: t.TempDir(), Domain: "play.example.org", Contact: "ops@example.org"}
	folder := filepath.Join(o.Data, certFolder)
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	m, err := newACME(o)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(folder); err != nil || info.Mode().Perm() != 0o700 {
		t.Error("others can look at the keys:", info.Mode(), err)
	}
	if err := m.HostPolicy(context.Background(), "play.example.org"); err != nil {
		t.Error("our own name is refused:", err)
	}
	for _, host := range []string{"example.org", "www.play.example.org", "evil.example", "192.0.2.1", ""} {
		if m.HostPolicy(context.Background(), host) == nil {
			t.Errorf("a certificate for %q would be asked for", host)
		}
	}
	if m.Email != o.Contact || !m.Prompt("terms") {
		t.Error("the authority is not told what it asks for")
	}
	if err := m.Cache.Put(context.Background(), "x", []byte("secret")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(filepath.Join(folder, "x")); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Error("what is kept lies elsewhere or open:", err)
	}

	c, err := newCertificates(o)
	if err != nil {
		t.Fatal(err)
	}
	if c.config.MinVersion != tls.VersionTLS12 || !slices.Equal(c.config.NextProtos, []string{"h2", "http/1.1", acme.ALPNProto}) {
		t.Errorf("TLS %x, %v", c.config.MinVersion, c.config.NextProtos)
	}
	// For a foreign name, the handshake fails without any request to the ACME directory.
	if _, err := c.config.GetCertificate(&tls.ClientHelloInfo{ServerName: "evil.example"}); err == nil || !strings.Contains(err.Error(), "not configured") {
		t.Error(err)
	}
	w := httptest.NewRecorder()
	c.redirect.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://play.example.org/x?y=z", nil))
	if w.Code != http.StatusFound || w.Header().Get("Location") != "https://play.example.org/x?y=z" {
		t.Errorf("plain HTTP: %d %s", w.Code, w.Header().Get("Location"))
	}
	w = httptest.NewRecorder()
	c.redirect.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://play.example.org/.well-known/acme-challenge/x", nil))
	if w.Code != http.StatusNotFound {
		t.Errorf("a challenge that nobody set is answered with %d", w.Code)
	}
}

// selfSigned writes a self-signed certificate for 127.0.0.1, and returns a pool that trusts it.
func selfSigned(t *testing.T, dir, name string) (cert, key string, pool *x509.CertPool) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	form := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, form, form, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	cert, key, pool = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem"), x509.NewCertPool()
	certText := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	pool.AppendCertsFromPEM(certText)
	for file, text := range map[string][]byte{cert: certText, key: pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: raw})} {
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key, pool
}

// A renewed certificate is used without a restart, but not while it is only partly written.
func TestOwnCertificate(t *testing.T) {
	dir := t.TempDir()
	if _, err := newCertificates(Options{Certificate: filepath.Join(dir, "no"), Key: "no"}); err == nil {
		t.Error("a certificate that is not there")
	}
	cert, key, _ := selfSigned(t, dir, "first")
	own := &ownCertificate{cert: cert, key: key}
	subject := func() string {
		t.Helper()
		own.looked = time.Time{}
		c, err := own.get(nil)
		if err != nil {
			t.Fatal(err)
		}
		return c.Leaf.Subject.CommonName
	}
	if got := subject(); got != "first" {
		t.Error(got)
	}
	selfSigned(t, dir, "second")
	later := time.Now().Add(time.Minute)
	if err := os.Chtimes(cert, later, later); err != nil {
		t.Fatal(err)
	}
	if got := subject(); got != "second" {
		t.Error(got)
	}
	o := Options{Certificate: cert}
	if left := time.Until(expiry(o.certificateFile())); left < 30*time.Minute || left > 100*365*24*time.Hour {
		t.Error("the metric of a new certificate says", left)
	}
	if err := os.WriteFile(cert, []byte("torn"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := subject(); got != "second" {
		t.Error(got)
	}
	if torn := expiry(cert); unix(torn) != 1 {
		t.Error("the metric of a torn certificate says", torn)
	}
	if never := expiry(filepath.Join(dir, "no")); unix(never) != 0 {
		t.Error("the metric of no certificate says", never)
	}
}
