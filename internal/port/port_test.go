package port

import (
	"net"
	"testing"
)

// Free returns different addresses, and a server can listen on each of them.
func TestFree(t *testing.T) {
	seen := map[string]bool{}
	for range 50 {
		addr, err := Free()
		if err != nil {
			t.Fatal(err)
		}
		if seen[addr] {
			t.Fatal("given twice: " + addr)
		}
		seen[addr] = true
		l, err := net.Listen("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = l.Close() })
	}
}
