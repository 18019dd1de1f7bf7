package admit

import (
	"fmt"
	"net/netip"
	"net/url"
	"strings"
)

// Origin is where people reach the server.
type Origin struct {
	Base   string // without a slash at its end
	secure bool
}

// ParseOrigin reads an origin such as https://example.org.
func ParseOrigin(text string) (Origin, error) {
	u, err := url.Parse(strings.TrimSuffix(text, "/"))
	if err != nil {
		return Origin{}, fmt.Errorf("httpapi: origin: %w", err)
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.Scheme+"://"+u.Host != u.String() {
		return Origin{}, fmt.Errorf("httpapi: %q is not an origin such as https://example.org", text)
	}
	return Origin{Base: u.String(), secure: u.Scheme == "https"}, nil
}

// Link is the page that opens a link's secret.
func (o Origin) Link(secret string) string { return o.Base + "/j/" + secret }

// Owns says whether an address is one of this server's own pages.
func (o Origin) Owns(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.User == nil && u.Scheme+"://"+u.Host == o.Base
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
