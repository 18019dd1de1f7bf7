// Package port finds addresses of this machine for servers that are started by tests and
// measurements, which have to know their address beforehand and keep it over restarts.
//
// It refuses to hold an address: who asks for one listens there.
package port

import (
	"errors"
	"math/rand/v2"
	"net"
	"strconv"
	"sync"
)

// Ports from which systems take none by themselves: those that they choose for outgoing
// connections and for servers without a wish begin at 32768 (Linux) or 49152. One of
// those could be taken by anybody between the moment at which it is found to be free
// and the start of its server.
const (
	first = 10240
	after = 32768
)

var (
	mu    sync.Mutex
	given = map[int]bool{} // this process gives none twice
)

// Free is a free address of this machine, as host:port.
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
