package outbound

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"time"
)

// The server makes no request to an address in its own network, in whatever notation the address is written.
func TestStaysOutside(t *testing.T) {
	for text, want := range map[string]bool{
		"93.184.216.34": true, "2606:4700::1111": true, "127.0.0.1": false, "10.1.2.3": false, "169.254.169.254": false, "192.168.0.1": false,
		"100.64.1.1": false, "192.0.0.192": false, "0.0.0.1": false, "::1": false, "fe80::1": false, "fc00::1": false, "::ffff:10.0.0.1": false,
		"64:ff9b::a00:1": false, "2002:a00:1::": false, "::127.0.0.1": false, "::ffff:0:127.0.0.1": false, "192.88.99.1": false, "224.0.0.1": false, "255.255.255.255": false,
	} {
		if got := Public(netip.MustParseAddr(text)); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// A client reaches this machine only if the operator has allowed that.
func TestPrivateAddresses(t *testing.T) {
	calls := 0
	sink := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { calls++ }))
	defer sink.Close()
	for _, private := range []bool{false, true} {
		res, err := NewClient(10*time.Second, private).Get(sink.URL)
		if err == nil {
			_ = res.Body.Close()
		}
		if (err == nil) != private || (calls > 0) != private {
			t.Errorf("private %v: %v after %d calls", private, err, calls)
		}
	}
}
