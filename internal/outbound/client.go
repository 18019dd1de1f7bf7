// Package outbound sends requests to addresses that people have given: webhooks and push services. It connects
// only to public addresses. It is fair: no one has to wait because another person's receiver is slow.
//
// By design it refuses to follow redirects, and to reach the server's own network unless the operator allows
// it. It does not interpret what it sends.
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
	dialTime  = 3 * time.Second // timeout for connecting to one address
	idleTime  = time.Minute
	mostIdle  = 2 // idle connections to one host
	maxHeader = 16 << 10
)

// NewClient returns a client that reaches public addresses. If private is true, it also reaches private ones.
// timeout covers the whole request, from the name lookup to the end of the response.
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

// guard decides to which addresses a client may connect.
type guard struct {
	dialer  *net.Dialer
	private bool
	closed  []netip.Prefix
}

// dial connects to public addresses, and to others only if the operator allows it. It checks the IP address
// that the host name resolved to, so that DNS cannot lead to a private address.
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

// closed returns address ranges that are not on the public internet, or that lead back from it. These belong to
// carriers, protocol assignments, tests, IPv4 in IPv6, relays between the two, and cloud services.
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

// Public reports whether an IP address is on the public internet.
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

// Reason returns why a request failed. It omits the URL, which can contain a secret.
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

// maxReason limits the length of an error that is logged.
const maxReason = 200
