package serve

import (
	"bufio"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strings"
	"testing"
	"time"
)

// peerFiles makes the files of an installation whose programs believe one certificate.
func peerFiles(t *testing.T) PeerFiles {
	t.Helper()
	cert, key, _ := selfSigned(t, t.TempDir(), "cluster")
	return PeerFiles{Certificate: cert, Key: key, Authorities: cert}
}

// S9: a cluster with certificates and a secret plays and is backed up over TLS. Whoever has
// neither is refused at both ports.
func TestPeers(t *testing.T) {
	t.Parallel() // it waits for elections most of the time
	const storeKey, workerKey = "key-for-the-backups", "key-for-the-workers"
	files, foreign := peerFiles(t), peerFiles(t)
	nodes := cluster(t, func(_ int, o *Options) {
		o.Peers, o.ClusterSecret, o.StoreKey, o.WorkerKey = files, "a secret of the nodes", storeKey, workerKey
	})
	g := arrive(t, nodes[0].URL())
	id, _ := g.table()
	n := playOn(t, nodes[0], id, 1)
	if got := playOn(t, nodes[2], id, 1); got != n+1 {
		t.Errorf("another node went on to entry %d from %d", got, n)
	}

	quiet := slog.New(slog.DiscardHandler)
	within := func() context.Context {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		t.Cleanup(cancel)
		return ctx
	}
	at := strings.TrimPrefix(strings.TrimPrefix(nodes[1].storage.server.ClientURL(), "nats://"), "tls://")
	backups := "nats://theriac:" + storeKey + "@" + at
	st, err := OpenStorage(within(), Options{NATS: backups, Peers: PeerFiles{Authorities: files.Authorities}}, quiet)
	if err != nil {
		t.Fatalf("a backup with the key: %v", err)
	}
	if _, err := st.Shared.Backup(within(), io.Discard); err != nil {
		t.Error(err)
	}
	st.Close()
	for what, o := range map[string]Options{
		"the authorities of another": {NATS: backups, Peers: PeerFiles{Authorities: foreign.Authorities}},
		"no key":                     {NATS: "nats://" + at, Peers: PeerFiles{Authorities: files.Authorities}},
		"a worker's key":             {NATS: "nats://theriac:" + workerKey + "@" + at, Peers: PeerFiles{Authorities: files.Authorities}},
		"no way to check the server": {NATS: backups},
	} {
		if st, err := OpenStorage(within(), o, quiet); err == nil {
			st.Close()
			t.Errorf("a backup with %s was let in", what)
		}
	}
	worker := WorkOptions{NATS: "nats://worker:" + workerKey + "@" + at, Workers: 1, Peers: PeerFiles{Authorities: foreign.Authorities}}
	if err := Work(within(), worker, quiet); err == nil {
		t.Error("a worker took the server of somebody else for its own")
	}
	worker.Peers = PeerFiles{Authorities: files.Authorities}
	ctx, cancel := context.WithTimeout(context.Background(), 500*time.Millisecond)
	defer cancel()
	if err := Work(ctx, worker, quiet); err != nil {
		t.Errorf("a worker that checks the server: %v", err)
	}

	port := strings.TrimPrefix(nodes[0].storage.server.ClusterURL(), "nats-route://")
	if said := intrude(t, port, nil); said == "" || strings.Contains(said, "PONG") {
		t.Errorf("a node without a certificate was told %q", said)
	}
	for what, c := range map[string]struct {
		files   PeerFiles
		refused bool
	}{"a foreign certificate": {foreign, true}, "a certificate and no secret": {files, false}} {
		c.files.Authorities = files.Authorities // it is the one who comes that is checked here
		config, err := c.files.client()
		if err != nil {
			t.Fatal(err)
		}
		config.ServerName = "127.0.0.1"
		said := intrude(t, port, config)
		if c.refused && !strings.Contains(said, "tls:") || !c.refused && !strings.Contains(said, "Authorization Violation") {
			t.Errorf("a node with %s was told %q", what, said)
		}
	}
}

// intrude speaks to the port of a cluster as a node would, without its secret, and
// returns what it is told in the end.
func intrude(t *testing.T, addr string, config *tls.Config) string {
	t.Helper()
	c, err := net.DialTimeout("tcp", addr, 5*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	_ = c.SetDeadline(time.Now().Add(10 * time.Second))
	if config != nil {
		secure := tls.Client(c, config)
		if err := secure.Handshake(); err != nil {
			return err.Error()
		}
		c = secure
	}
	if _, err := fmt.Fprint(c, "CONNECT {\"name\":\"intruder\",\"verbose\":false,\"cluster\":\"house\"}\r\nPING\r\n"); err != nil {
		return err.Error()
	}
	said, in := "", bufio.NewReader(c)
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return said + " " + err.Error()
		}
		said = strings.TrimSpace(line)
		if strings.HasPrefix(said, "-ERR") || strings.HasPrefix(said, "PONG") {
			return said
		}
	}
}

// What cannot be meant is refused before anything is opened.
func TestPeerFiles(t *testing.T) {
	files := peerFiles(t)
	for what, c := range map[string]struct {
		files     PeerFiles
		clustered bool
	}{
		"a certificate without its key":                   {PeerFiles{Certificate: files.Certificate}, false},
		"a key without its certificate":                   {PeerFiles{Key: files.Key}, false},
		"a node that believes everybody":                  {PeerFiles{Certificate: files.Certificate, Key: files.Key}, true},
		"a node that shows nothing and wants to be shown": {PeerFiles{Authorities: files.Authorities}, true},
	} {
		if c.files.check(c.clustered) == nil {
			t.Error(what)
		}
	}
	if err := files.check(true); err != nil {
		t.Error(err)
	}
	if _, err := (PeerFiles{Authorities: files.Key}).client(); err == nil {
		t.Error("a key is taken for an authority")
	}
	for _, make := range []func() (*tls.Config, error){PeerFiles{}.nodes, PeerFiles{}.server, PeerFiles{}.client} {
		if c, err := make(); c != nil || err != nil {
			t.Errorf("without files: %v, %v", c, err)
		}
	}
}
