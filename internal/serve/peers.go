package serve

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"os"
)

// PeerFiles names the files with which programs authenticate over NATS: nodes to other nodes, and a server to its
// workers. If all are empty, connections are not encrypted.
type PeerFiles struct {
	Certificate, Key string
	Authorities      string // certificates of the authorities to trust
}

// check returns an error if some of the files do not make sense together.
func (p PeerFiles) check(clustered bool) error {
	switch {
	case (p.Certificate == "") != (p.Key == ""):
		return errors.New("a certificate for NATS needs its key file, and a key its certificate file")
	case clustered && (p.Certificate == "") != (p.Authorities == ""):
		return errors.New("nodes that show each other certificates need the authorities that signed them, and a certificate each")
	}
	return nil
}

// nodes returns the TLS configuration for connections between nodes, in which both sides must present a
// certificate. It returns nil for connections without TLS.
func (p PeerFiles) nodes() (*tls.Config, error) {
	if p.Certificate == "" {
		return nil, nil
	}
	c, err := p.client()
	if err != nil {
		return nil, err
	}
	own, err := p.own()
	if err != nil {
		return nil, err
	}
	c.GetCertificate = own.get
	c.ClientAuth, c.ClientCAs = tls.RequireAndVerifyClientCert, c.RootCAs
	return c, nil
}

// server returns the TLS configuration with which a server accepts workers. They authenticate with a key instead of
// a certificate, which would give them the rights of a node. It returns nil for connections
// without TLS.
func (p PeerFiles) server() (*tls.Config, error) {
	if p.Certificate == "" {
		return nil, nil
	}
	own, err := p.own()
	if err != nil {
		return nil, err
	}
	return &tls.Config{GetCertificate: own.get, MinVersion: tls.VersionTLS13}, nil
}

// client returns the TLS configuration for connecting to a server's queue. It returns
// nil if no files are set; then the address determines whether TLS is used.
func (p PeerFiles) client() (*tls.Config, error) {
	if p.Certificate == "" && p.Authorities == "" {
		return nil, nil
	}
	c := &tls.Config{MinVersion: tls.VersionTLS12}
	if p.Authorities != "" {
		text, err := os.ReadFile(p.Authorities)
		if err != nil {
			return nil, fmt.Errorf("the authorities cannot be read: %w", err)
		}
		c.RootCAs = x509.NewCertPool()
		if !c.RootCAs.AppendCertsFromPEM(text) {
			return nil, fmt.Errorf("%s has no certificate of an authority", p.Authorities)
		}
	}
	if p.Certificate != "" {
		own, err := p.own()
		if err != nil {
			return nil, err
		}
		c.GetClientCertificate = func(*tls.CertificateRequestInfo) (*tls.Certificate, error) { return own.get(nil) }
	}
	return c, nil
}

// own returns this program's certificate, and reloads it when it is renewed.
func (p PeerFiles) own() (*ownCertificate, error) {
	own := &ownCertificate{cert: p.Certificate, key: p.Key}
	if _, err := own.get(nil); err != nil {
		return nil, fmt.Errorf("the certificate for NATS cannot be used: %w", err)
	}
	return own, nil
}
