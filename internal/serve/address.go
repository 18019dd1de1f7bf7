package serve

import (
	"net"
	"net/netip"
	"slices"
	"strconv"
)

// addresses returns the URLs of a listener, the most likely one first. A listener on all interfaces gets one
// URL for each address of this machine. URLs that the local network can reach come before those that only this
// machine can reach.
func addresses(at net.Addr, secure bool) []string {
	tcp, ok := at.(*net.TCPAddr)
	if !ok {
		return nil
	}
	own, _ := netip.AddrFromSlice(tcp.IP)
	own = own.Unmap()
	if own.IsValid() && !own.IsUnspecified() {
		return []string{baseURL(own, tcp.Port, secure)}
	}
	var list []string
	for _, a := range machineAddrs() {
		list = append(list, baseURL(a, tcp.Port, secure))
	}
	return list
}

func baseURL(a netip.Addr, port int, secure bool) string {
	scheme, usual := "http", 80
	if secure {
		scheme, usual = "https", 443
	}
	host := a.String()
	if a.Is6() {
		host = "[" + host + "]"
	}
	if port != usual {
		host += ":" + strconv.Itoa(port)
	}
	return scheme + "://" + host
}

// machineAddrs returns the addresses of this machine that people could type into a browser.
func machineAddrs() []netip.Addr {
	list := []netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1})}
	ifaces, err := net.InterfaceAddrs()
	if err != nil {
		return list
	}
	for _, i := range ifaces {
		p, err := netip.ParsePrefix(i.String())
		if a := p.Addr(); err == nil && !a.IsLoopback() && !a.IsLinkLocalUnicast() {
			list = append(list, a)
		}
	}
	way := outboundAddr()
	slices.SortStableFunc(list, func(a, b netip.Addr) int { return rank(a, way) - rank(b, way) })
	return slices.Compact(list)
}

// outboundAddr returns the address that this machine uses for outbound connections. It sends no packet.
func outboundAddr() netip.Addr {
	c, err := net.Dial("udp4", "192.0.2.1:9")
	if err != nil {
		return netip.Addr{}
	}
	defer func() { _ = c.Close() }()
	return c.LocalAddr().(*net.UDPAddr).AddrPort().Addr().Unmap()
}

func rank(a, way netip.Addr) int {
	switch {
	case a.IsLoopback():
		return 4
	case a == way:
		return 0
	case a.Is4() && a.IsPrivate():
		return 1
	case a.Is4():
		return 2
	}
	return 3
}
