package serve

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"theriac/internal/port"
)

// freeAddr is a free address.
func freeAddr(t *testing.T) string {
	t.Helper()
	addr, err := port.Free()
	if err != nil {
		t.Fatal(err)
	}
	return addr
}

// cluster opens three nodes that share one store. They may start in any order; each
// is ready once there is a majority.
func cluster(t *testing.T, adjust ...func(i int, o *Options)) []*Server {
	t.Helper()
	addrs := []string{freeAddr(t), freeAddr(t), freeAddr(t)}
	var routes []string
	for _, a := range addrs {
		routes = append(routes, "nats-route://"+a)
	}
	nodes := make([]*Server, len(addrs))
	var all sync.WaitGroup
	for i := range addrs {
		all.Go(func() {
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
			defer cancel()
			o := Options{
				Listen: "127.0.0.1:0", Data: t.TempDir(), Node: fmt.Sprintf("n%d", i), ClusterName: "house", ClusterListen: addrs[i],
				Routes: routes, Shards: 2, ClientListen: "127.0.0.1:0",
			}
			for _, f := range adjust {
				f(i, &o)
			}
			s, err := Start(ctx, o, slog.New(slog.DiscardHandler))
			if err != nil {
				t.Error(err)
				return
			}
			nodes[i] = s
		})
	}
	all.Wait()
	if t.Failed() {
		t.FailNow()
	}
	for _, s := range nodes {
		t.Cleanup(func() { shut(t, s) })
		waitReady(t, s)
	}
	return nodes
}

// backUp backs up a running cluster, restores it into a folder and checks that.
func backUp(t *testing.T, url string) *Report {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	from, err := OpenStorage(ctx, Options{NATS: url}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	var backup bytes.Buffer
	if _, err := from.Shared.Backup(ctx, &backup); err != nil {
		t.Fatal(err)
	}
	to, err := Restore(ctx, Options{Data: t.TempDir()}, bytes.NewReader(backup.Bytes()), "", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer to.Close()
	r, err := Check(ctx, to, slog.New(slog.DiscardHandler), nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Any node serves any table, and a node that closes takes nothing with it.
func TestCluster(t *testing.T) {
	t.Parallel() // it waits for elections most of the time
	nodes := cluster(t)
	g := arrive(t, nodes[0].URL())
	id, _ := g.table()
	n := playOn(t, nodes[0], id, 1)
	if got := playOn(t, nodes[1], id, 1); got != n+1 {
		t.Errorf("the second node went on to entry %d from %d", got, n)
	}
	restored := backUp(t, nodes[1].storage.server.ClientURL())
	if restored.Games != 1 || restored.Entries != n+2 || len(restored.Broken) != 0 {
		t.Errorf("a backup while it runs: %+v", restored)
	}
	shut(t, nodes[0])
	// A node alone does not open the folder of a cluster's node: that would begin it
	// anew.
	folder := nodes[0].storage.Folder.Path
	if _, err := OpenStorage(context.Background(), Options{Data: folder}, slog.New(slog.DiscardHandler)); err == nil ||
		!strings.Contains(err.Error(), "is that of node n0 of cluster house") {
		t.Errorf("a node's folder opened alone: %v", err)
	}
	g.url = nodes[2].URL()
	waitReady(t, nodes[2])
	if got := playOn(t, nodes[2], id, 1); got != n+2 {
		t.Errorf("the third node went on to entry %d from %d", got, n)
	}
	second := &guest{t: t, url: nodes[1].URL(), token: g.token}
	second.ask(http.MethodGet, "/api/me", nil, nil)
}

// A node that has lost the others ends in the time that it is given: nobody takes over
// what it leads, and nothing that waits for the store is answered.
func TestShutdownWithoutMajority(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts three nodes")
	}
	nodes := cluster(t)
	nodes[0].storage.server.Kill()
	nodes[1].storage.server.Kill()
	const within = 2 * time.Second
	for _, s := range []*Server{nodes[2], nodes[0], nodes[1]} {
		ctx, cancel := context.WithTimeout(context.Background(), within)
		began := time.Now()
		_ = s.Shutdown(ctx) // it may say that the time was too short
		cancel()
		// Two seconds for each stream, one after another, were 12 s and more.
		if took := time.Since(began); took > within+4*time.Second {
			t.Errorf("it took %s to end within %s", took, within)
		}
	}
}
