package serve

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/crypto/acme/autocert"
)

// certificates holds the server's TLS configuration, and the handler for plain HTTP.
type certificates struct {
	config   *tls.Config
	redirect http.Handler
}

// newCertificates prepares the TLS configuration. It returns nil if a proxy terminates TLS.
func newCertificates(o Options) (*certificates, error) {
	switch {
	case o.Domain != "":
		m, err := newACME(o)
		if err != nil {
			return nil, err
		}
		config := m.TLSConfig() // enables HTTP/2, and answers ACME challenges over TLS, so that no second port is needed
		config.MinVersion = tls.VersionTLS12
		return &certificates{config, m.HTTPHandler(nil)}, nil
	case o.Certificate != "":
		own := &ownCertificate{cert: o.Certificate, key: o.Key}
		if _, err := own.get(nil); err != nil {
			return nil, fmt.Errorf("the certificate cannot be used: %w", err)
		}
		return &certificates{
			&tls.Config{GetCertificate: own.get, NextProtos: []string{"h2", "http/1.1"}, MinVersion: tls.VersionTLS12},
			(&autocert.Manager{}).HTTPHandler(nil), // there are no challenges to answer, so this handler only redirects
		}, nil
	}
	return nil, nil
}

// newACME returns a manager that gets certificates only for the configured domain. It stores them in the data
// folder, readable only by the current user.
func newACME(o Options) (*autocert.Manager, error) {
	dir := filepath.Join(o.Data, certFolder)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, unusable(o.Data, err)
	}
	// MkdirAll does not change the permissions of an existing folder.
	if err := os.Chmod(dir, 0o700); err != nil {
		return nil, unusable(o.Data, err)
	}
	return &autocert.Manager{
		Prompt:     autocert.AcceptTOS,
		Cache:      autocert.DirCache(dir),
		HostPolicy: autocert.HostWhitelist(o.Domain),
		Email:      o.Contact,
	}, nil
}

// ownCertificate is a certificate and its key, in two files that another program renews.
type ownCertificate struct {
	cert, key string

	mu      sync.Mutex
	loaded  *tls.Certificate
	changed time.Time // modification time of the loaded file
	looked  time.Time
}

const lookEvery = 30 * time.Second

// get returns the newest certificate that could be read. If a renewed one cannot be read, the old one stays in
// use.
func (o *ownCertificate) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	now := realTime{}.Now()
	if o.loaded != nil && now.Sub(o.looked) < lookEvery {
		return o.loaded, nil
	}
	o.looked = now
	info, err := os.Stat(o.cert)
	if err == nil && o.loaded != nil && info.ModTime().Equal(o.changed) {
		return o.loaded, nil
	}
	var pair tls.Certificate
	if err == nil {
		pair, err = tls.LoadX509KeyPair(o.cert, o.key)
	}
	switch {
	case err == nil:
		o.loaded, o.changed = &pair, info.ModTime()
	case o.loaded == nil:
		return nil, err
	}
	return o.loaded, nil
}

// certificateFile returns the file that holds the public certificate, or "" if the server has none. With ACME,
// autocert caches the certificate in a file named after the domain.
func (o Options) certificateFile() string {
	if o.Domain != "" {
		return filepath.Join(o.Data, certFolder, o.Domain)
	}
	return o.Certificate
}

// expiry returns when the first certificate in a file expires. It returns the zero time if there is no such
// file, and a time long ago if the file contains no certificate.
func expiry(file string) time.Time {
	if file == "" {
		return time.Time{}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return time.Time{}
	}
	for {
		var block *pem.Block
		if block, text = pem.Decode(text); block == nil {
			return time.Unix(1, 0)
		}
		if block.Type != "CERTIFICATE" {
			continue
		}
		if c, err := x509.ParseCertificate(block.Bytes); err == nil {
			return c.NotAfter
		}
	}
}
