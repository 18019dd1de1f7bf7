// Package outbound sends requests to addresses that people gave: webhooks and push
// services. It connects to public addresses alone, and is fair: nobody waits for a
// receiver of somebody else's.
//
// It refuses to follow redirects, to reach the server's own network unless the operator
// allows it, and to know what it sends.
package outbound

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"time"
)

const (
	dialTime  = 3 * time.Second // to connect to one address
	idleTime  = time.Minute
	mostIdle  = 2 // connections to one host
	maxHeader = 16 << 10
)

// NewClient makes a client that reaches public addresses, and others only where private
// says so. Each request may take as long as timeout, from the name lookup to the end of
// the response.
func NewClient(timeout time.Duration, private bool) *http.Client {
	g := guard{dialer: &net.Dialer{Timeout: dialTime}, private: private, closed: closed()}
	return &http.Client{
		Transport: &http.Transport{
			DialContext: g.dial, ForceAttemptHTTP2: true,
			MaxIdleConns: AtOnce, MaxIdleConnsPerHost: mostIdle, IdleConnTimeout: idleTime, MaxResponseHeaderBytes: maxHeader,
		},
		Timeout:       timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// guard decides where a client connects to.
type guard struct {
	dialer  *net.Dialer
	private bool
	closed  []netip.Prefix
}

// dial connects to public addresses, and to others only where the operator allows it.
// It checks the address after its name was resolved.
func (g guard) dial(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	found, err := net.DefaultResolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return nil, err
	}
	err = errors.New("outbound: no address that may be called")
	for _, ip := range found {
		if !g.private && !g.public(ip) {
			continue
		}
		var c net.Conn
		if c, err = g.dialer.DialContext(ctx, network, net.JoinHostPort(ip.String(), port)); err == nil {
			return c, nil
		}
	}
	return nil, err
}

// closed are addresses outside the public internet, or leading back from it:
// carriers' own, protocol assignments, tests, every IPv4 address in the form of an IPv6
// one, relays between the two, and clouds' own services.
func closed() []netip.Prefix {
	var list []netip.Prefix
	for _, p := range []string{
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
		"192.88.99.0/24", "240.0.0.0/4", "168.63.129.16/32", "::/96", "::ffff:0:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "2001::/23", "2001:db8::/32", "2002::/16", "fec0::/10", "100::/64",
	} {
		list = append(list, netip.MustParsePrefix(p))
	}
	return list
}

// Public says whether an address is on the public internet.
func Public(ip netip.Addr) bool { return guard{closed: closed()}.public(ip) }

func (g guard) public(ip netip.Addr) bool {
	ip = ip.Unmap()
	for _, p := range g.closed {
		if p.Contains(ip) {
			return false
		}
	}
	return ip.IsGlobalUnicast() && !ip.IsPrivate() && !ip.IsLoopback() && !ip.IsLinkLocalUnicast()
}

// Reason is why a request failed, without the address: it can hold a secret.
func Reason(err error) string {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			text := err.Error()
			return text[:min(len(text), maxReason)]
		}
		err = inner
	}
}

// maxReason bounds what is logged of an error.
const maxReason = 200
