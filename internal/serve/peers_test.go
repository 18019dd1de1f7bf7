package serve

import (
	"bufio"
	"context"
	"crypto/tls"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"testing"
	"time"
)

// peerFiles creates the files of an installation whose programs trust the same certificate.
func peerFiles(t *testing.T) PeerFiles {
	t.Helper()
	cert, key, _ := selfSigned(t, t.TempDir(), "cluster")
	return PeerFiles{Certificate: cert, Key: key, Authorities: cert}
}

// A cluster with certificates and a secret works, and workers connect over TLS. Both of its ports reject a program
// that lacks them. This guards against audit finding S9.
func TestPeers(t *testing.T) {
	t.Parallel() // in parallel, because the test mostly waits for elections
	const workerKey = "key-for-the-workers"
	files, foreign := peerFiles(t), peerFiles(t)
	nodes := cluster(t, func(_ int, o *Options) {
		o.Peers, o.ClusterSecret, o.ClientListen, o.WorkerKey = files, "a secret of the nodes", freeAddr(t), workerKey
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
	at := nodes[1].opts.ClientListen
	for what, o := range map[string]WorkOptions{
		"a wrong key":                {NATS: "nats://worker:another-key-for-workers@" + at, Peers: PeerFiles{Authorities: files.Authorities}},
		"no key":                     {NATS: "nats://" + at, Peers: PeerFiles{Authorities: files.Authorities}},
		"no way to check the server": {NATS: "nats://worker:" + workerKey + "@" + at},
	} {
		if err := Work(within(), o, quiet); err == nil {
			t.Errorf("a worker with %s was let in", what)
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

	port := nodes[0].opts.ClusterListen
	if said := intrude(t, port, nil); said == "" || strings.Contains(said, "PONG") {
		t.Errorf("a node without a certificate was told %q", said)
	}
	for what, c := range map[string]struct {
		files   PeerFiles
		refused bool
	}{"a foreign certificate": {foreign, true}, "a certificate and no secret": {files, false}} {
		c.files.Authorities = files.Authorities // this client trusts the server, so that only the server can reject the connection
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

// intrude connects to a cluster's port as a node would, but without the secret. It returns the last message
// that it receives.
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

// Combinations of files that make no sense are rejected before anything is opened.
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
