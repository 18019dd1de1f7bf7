package main

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	toxiproxy "github.com/Shopify/toxiproxy/v2"
	"github.com/rs/zerolog"

	"theriac/internal/port"
)

// cluster is three nodes that are connected to each other through proxies.
//
// Each node listens for other nodes on its own address (127.0.1.x), and the proxies listen on 127.0.0.1. NATS
// announces to nodes the addresses that it sees: the proxies' host with the node's port. Nothing listens on
// those, so no connection bypasses a proxy.
type cluster struct {
	nodes   []*node
	proxies [3][3]*toxiproxy.Proxy // from, to
}

// newCluster starts three nodes.
func newCluster(bin, dir string) (*cluster, error) {
	c, err := newNodes(bin, dir)
	if err != nil {
		return nil, err
	}
	return c, c.startAll()
}

// newNodes prepares three nodes without starting them.
func newNodes(bin, dir string) (*cluster, error) {
	c := &cluster{}
	nobody := zerolog.Nop()
	api := toxiproxy.NewServer(toxiproxy.NewMetricsContainer(nil), nobody)
	var ports [3]string
	for i := range ports {
		free, err := port.Free()
		if err != nil {
			return nil, err
		}
		_, ports[i], _ = net.SplitHostPort(free)
	}
	for i := range 3 {
		args := []string{"--cluster-name", "c", "--node", fmt.Sprintf("n%d", i+1),
			"--cluster-listen", fmt.Sprintf("127.0.1.%d:%s", i+1, ports[i])}
		for j := range 3 {
			if i == j {
				continue
			}
			listen, err := port.Free()
			if err != nil {
				return nil, err
			}
			p := toxiproxy.NewProxy(api, fmt.Sprintf("n%d-n%d", i+1, j+1), listen, fmt.Sprintf("127.0.1.%d:%s", j+1, ports[j]))
			if err := p.Start(); err != nil {
				return nil, err
			}
			c.proxies[i][j] = p
			args = append(args, "--route", "nats-route://"+listen)
		}
		n, err := newNode(bin, filepath.Join(dir, fmt.Sprintf("n%d", i+1)), args...)
		if err != nil {
			return nil, err
		}
		c.nodes = append(c.nodes, n)
	}
	return c, nil
}

func (c *cluster) startAll() error {
	for _, n := range c.nodes {
		if err := n.start(-1); err != nil {
			return err
		}
	}
	return c.allReady()
}

func (c *cluster) allReady() error { return ready(c.nodes) }

// ready waits until the given nodes are ready.
func ready(nodes []*node) error {
	for _, n := range nodes {
		if err := n.WaitReady(contextOf(), 90*time.Second); err != nil {
			return fmt.Errorf("node %s: %w\n%s", n.listen, err, tail(n.log()))
		}
	}
	return nil
}

func (c *cluster) addrs() []string {
	var out []string
	for _, n := range c.nodes {
		out = append(out, n.listen)
	}
	return out
}

func (c *cluster) end() {
	for _, n := range c.nodes {
		if n.Server != nil {
			n.Kill()
		}
	}
	for i := range c.proxies {
		for _, p := range c.proxies[i] {
			if p != nil {
				p.Stop()
			}
		}
	}
}

// leader returns the node that leads the replicated log, according to the latest log line about it.
func (c *cluster) leader() int {
	best, at := 0, ""
	for i, n := range c.nodes {
		text, _ := os.ReadFile(n.log())
		for line := range strings.Lines(string(text)) {
			if !strings.Contains(line, "new stream leader") || !strings.Contains(line, "> FRAMES-") {
				continue
			}
			if when := stamp(line); when > at {
				best, at = i, when
			}
		}
	}
	return best
}

// stamp returns the timestamp of a log line.
func stamp(line string) string {
	for _, mark := range []string{`"time":"`, "time="} {
		if _, rest, ok := strings.Cut(line, mark); ok {
			return rest[:min(len(rest), 30)]
		}
	}
	return ""
}

// isolate disconnects a node from the others. If silent is true, connections stay open but their traffic is
// dropped, as with a broken cable. Otherwise the connections are reset.
func (c *cluster) isolate(i int, silent bool) error {
	for j := range 3 {
		for _, p := range []*toxiproxy.Proxy{c.proxies[i][j], c.proxies[j][i]} {
			if p == nil {
				continue
			}
			if !silent {
				p.Stop()
				continue
			}
			for _, way := range []string{"upstream", "downstream"} {
				toxic := fmt.Sprintf(`{"name":%q,"type":"timeout","stream":%q,"attributes":{"timeout":0}}`, way, way)
				if _, err := p.Toxics.AddToxicJson(strings.NewReader(toxic)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// mute drops everything that a node sends to the others, but not what they send to it. Connections stay open,
// as with a cable in which one wire is broken.
func (c *cluster) mute(i int) error {
	for j := range 3 {
		if i == j {
			continue
		}
		for p, way := range map[*toxiproxy.Proxy]string{c.proxies[i][j]: "upstream", c.proxies[j][i]: "downstream"} {
			toxic := fmt.Sprintf(`{"name":%q,"type":"timeout","stream":%q,"attributes":{"timeout":0}}`, way, way)
			if _, err := p.Toxics.AddToxicJson(strings.NewReader(toxic)); err != nil {
				return err
			}
		}
	}
	return nil
}

// heal reconnects a node.
func (c *cluster) heal(i int, silent bool) error {
	for j := range 3 {
		for _, p := range []*toxiproxy.Proxy{c.proxies[i][j], c.proxies[j][i]} {
			if p == nil {
				continue
			}
			if silent {
				p.Toxics.ResetToxics(contextOf())
				p.Stop() // the dropped traffic is missing on open connections, so force new ones
			}
			if err := p.Start(); err != nil {
				return err
			}
		}
	}
	return nil
}
