// Package port finds free addresses on this machine for servers in tests and measurements. Such servers must
// know their address before they start, and keep it over restarts.
//
// By design it refuses to reserve an address: the caller listens on it.
package port

import (
	"errors"
	"math/rand/v2"
	"net"
	"strconv"
	"sync"
)

// Free returns ports from a range that systems do not assign by themselves. Systems use ports from 32768
// (Linux) or 49152 on for outgoing connections and for listeners without a fixed port. Another process could
// take such a port after Free has checked it and before the server starts.
const (
	first = 10240
	after = 32768
)

var (
	mu    sync.Mutex
	given = map[int]bool{} // ports that Free has already returned in this process
)

// Free returns a free address on this machine, as host:port.
func Free() (string, error) {
	mu.Lock()
	defer mu.Unlock()
	for range 200 {
		n := first + rand.IntN(after-first)
		if given[n] {
			continue
		}
		addr := net.JoinHostPort("127.0.0.1", strconv.Itoa(n))
		l, err := net.Listen("tcp", addr)
		if err != nil {
			continue
		}
		given[n] = true
		return addr, l.Close()
	}
	return "", errors.New("port: none of 200 was free")
}
