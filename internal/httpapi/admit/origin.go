package admit

import (
	"fmt"
	"net/netip"
	"net/url"
	"strings"
)

// Origin is the public URL of this server, such as https://example.org.
type Origin struct {
	Base   string // the URL without a trailing slash
	secure bool
}

// ParseOrigin parses an origin such as https://example.org.
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

// Link returns the URL that opens the link with this secret.
func (o Origin) Link(secret string) string { return o.Base + "/j/" + secret }

// Owns reports whether a URL belongs to this server.
func (o Origin) Owns(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.User == nil && u.Scheme+"://"+u.Host == o.Base
}

// network returns the key under which limits count an address: an IPv4 address itself, or the /64
// of an IPv6 address. A subscriber has at least a /64.
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
