package serve

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"os"
)

// PeerFiles are the files with which programs of one installation prove to each other
// who they are, over NATS: nodes to nodes, a server to workers and backups, any of them
// to an external cluster. All empty: connections are in the clear.
type PeerFiles struct {
	Certificate, Key string
	Authorities      string // whose certificates are believed
	Creds            string // NATS credentials, for an external cluster
}

// check finds what cannot be meant.
func (p PeerFiles) check(clustered bool) error {
	switch {
	case (p.Certificate == "") != (p.Key == ""):
		return errors.New("a certificate for NATS needs its key file, and a key its certificate file")
	case clustered && (p.Certificate == "") != (p.Authorities == ""):
		return errors.New("nodes that show each other certificates need the authorities that signed them, and a certificate each")
	}
	return nil
}

// nodes is how nodes of a cluster connect: each shows a certificate and wants to see
// one. nil: in the clear.
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

// server is how a server answers workers and backups, which prove themselves by a key
// of their own: a certificate of the cluster's authorities would make nodes of them.
// nil: in the clear.
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

// client is how a program connects to an external cluster or to a server's queue. nil:
// as the address says.
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

// own is this program's certificate. A renewed one is read without a restart.
func (p PeerFiles) own() (*ownCertificate, error) {
	own := &ownCertificate{cert: p.Certificate, key: p.Key}
	if _, err := own.get(nil); err != nil {
		return nil, fmt.Errorf("the certificate for NATS cannot be used: %w", err)
	}
	return own, nil
}
