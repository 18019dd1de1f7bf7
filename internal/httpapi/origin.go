package httpapi

import (
	"fmt"
	"net/netip"
	"net/url"
	"strings"
)

// origin is where people reach the server.
type origin struct {
	base   string // without a slash at its end
	secure bool
}

func parseOrigin(text string) (origin, error) {
	u, err := url.Parse(strings.TrimSuffix(text, "/"))
	if err != nil {
		return origin{}, fmt.Errorf("httpapi: origin: %w", err)
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.Scheme+"://"+u.Host != u.String() {
		return origin{}, fmt.Errorf("httpapi: %q is not an origin such as https://example.org", text)
	}
	return origin{base: u.String(), secure: u.Scheme == "https"}, nil
}

// link is the page that opens a link's secret.
func (o origin) link(secret string) string { return o.base + "/j/" + secret }

// owns says whether an address is one of this server's own pages.
func (o origin) owns(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.User == nil && u.Scheme+"://"+u.Host == o.base
}

// network is what a limit counts an address as: an address of IPv4, a /64 of IPv6,
// which is the least that one subscriber has.
func network(addr netip.Addr) netip.Addr {
	addr = addr.Unmap().WithZone("")
	if !addr.Is6() {
		return addr
	}
	prefix, err := addr.Prefix(64)
	if err != nil {
		return addr
	}
	return prefix.Addr()
}
