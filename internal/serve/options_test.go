package serve

import (
	"net"
	"net/netip"
	"strings"
	"testing"

	"theriac/internal/notices"
)

// The server rejects options that contradict each other before anything starts.
func TestOptions(t *testing.T) {
	for want, o := range map[string]Options{
		"data folder is needed":     {},
		"needs a name of its own":   {Data: "d", ClusterListen: ":6222", ClusterName: "c"},
		"letters, digits, dots":     {Data: "d", ClusterListen: ":6222", ClusterName: "c", Node: "a node"},
		"address for the other":     {Data: "d", Routes: []string{"nats-route://h:6222"}},
		"needs a key for them":      {Data: "d", ClientListen: ":4222"},
		"automatic certificates or": {Data: "d", Domain: "example.org", Certificate: "c", Key: "k"},
		"needs its key file":        {Data: "d", Certificate: "c"},
		"negative":                  {Data: "d", MaxStore: -1},
		"numbers and durations":     {Data: "d", Caps: Caps{Slow: -1}},
		"address where they":        {Data: "d", WorkerKey: "k"},
		"is for a node of one":      {Data: "d", ClusterSecret: "s"},
		"zone: unknown":             {Data: "d", Zone: "Nowhere/Land"},
		"for NATS needs its key":    {Data: "d", Peers: PeerFiles{Certificate: "c"}},
		"not a mail address":        {Data: "d", Mail: notices.MailConfig{Server: "mail.example.org:587", From: "nobody"}},
		"neither an address nor a ": {Data: "d", Trusted: []string{"10.0.0.0/8", "everybody"}},
	} {
		if err := o.withDefaults().Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, not %q", o, err, want)
		}
	}
}

// Options that are not set get defaults that depend on the other options.
func TestDefaults(t *testing.T) {
	for _, c := range []struct {
		in                 Options
		listen, redirect   string
		clustered, withTLS bool
	}{
		{Options{Data: "d"}, ":8080", "", false, false},
		{Options{Data: "d", Domain: "example.org"}, ":443", ":80", false, true},
		{Options{Data: "d", Certificate: "c", Key: "k"}, ":8080", "", false, true},
		{Options{Data: "d", Node: "a", ClusterName: "c", ClusterListen: ":6222"}, ":8080", "", true, false},
	} {
		o := c.in.withDefaults()
		if err := o.Validate(); err != nil {
			t.Errorf("%+v: %v", c.in, err)
			continue
		}
		if o.Listen != c.listen || o.Redirect != c.redirect || o.clustered() != c.clustered || o.tls() != c.withTLS {
			t.Errorf("%+v became %+v", c.in, o)
		}
	}
}

func TestTrusted(t *testing.T) {
	list, err := Options{Trusted: []string{"192.0.2.7", "10.1.2.3/8", "2001:db8::1"}}.trusted()
	want := []netip.Prefix{netip.MustParsePrefix("192.0.2.7/32"), netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("2001:db8::1/128")}
	if err != nil || len(list) != 3 {
		t.Fatal(list, err)
	}
	for i, p := range list {
		if p != want[i] {
			t.Errorf("%s instead of %s", p, want[i])
		}
	}
}

// The URLs are ones that people can type. Those that the network can reach come first, and the unspecified
// address is left out.
func TestAddresses(t *testing.T) {
	for want, at := range map[string]*net.TCPAddr{
		"http://127.0.0.1:8080":  {IP: net.IPv4(127, 0, 0, 1), Port: 8080},
		"http://192.0.2.1":       {IP: net.IPv4(192, 0, 2, 1), Port: 80},
		"http://[2001:db8::1]:1": {IP: net.ParseIP("2001:db8::1"), Port: 1},
	} {
		if got := addresses(at, false); len(got) != 1 || got[0] != want {
			t.Errorf("%v is %v", at, got)
		}
	}
	if got := addresses(&net.TCPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 443}, true); got[0] != "https://192.0.2.1" {
		t.Error(got)
	}
	list := addresses(&net.TCPAddr{IP: net.IPv6unspecified, Port: 8080}, false)
	if len(list) == 0 || strings.Contains(strings.Join(list, " "), "[::]") || strings.Contains(strings.Join(list, " "), "0.0.0.0") {
		t.Error(list)
	}
	if list[len(list)-1] != "http://127.0.0.1:8080" {
		t.Error("the machine's own address is not the last:", list)
	}
	lan, other := netip.MustParseAddr("192.168.1.5"), netip.MustParseAddr("203.0.113.9")
	if rank(other, other) >= rank(lan, other) || rank(lan, netip.Addr{}) >= rank(other, netip.Addr{}) {
		t.Error("the way out comes first, then the local network")
	}
}
