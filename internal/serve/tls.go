package serve

import (
	"crypto/tls"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/crypto/acme/autocert"
)

// certificates is the server's TLS configuration, and what answers plain HTTP
// meanwhile.
type certificates struct {
	config   *tls.Config
	redirect http.Handler
}

// newCertificates prepares TLS; nil where a proxy terminates it.
func newCertificates(o Options) (*certificates, error) {
	switch {
	case o.Domain != "":
		m, err := newACME(o)
		if err != nil {
			return nil, err
		}
		config := m.TLSConfig() // HTTP/2, and the challenge that needs no second port
		config.MinVersion = tls.VersionTLS12
		return &certificates{config, m.HTTPHandler(nil)}, nil
	case o.Certificate != "":
		own := &ownCertificate{cert: o.Certificate, key: o.Key}
		if _, err := own.get(nil); err != nil {
			return nil, fmt.Errorf("the certificate cannot be used: %w", err)
		}
		return &certificates{
			&tls.Config{GetCertificate: own.get, NextProtos: []string{"h2", "http/1.1"}, MinVersion: tls.VersionTLS12},
			(&autocert.Manager{}).HTTPHandler(nil), // it knows no token: it only redirects
		}, nil
	}
	return nil, nil
}

// newACME gets certificates for the domain, for no other name, and keeps them in the
// data folder, where only this user can read them.
func newACME(o Options) (*autocert.Manager, error) {
	dir := filepath.Join(o.Data, certFolder)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, unusable(o.Data, err)
	}
	// An older folder may have been made by hand.
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

// ownCertificate is a pair of files that something else renews.
type ownCertificate struct {
	cert, key string

	mu      sync.Mutex
	loaded  *tls.Certificate
	changed time.Time // of the file that was loaded
	looked  time.Time
}

const lookEvery = 30 * time.Second

// get is the newest certificate. A new one that cannot be read does not replace the
// old one.
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
