package admit

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"theriac/internal/httpapi/wire"
)

func TestAddress(t *testing.T) {
	for _, c := range []struct {
		peer, forwarded string
		trust           bool
		want            string
	}{
		{"192.0.2.7:9", "", false, "192.0.2.7"},
		{"[::ffff:192.0.2.7]:9", "", false, "192.0.2.7"},
		{"[2001:db8:1:2:3:4:5:6]:9", "", false, "2001:db8:1:2::"},
		{"[fe80::1%eth0]:9", "", false, "fe80::"},
		{"127.0.0.1:9", "198.51.100.1", false, "127.0.0.1"},
		{"127.0.0.1:9", "203.0.113.5, 198.51.100.1", true, "198.51.100.1"},
		{"10.0.0.1:9", "2001:db8:1:2:3::", true, "2001:db8:1:2::"},
		{"127.0.0.1:9", "nonsense", true, "127.0.0.1"},
		{"192.0.2.7:9", "198.51.100.1", true, "192.0.2.7"}, // not a trusted proxy
	} {
		a := &Gate{conf: Config{TrustProxy: c.trust}}
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = c.peer
		if c.forwarded != "" {
			r.Header.Set("X-Forwarded-For", c.forwarded)
		}
		if got := a.Identify(r).Addr.String(); got != c.want {
			t.Errorf("%s for %q: %s, want %s", c.peer, c.forwarded, got, c.want)
		}
	}
}

func TestBucketsAreBounded(t *testing.T) {
	now := time.Unix(0, 0)
	b := newBuckets[string](Rate{1, 1}, 100)
	for i := range 10_000 {
		if b.take(fmt.Sprint(i), now) != 0 {
			t.Fatal("a new key had to wait")
		}
	}
	if len(b.byKey) != 100 || b.order.Len() != 100 {
		t.Errorf("%d keys, %d in order", len(b.byKey), b.order.Len())
	}
	if b.take("9999", now) == 0 {
		t.Error("the newest key was forgotten")
	}
}

// The more of a cap is used, the smaller the share that one group of addresses can use. The group
// with the most requests is rejected first. A newcomer is admitted even if many groups use as much
// as they can.
func TestSharesOfACap(t *testing.T) {
	const most = 600
	now := time.Unix(1000, 0)
	for _, attackers := range []int{1, 5, 40} {
		s := newShare(most)
		newcomers := 0
		for range 120 { // each round is one second
			now = now.Add(time.Second)
			for i := range attackers * 100 {
				s.take(netip.AddrFrom16([16]byte{0x20, 1, 0, 0, 0, byte(i % attackers)}), now)
			}
			if s.take(netip.AddrFrom4([4]byte{192, 0, 2, byte(newcomers)}), now) {
				newcomers++
			}
		}
		if newcomers != 120 {
			t.Errorf("%d groups leave room for %d of 120", attackers, newcomers)
		}
		total := 0.0
		for _, n := range s.groups {
			total += n * s.scale
		}
		if s.all > most || total < s.all*0.99 || total > s.all*1.01 {
			t.Errorf("%.1f in all, %.1f of the groups", s.all, total)
		}
	}
	st := newStreams(Limits{StreamsPerAddress: 1000}, Caps{Streams: 100})
	heavy := &Caller{Addr: netip.MustParseAddr("2001:db8::")}
	opened := 0
	for st.enter(heavy) {
		opened++
	}
	if opened > 70 || !st.enter(&Caller{Addr: netip.MustParseAddr("192.0.2.1")}) {
		t.Errorf("one has %d of 100 streams, and nobody else gets one", opened)
	}
	st.leave(heavy)
	if st.byGroup[2][netip.MustParseAddr("2001:db8::")] != opened-1 {
		t.Error("a place was not given back")
	}
}

type unobserved struct{ Observer }

func (unobserved) Limited(string) {}

// However many addresses guess codes, a node answers only so many a minute, and right codes do not count.
func TestCodesOfManyAddresses(t *testing.T) {
	now := time.Unix(1000, 0)
	g, err := New(Config{Now: func() time.Time { return now }, Observe: unobserved{}})
	if err != nil {
		t.Fatal(err)
	}
	from := func(i int) *Caller { return &Caller{Addr: netip.AddrFrom4([4]byte{10, 0, byte(i >> 8), byte(i)})} }
	for i := range 5000 {
		if err := g.Limit(from(i), ByCode); err != nil {
			t.Fatalf("right code %d: %v", i, err)
		}
		g.Guessed(from(i))
	}
	answered := 0
	for i := range 5000 {
		if g.Limit(from(i), ByCode) == nil {
			answered++
		}
	}
	if answered != codesAMinute {
		t.Errorf("%d wrong codes were answered", answered)
	}
	now = now.Add(time.Minute)
	if err := g.Limit(from(1), ByCode); err != nil {
		t.Error(err)
	}
}

// A node is busy if at least half of the moves within a second were slow. It stays busy for some
// seconds afterwards.
func TestSlowMoves(t *testing.T) {
	const slow = 100 * time.Millisecond
	now := time.Unix(1000, 0)
	second := func(p *pressure, quick, late int) {
		for range quick {
			p.moved(slow, now)
		}
		for range late {
			p.moved(slow+1, now)
		}
		now = now.Add(busyWindow)
	}
	for _, c := range []struct {
		name        string
		quick, late int
		busy        bool
	}{
		{"quick", 50, 0, false}, {"half are late", 20, 20, false}, {"most are late", 20, 21, true}, {"few, all late", 0, fewMoves - 1, false}, {"enough, all late", 0, fewMoves, true},
	} {
		p := newPressure(Caps{Slow: slow})
		p.moved(0, now)
		now = now.Add(busyWindow) // the window in which slow moves are counted has ended
		second(p, c.quick, c.late)
		if p.busy(now) != c.busy {
			t.Errorf("%s: busy %t", c.name, !c.busy)
		}
		now = now.Add(busyFor - 1)
		if p.busy(now) != c.busy {
			t.Errorf("%s: busy %t a little later", c.name, !c.busy)
		}
		now = now.Add(1)
		if p.busy(now) {
			t.Errorf("%s: still busy", c.name)
		}
	}
}

func TestOrigin(t *testing.T) {
	for _, bad := range []string{"", "example.org", "ftp://example.org", "https://example.org/path", "https://a@example.org", "http://"} {
		if _, err := ParseOrigin(bad); err == nil {
			t.Errorf("%q is an origin", bad)
		}
	}
	o, err := ParseOrigin("https://example.org/")
	if err != nil || !o.secure || o.Link("x") != "https://example.org/j/x" {
		t.Errorf("%+v %v", o, err)
	}
	for text, want := range map[string]bool{
		"https://example.org/j/x": true, "https://example.org": true, "http://example.org/": false, "https://example.org.evil/": false,
		"https://a@example.org/": false, "javascript:alert(1)": false,
	} {
		if o.Owns(text) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}

// S14: a server answers requests for its own names and for any IP address, but for no other name.
// So a site that points its own DNS name at this server learns nothing.
func TestHosts(t *testing.T) {
	h := NewHosts("Attic.example.net", "https://play.example.org", "http://192.0.2.7:8080", "garden.example", "cellar.example:9000", "")
	for host, want := range map[string]bool{
		"play.example.org": true, "play.example.org:443": true, "PLAY.example.org.": true, "garden.example:8080": true, "cellar.example": true,
		"localhost": true, "localhost:8080": true, "a.localhost:5173": true, "127.0.0.1:8080": true, "[::1]:8080": true, "[::1]": true,
		"192.168.1.20:8080": true, "203.0.113.9": true, "[fe80::1%25eth0]:8080": true, "[2001:db8::1]:80": true, "": true,
		"attic": true, "attic:8080": true, "attic.local": true, "attic.lan": true, "attic.example.net": true, "attic.home.arpa:80": true,
		"evil.example": false, "evil.example:8080": false, "localhost.evil.example": false, "play.example.org.evil.example": false,
		"127.0.0.1.evil.example": false, "attic.evil.example": false, "local": false, "1.2.3.4.5": false, "0x7f.1": false, "xlocalhost": false,
		"play.example.org@evil.example": false,
	} {
		if h.Allows(host) != want {
			t.Errorf("%q is allowed: %v", host, !want)
		}
	}
}

// S14: the response to a request for an unknown host name explains only how to allow that name.
func TestWrongHost(t *testing.T) {
	house := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("come in")) })
	guarded := NewHosts("", "http://play.example.org").Guard(house)
	ask := func(path, host string, headers ...string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.Host = host
		for i := 0; i+1 < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		w := httptest.NewRecorder()
		guarded.ServeHTTP(w, r)
		return w
	}
	for _, path := range []string{"/", "/api/me", "/metrics", "/debug/pprof/heap"} {
		a := ask(path, "evil.example:8080")
		var p wire.Problem
		if err := json.Unmarshal(a.Body.Bytes(), &p); err != nil || a.Code != http.StatusMisdirectedRequest || p.ID != "wrong-host" || p.What != "evil.example" {
			t.Errorf("%s: %d %s", path, a.Code, a.Body)
		}
		if got := a.Header().Get("Content-Type"); got != "application/problem+json" {
			t.Errorf("%s: %s", path, got)
		}
		if a := ask(path, "play.example.org"); a.Body.String() != "come in" {
			t.Errorf("%s: %d %s", path, a.Code, a.Body)
		}
	}
	for _, path := range []string{"/livez", "/readyz"} {
		if a := ask(path, "balancer.example"); a.Code != http.StatusOK {
			t.Errorf("%s: %d", path, a.Code)
		}
	}
	for lang, want := range map[string]string{"en": "name", "fr": "nom"} {
		a := ask("/", "box.example", "Accept", "text/html", "Accept-Language", lang)
		if text := a.Body.String(); a.Code != http.StatusMisdirectedRequest || !strings.Contains(text, "theriac serve --host box.example") || !strings.Contains(text, want) {
			t.Errorf("%s: %d %s", lang, a.Code, text)
		}
	}
	if a := ask("/", "evil\"<script>.example"); strings.Contains(a.Body.String(), "script") {
		t.Error(a.Body)
	}
}
