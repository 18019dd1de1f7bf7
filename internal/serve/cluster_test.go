package serve

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"theriac/internal/port"
)

// freeAddr returns an address on which no process listens.
func freeAddr(t *testing.T) string {
	t.Helper()
	addr, err := port.Free()
	if err != nil {
		t.Fatal(err)
	}
	return addr
}

// nodeOptions returns the options of the three nodes of a cluster.
func nodeOptions(t *testing.T, adjust ...func(i int, o *Options)) []Options {
	t.Helper()
	addrs := []string{freeAddr(t), freeAddr(t), freeAddr(t)}
	var routes []string
	for _, a := range addrs {
		routes = append(routes, "nats-route://"+a)
	}
	list := make([]Options, len(addrs))
	for i := range addrs {
		list[i] = Options{
			Listen: "127.0.0.1:0", Data: t.TempDir(), Node: fmt.Sprintf("n%d", i), ClusterName: "house", ClusterListen: addrs[i], Routes: routes,
		}
		for _, f := range adjust {
			f(i, &list[i])
		}
	}
	return list
}

// warnings collects what is logged.
type warnings struct {
	mu   sync.Mutex
	text strings.Builder
}

func (w *warnings) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.Write(p)
}

// A node warns its operator if the other nodes need no password to join.
func TestOpenClusterPort(t *testing.T) {
	for secret, warns := range map[string]bool{"": true, "a secret of the nodes": false} {
		var w warnings
		o := nodeOptions(t)[0]
		o.ClusterSecret = secret
		st, err := OpenStorage(o, slog.New(slog.NewTextHandler(&w, nil)))
		if err != nil {
			t.Fatal(err)
		}
		st.Close()
		w.mu.Lock()
		if strings.Contains(w.text.String(), "no password") != warns {
			t.Errorf("with the secret %q: %s", secret, w.text.String())
		}
		w.mu.Unlock()
	}
}

// startNodes starts nodes of a cluster together, and waits until they are ready.
func startNodes(t *testing.T, list ...Options) []*Server {
	t.Helper()
	nodes := make([]*Server, len(list))
	var all sync.WaitGroup
	for i, o := range list {
		all.Go(func() {
			ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
			defer cancel()
			s, err := Start(ctx, o, slog.New(slog.DiscardHandler))
			if err != nil {
				t.Errorf("%s: %v", o.Node, err)
				return
			}
			nodes[i] = s
		})
	}
	all.Wait()
	for _, s := range nodes {
		if s != nil {
			t.Cleanup(func() { shut(t, s) })
		}
	}
	if t.Failed() {
		t.FailNow()
	}
	for _, s := range nodes {
		waitReady(t, s)
	}
	return nodes
}

// cluster starts the three nodes of a cluster.
func cluster(t *testing.T, adjust ...func(i int, o *Options)) []*Server {
	t.Helper()
	return startNodes(t, nodeOptions(t, adjust...)...)
}

// Any node serves any table, and no data is lost when a node closes. Each node's file can be backed up while it
// runs.
func TestCluster(t *testing.T) {
	t.Parallel() // in parallel, because the test mostly waits for elections
	nodes := cluster(t)
	g := arrive(t, nodes[0].URL())
	id, _ := g.table()
	n := playOn(t, nodes[0], id, 1)
	if got := playOn(t, nodes[1], id, 1); got != n+1 {
		t.Errorf("the second node went on to entry %d from %d", got, n)
	}
	st := restored(t, copied(t, nodes[1].storage.Folder.Path), t.TempDir())
	r, err := Check(t.Context(), st, slog.New(slog.DiscardHandler), nil)
	st.Close()
	if err != nil || r.Games != 1 || r.Entries != n+2 || len(r.Broken) != 0 {
		t.Errorf("a backup while it runs: %+v, %v", r, err)
	}
	shut(t, nodes[0])
	g.url = nodes[2].URL()
	waitReady(t, nodes[2])
	if got := playOn(t, nodes[2], id, 1); got != n+2 {
		t.Errorf("the third node went on to entry %d from %d", got, n)
	}
	second := &guest{t: t, url: nodes[1].URL(), token: g.token}
	second.ask(http.MethodGet, "/api/me", nil, nil)
}

// The folder of a single node becomes that of a cluster's node, which the others copy. A folder of the cluster can
// become that of a single node again. If it then returns to its cluster, it takes over the cluster's state. The
// folder of one node is not opened as that of another.
func TestSingleAndCluster(t *testing.T) {
	t.Parallel() // in parallel, because the test mostly waits for elections
	list := nodeOptions(t)
	single := Options{Data: list[1].Data}
	s := open(t, single)
	g := arrive(t, s.URL())
	id, _ := g.table()
	n := playOn(t, s, id, 1)
	shut(t, s)

	nodes := startNodes(t, list...)
	if got := playOn(t, nodes[2], id, 1); got != n+1 {
		t.Errorf("the cluster went on to entry %d from %d", got, n)
	}
	g.url = nodes[0].URL()
	g.ask(http.MethodGet, "/api/me", nil, nil)
	shut(t, nodes[0])
	other := list[0]
	other.Node = "n9"
	if _, err := OpenStorage(other, slog.New(slog.DiscardHandler)); err == nil || !strings.Contains(err.Error(), "is that of node n0 of cluster house") {
		t.Errorf("a node's folder opened as that of another: %v", err)
	}
	s = open(t, Options{Data: list[0].Data})
	if got := playOn(t, s, id, 1); got != n+2 {
		t.Errorf("alone it went on to entry %d from %d", got, n+1)
	}
	shut(t, s)

	if got := playOn(t, nodes[1], id, 2); got != n+3 {
		t.Errorf("meanwhile the cluster went on to entry %d from %d", got, n+1)
	}
	back := startNodes(t, list[0])[0]
	if got := playOn(t, back, id, 1); got != n+4 {
		t.Errorf("back in the cluster it went on to entry %d from %d", got, n+3)
	}
	if c := back.storage.counts(); c.Copies == 0 {
		t.Errorf("it has not taken a copy: %+v", c)
	}
	if kept, err := filepath.Glob(filepath.Join(list[0].Data, "aside", storeFolder+"-*")); err != nil || len(kept) == 0 {
		t.Errorf("what it wrote alone was not kept: %v, %v", kept, err)
	}
}

// A worker at one node plays the bots of a game at another node.
func TestWorkerOfAnotherNode(t *testing.T) {
	t.Parallel() // in parallel, because the test mostly waits for elections
	const key = "key-for-the-workers"
	nodes := cluster(t, func(_ int, o *Options) {
		o.BotWorkers, o.ClientListen, o.WorkerKey, o.Trusted = -1, freeAddr(t), key, []string{"127.0.0.0/8", "::1"}
	})
	ctx, cancel := context.WithCancel(t.Context())
	var answers atomic.Int64
	var worker sync.WaitGroup
	worker.Go(func() {
		o := WorkOptions{NATS: "nats://worker:" + key + "@" + nodes[0].opts.ClientListen, Workers: 1, Answered: func(time.Duration) { answers.Add(1) }}
		if err := Work(ctx, o, slog.New(slog.DiscardHandler)); err != nil {
			t.Error(err)
		}
	})
	defer worker.Wait()
	defer cancel()
	g := arrive(t, nodes[2].URL())
	table := g.botTable("pharmacy", 3, 2, "one", nil)
	stream := g.listen(table)
	go func() {
		for range stream { // drain the stream, as the person's browser would
		}
	}()
	g.playOut(table, time.Minute)
	if answers.Load() == 0 {
		t.Error("the worker has answered nothing")
	}
}

// readyz returns what a node answers on /readyz, or "" if it does not listen.
func readyz(addr string) string {
	r, err := http.Get("http://" + addr + "/readyz")
	if err != nil {
		return ""
	}
	defer func() { _ = r.Body.Close() }()
	text, _ := io.ReadAll(r.Body)
	return string(text)
}

// An operator founds another log if all nodes have lost theirs. That needs the operator's key, and a log that is
// really lost.
func TestFound(t *testing.T) {
	if testing.Short() {
		t.Skip("a lost log takes long to replace")
	}
	t.Parallel() // in parallel, because the test mostly waits for elections
	const key = "the key of the operator"
	file := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(file, []byte(key), 0o600); err != nil {
		t.Fatal(err)
	}
	list := nodeOptions(t, func(_ int, o *Options) { o.Private, o.OperatorKeyFile = freeAddr(t), file })
	found := func(i int, key string) (int, string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+list[i].Private+"/cluster/found", nil)
		if err != nil {
			t.Error(err)
			return 0, ""
		}
		r.Header.Set("Authorization", "Bearer "+key)
		a, err := http.DefaultClient.Do(r)
		if err != nil { // the node does not listen yet
			return http.StatusServiceUnavailable, err.Error()
		}
		defer func() { _ = a.Body.Close() }()
		text, err := io.ReadAll(a.Body)
		if err != nil {
			t.Error(err)
		}
		return a.StatusCode, string(text)
	}
	nodes := startNodes(t, list...)
	g := arrive(t, nodes[0].URL())
	id, _ := g.table()
	n := playOn(t, nodes[0], id, 1)
	if status, said := found(0, key); status != http.StatusConflict || !strings.Contains(said, "not lost") {
		t.Errorf("a log that is there: %d %s", status, said)
	}
	if status, said := get(t, "http://"+list[1].Private+"/cluster"); status != http.StatusOK || !strings.Contains(said, `"n2":{"epoch":1,`) || strings.Contains(said, "problem") {
		t.Errorf("the cluster: %d %s", status, said)
	}
	for i, s := range nodes {
		shut(t, s)
		if err := os.RemoveAll(filepath.Join(list[i].Data, "log")); err != nil {
			t.Fatal(err)
		}
	}
	founded, told := make(chan bool, 1), false
	go func() {
		for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
			for i := range list {
				if status, said := found(i, "a wrong key"); status != http.StatusForbidden && status != http.StatusServiceUnavailable {
					t.Errorf("a wrong key: %d %s", status, said)
				}
				told = told || readyz(list[i].Private) == "log-lost\n"
				status, _ := found(i, key)
				if status == http.StatusOK {
					founded <- true
					return
				}
			}
		}
		founded <- false
	}()
	nodes = startNodes(t, list...)
	if !<-founded {
		t.Fatal("no log was founded")
	}
	if !told {
		t.Error("no node said on /readyz that the log is lost")
	}
	if got := playOn(t, nodes[1], id, 1); got != n+1 {
		t.Errorf("with another log it went on to entry %d from %d", got, n)
	}
	if _, said := get(t, "http://"+list[1].Private+"/cluster"); !strings.Contains(said, `"epoch":2,`) {
		t.Errorf("the cluster afterwards: %s", said)
	}
}

// A node without a majority shuts down within the given time, although calls that wait for the store get no answer.
func TestShutdownWithoutMajority(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts three nodes")
	}
	nodes := cluster(t)
	nodes[0].storage.node.Kill()
	nodes[1].storage.node.Kill()
	const within = 2 * time.Second
	for _, s := range []*Server{nodes[2], nodes[0], nodes[1]} {
		ctx, cancel := context.WithTimeout(context.Background(), within)
		began := time.Now()
		_ = s.Shutdown(ctx) // Shutdown may return an error, because the time limit is short
		cancel()
		if took := time.Since(began); took > within+4*time.Second {
			t.Errorf("it took %s to end within %s", took, within)
		}
	}
}
