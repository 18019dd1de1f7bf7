// Package jetstreamtest gives tests a real store: one server, or three in a cluster
// on the loopback network.
//
// It refuses to pretend: there is no store in memory here, which is
// internal/store/memstore, so that what passes has met the answers of a real one.
package jetstreamtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"theriac/internal/jetstream"
	"theriac/internal/port"
	"theriac/internal/store"
)

// Each runs a test against one server and against three. open gives a store
// that is connected to another node each time.
func Each(t *testing.T, f func(t *testing.T, open func() *jetstream.Store)) {
	t.Helper()
	t.Run("one", func(t *testing.T) {
		n := Single(t)
		f(t, func() *jetstream.Store { return n.Open(t, 0) })
	})
	t.Run("three", func(t *testing.T) { f(t, Cluster(t).inTurn(t)) })
}

// inTurn opens stores that are connected to one node after the other.
func (n *Nodes) inTurn(t *testing.T) func() *jetstream.Store {
	turn := -1
	return func() *jetstream.Store {
		turn++
		return n.Open(t, turn%len(n.servers))
	}
}

// One is a store on a server of its own.
func One(t testing.TB) *jetstream.Store {
	t.Helper()
	return Single(t).Open(t, 0)
}

// Nodes are the servers of a test.
type Nodes struct {
	// Shards of the stores, and how long a call may wait.
	Shards   int
	Wait     time.Duration
	MaxStore int64
	// Objects is where packs go; nil: into the store.
	Objects store.Objects
	// Layout makes a store with that layout, as an older or a newer program would record it: "3"
	// where only the logs are spread, over three shards.
	Layout string

	dir     string
	routes  []string
	mu      sync.Mutex
	servers []*jetstream.Server
}

// Single starts one server.
func Single(t testing.TB) *Nodes {
	t.Helper()
	return Start(t, &Nodes{}, 1)
}

// Cluster starts three servers and waits until they have a leader.
func Cluster(t testing.TB) *Nodes {
	t.Helper()
	return Start(t, &Nodes{Shards: 2, Wait: 15 * time.Second}, 3)
}

// Start starts as many servers as said, with the settings of n.
func Start(t testing.TB, n *Nodes, count int) *Nodes {
	t.Helper()
	n.dir = t.TempDir()
	n.servers = make([]*jetstream.Server, count)
	if count > 1 {
		n.routes = freePorts(t, count)
	}
	t.Cleanup(func() {
		for _, s := range n.servers {
			if s != nil {
				s.Kill()
			}
		}
	})
	for i := range count {
		n.Restart(t, i)
	}
	return n
}

// freePorts finds free ports.
func freePorts(t testing.TB, count int) []string {
	t.Helper()
	var list []string
	for range count {
		addr, err := port.Free()
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, addr)
	}
	return list
}

// Dir is the data folder of a node.
func (n *Nodes) Dir(node int) string { return filepath.Join(n.dir, fmt.Sprint("n", node)) }

// Server is the server of a node; nil while it is stopped.
func (n *Nodes) Server(node int) *jetstream.Server {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.servers[node]
}

// Open connects a store to a node, until the test ends.
func (n *Nodes) Open(t testing.TB, node int) *jetstream.Store {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if n.Layout != "" {
		n.LayOut(t, node)
	}
	s, err := jetstream.Open(ctx, jetstream.Config{
		Server: n.Server(node), Shards: n.Shards, Replicas: n.replicas(), Wait: n.Wait, Logger: logger(t), Objects: n.Objects,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func (n *Nodes) replicas() int {
	if len(n.servers) > 1 {
		return 3
	}
	return 1
}

// LayOut makes the stream from which a store learns how it is laid out, if it is not there.
func (n *Nodes) LayOut(t testing.TB, node int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	nc, err := nats.Connect("", n.Server(node).InProcess()...)
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	js, err := natsjs.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	for {
		once, cancel := context.WithTimeout(ctx, 2*time.Second)
		_, err := js.CreateStream(once, natsjs.StreamConfig{
			Name: "LOG-0", Subjects: []string{"t.0.*"}, Replicas: n.replicas(), AllowRollup: true, AllowDirect: true, Duplicates: 2 * time.Minute,
			Metadata: map[string]string{"theriac-shards": n.Layout},
		})
		cancel()
		if err == nil || errors.Is(err, natsjs.ErrStreamNameAlreadyInUse) {
			return
		}
		if ctx.Err() != nil { // a cluster needs some time to find its leader
			t.Fatal(err)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// Kill kills a node: it hands nothing over.
func (n *Nodes) Kill(t testing.TB, node int) {
	t.Helper()
	n.take(node).Kill()
}

// Stop stops a node in good order.
func (n *Nodes) Stop(t testing.TB, node int) {
	t.Helper()
	n.take(node).Shutdown(context.Background())
}

func (n *Nodes) take(node int) *jetstream.Server {
	n.mu.Lock()
	defer n.mu.Unlock()
	s := n.servers[node]
	n.servers[node] = nil
	return s
}

// Restart starts a stopped node on its old folder.
func (n *Nodes) Restart(t testing.TB, node int) {
	t.Helper()
	if err := n.Try(t, node); err != nil {
		t.Fatal(err)
	}
}

// Try starts a stopped node, which may refuse.
func (n *Nodes) Try(t testing.TB, node int) error {
	t.Helper()
	cfg := jetstream.ServerConfig{Dir: n.Dir(node), MaxStore: n.MaxStore, Logger: logger(t)}
	if len(n.servers) > 1 {
		cfg.Name = fmt.Sprint("n", node)
		cfg.ClusterName, cfg.ClusterListen = "test", n.routes[node]
		for _, r := range slices.Delete(slices.Clone(n.routes), node, node+1) {
			cfg.Routes = append(cfg.Routes, "nats-route://"+r)
		}
	}
	s, err := jetstream.StartServer(cfg)
	if err != nil {
		return err
	}
	n.mu.Lock()
	n.servers[node] = s
	n.mu.Unlock()
	return nil
}

// Leader is the node that leads a stream.
func (n *Nodes) Leader(t testing.TB, stream string) int {
	t.Helper()
	for range 100 {
		for i := range n.servers {
			if s := n.Server(i); s != nil {
				if name := leader(s, stream); name != "" {
					var k int
					if _, err := fmt.Sscanf(name, "n%d", &k); err == nil {
						return k
					}
				}
			}
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatalf("stream %s has no leader", stream)
	return -1
}

func leader(s *jetstream.Server, stream string) string {
	nc, err := nats.Connect("", s.InProcess()...)
	if err != nil {
		return ""
	}
	defer nc.Close()
	js, err := natsjs.New(nc)
	if err != nil {
		return ""
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	st, err := js.Stream(ctx, stream)
	if err != nil || st.CachedInfo().Cluster == nil {
		return ""
	}
	return st.CachedInfo().Cluster.Leader
}

// logger writes the errors of the servers into the test's log when -v is given.
func logger(t testing.TB) *slog.Logger {
	if !testing.Verbose() {
		return nil
	}
	return slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))
}

// ForgetChecks lets a stopped node believe that its blocks were read that long before.
func (n *Nodes) ForgetChecks(t testing.TB, node int, before time.Duration) {
	t.Helper()
	file := filepath.Join(n.Dir(node), "checked.json")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var all struct {
		Form   int                         `json:"form"`
		Blocks map[string]map[string]int64 `json:"blocks"`
	}
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	for _, b := range all.Blocks {
		b["read"] -= int64(before / time.Second)
	}
	if text, err = json.Marshal(all); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
}
