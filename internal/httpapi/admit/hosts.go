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

// Hosts is the names that this server answers to. A site elsewhere can point its own
// name to this machine (DNS rebinding); a browser would then take the server for a
// part of that site and let it read everything. An address cannot be pointed
// elsewhere, so the server answers to every address.
type Hosts struct{ names map[string]bool }

// privateEnds are domain endings that the public DNS does not have: those of home
// networks.
func privateEnds() []string {
	return []string{"", ".local", ".localdomain", ".lan", ".home", ".home.arpa", ".internal"}
}

// NewHosts allows the names of some origins or plain names, and this machine's own.
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

// hostName is a host without its port, in lower case and without a trailing dot.
func hostName(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	return strings.TrimSuffix(strings.ToLower(host), ".")
}

// Allows says whether a request may be for this host.
func (h Hosts) Allows(host string) bool {
	name := hostName(host)
	if name == "" || h.names[name] || strings.HasSuffix(name, ".localhost") {
		return true // no browser leaves it out
	}
	address, _, _ := strings.Cut(name, "%")
	_, err := netip.ParseAddr(address)
	return err == nil
}

// Guard refuses requests by another name. Health probes pass by any.
func (h Hosts) Guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if h.Passes(r) {
			next.ServeHTTP(w, r)
			return
		}
		WrongHost(w, r)
	})
}

// Passes says whether a request is for one of the names, or a health probe.
func (h Hosts) Passes(r *http.Request) bool {
	return h.Allows(r.Host) || r.URL.Path == "/livez" || r.URL.Path == "/readyz"
}

// WrongHost says by which name the request came, and how to allow it: to people in
// words, to programs as a problem.
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
