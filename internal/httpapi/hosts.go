package httpapi

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"theriac/locale"
)

// Hosts is the names that this server answers to. A site elsewhere can have its own
// name lead to this machine; a browser would then take the server for a part of that
// site and let it read everything. What a browser was told by an address cannot be
// led anywhere, so every address is answered to.
type Hosts struct{ names map[string]bool }

// privateEnds are endings that nobody can have a name under in the internet's own
// directory: those of networks at home.
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

// hostName is a host without its port, in small letters and without the dot that
// may end it.
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

// Guard lets nobody in who came by another name. Whether the server is alive and
// ready may be asked by any.
func (h Hosts) Guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if h.Allows(r.Host) || r.URL.Path == "/livez" || r.URL.Path == "/readyz" {
			next.ServeHTTP(w, r)
			return
		}
		wrongHost(w, r)
	})
}

// wrongHost says by which name somebody came, and how to allow it: to people in
// words, to programs as a problem.
func wrongHost(w http.ResponseWriter, r *http.Request) {
	p := problem(http.StatusMisdirectedRequest, "wrong-host")
	p.What = hostName(r.Host)
	if len(p.What) > 253 || strings.Trim(p.What, "abcdefghijklmnopqrstuvwxyz0123456789.-_") != "" {
		p.What = "NAME"
	}
	header := w.Header()
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Content-Security-Policy", "default-src 'none'")
	words, err := locale.For(locale.Match(r.Header.Get("Accept-Language")))
	if err == nil && navigation(r) {
		plain(w, p.Status, words.Text("problem.wrong-host")+"\n\n    theriac serve --host "+p.What+"\n")
		return
	}
	p.write(w)
}
