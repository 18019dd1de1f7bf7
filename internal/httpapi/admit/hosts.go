package admit

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"theriac/internal/httpapi/wire"
	"theriac/locale"
)

// Hosts is the set of host names for which this server answers requests. Without this check, a site
// could point its own DNS name at this machine (DNS rebinding). Browsers would then allow that site
// to read everything. An IP address cannot be redirected like that, so every IP address is allowed.
type Hosts struct{ names map[string]bool }

// privateEnds returns the domain suffixes of home networks, which do not exist in public DNS.
func privateEnds() []string {
	return []string{"", ".local", ".localdomain", ".lan", ".home", ".home.arpa", ".internal"}
}

// NewHosts allows the host names of the given origins, the given plain names, and this machine's
// own name.
func NewHosts(machine string, allowed ...string) Hosts {
	h := Hosts{names: map[string]bool{"localhost": true}}
	for _, text := range allowed {
		if u, err := url.Parse(text); err == nil && u.Host != "" {
			text = u.Host
		}
		if name := hostName(text); name != "" {
			h.names[name] = true
		}
	}
	if machine = hostName(machine); machine != "" {
		h.names[machine] = true
		short, _, _ := strings.Cut(machine, ".")
		for _, end := range privateEnds() {
			h.names[short+end] = true
		}
	}
	return h
}

// hostName returns a host in lower case, without port or trailing dot.
func hostName(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	return strings.TrimSuffix(strings.ToLower(host), ".")
}

// Allows reports whether the server answers requests for this host.
func (h Hosts) Allows(host string) bool {
	name := hostName(host)
	if name == "" || h.names[name] || strings.HasSuffix(name, ".localhost") {
		return true // a request without a host is not from a browser
	}
	address, _, _ := strings.Cut(name, "%")
	_, err := netip.ParseAddr(address)
	return err == nil
}

// Guard wraps a handler and rejects requests for an unknown host name. Health probes are accepted
// for any name.
func (h Hosts) Guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if h.Passes(r) {
			next.ServeHTTP(w, r)
			return
		}
		WrongHost(w, r)
	})
}

// Passes reports whether a request is for an allowed host, or is a health probe.
func (h Hosts) Passes(r *http.Request) bool {
	return h.Allows(r.Host) || r.URL.Path == "/livez" || r.URL.Path == "/readyz"
}

// WrongHost responds that the requested host name is unknown, and explains how to allow it.
// Browsers get text, and programs get a problem.
func WrongHost(w http.ResponseWriter, r *http.Request) {
	p := wire.NewProblem(http.StatusMisdirectedRequest, "wrong-host")
	p.What = hostName(r.Host)
	if len(p.What) > 253 || strings.Trim(p.What, "abcdefghijklmnopqrstuvwxyz0123456789.-_") != "" {
		p.What = "NAME"
	}
	header := w.Header()
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Content-Security-Policy", "default-src 'none'")
	words, err := locale.For(locale.Match(r.Header.Get("Accept-Language")))
	if err == nil && Navigation(r) {
		wire.Plain(w, p.Status, words.Text("problem.wrong-host")+"\n\n    theriac serve --host "+p.What+"\n")
		return
	}
	p.Write(w)
}
